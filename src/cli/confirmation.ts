import { type Given, UsageError } from './command.ts';

/** The option of what cannot be undone. */
export const YES = { type: 'boolean', meaning: 'do it: it cannot be undone' } as const;

/** Without `--yes` nothing happens, and the refusal says what would. */
export function requireYes(given: Given, what: string): void {
  if (given.options.yes !== true)
    throw new UsageError(`${what} This cannot be undone. Nothing was changed; add --yes to do it.`);
}
