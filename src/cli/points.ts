import { UsageError } from './command.ts';

/** The value of `--rate-points`; `word` is what may stand instead of a number. */
export function pointsOf(text: string, word?: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new UsageError(
    `--rate-points is ${JSON.stringify(text)}; allowed: a whole number above zero${word ? `, or ${word}` : ''}.`,
  );
}
