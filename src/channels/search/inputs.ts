import { z } from 'zod';
import { type Failure, invalidArguments, type Problem } from '../../errors.ts';

/** The bare number by which the platform knows a campaign, an ad, a place and everything else but accounts. */
export const Id = z.string().regex(/^\d{1,19}$/, 'must be the bare number of the id');

export const Name = z.string().trim().min(1).max(255).refine(isOneLine, 'must be one line without control characters');

/** Text to look for. It becomes a quoted value of a query, which can hold no control characters. */
export const Wanted = z.string().min(1).max(255).refine(isOneLine, 'must be one line without control characters');

export const DateText = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a date such as 2026-01-31')
  .refine(isCalendarDay, 'must be a day that exists');

export const WebAddress = z
  .string()
  .max(2048)
  .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'must begin with http:// or https://');

function isOneLine(text: string): boolean {
  return !/\p{Cc}/u.test(text);
}

/** Dates that do not exist, such as February 30, either do not parse or come out as another day. */
function isCalendarDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** An update that names nothing to change is a mistake. */
export function needsOne(args: Readonly<Record<string, unknown>>, fields: readonly string[]): Problem[] {
  if (fields.some((field) => args[field] !== undefined)) return [];
  return [{ field: fields[0] ?? '', message: `nothing to change: give at least one of ${fields.join(', ')}` }];
}

/** A cursor of ours that somebody has changed. */
export function brokenCursor(): Failure {
  return invalidArguments([{ field: 'cursor', message: 'is not as it was given; pass next_cursor unchanged' }]);
}
