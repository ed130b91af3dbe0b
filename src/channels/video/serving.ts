import { obstacle } from '../../tools/diagnosis.ts';
import { statusOf } from './fields.ts';

interface Level {
  operation_status?: string | null;
  secondary_status?: string | null;
}

/** What the platform's own words for a standstill mean, by their endings. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/_(AUDIT|REAUDIT)$/, 'the platform is reviewing it'],
  [/_AUDIT_DENY$/, 'the platform has rejected it'],
  [/_STATUS_CREATE$/, 'it has no ads yet'],
  [/_NOT_START$/, 'its schedule has not begun'],
  [/_(TIME_DONE|DONE)$/, 'its schedule has ended'],
  [/_BALANCE_EXCEED$/, 'the balance of the advertiser is used up'],
  [/_(BUDGET|CAMPAIGN)_EXCEED$/, 'its budget is used up'],
];

/** What keeps something from being shown, from the outermost level to the innermost: each with the call that mends it. */
export function obstacles(
  levels: readonly (readonly [what: string, tool: string, id: Readonly<Record<string, string>>, level: Level])[],
): string[] {
  const off = levels.flatMap(([what, tool, id, level]) => {
    const status = statusOf(level);
    if (status === 'ENABLE') return [];
    if (status === 'DELETE') return [`The ${what} is deleted.`];
    return [obstacle(`The ${what} is off`, { tool, arguments: { ...id, status: 'ENABLE' } })];
  });
  const [what, , , innermost] = levels.at(-1)!;
  const reason = REASONS.find(([words]) => words.test(innermost.secondary_status ?? ''))?.[1];
  return reason ? [...off, `The ${what} waits: ${reason}.`] : off;
}
