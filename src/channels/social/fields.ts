import { z } from 'zod';

/** Arguments and result fields that several tools share. */

const DIGITS = /^\d{1,32}$/;

export const Id = z.string().regex(DIGITS, 'must be an id: digits only, as text');

export const Ids = z.array(Id).min(1).max(50);

/** The bare number, or with the prefix the platform shows it with. */
export const AccountId = z
  .string()
  .regex(/^(act_)?\d{1,32}$/, 'must be digits, with or without act_ before them')
  .transform((id) => id.replace('act_', ''))
  .describe('Ad account; the configured one when left out');

/** What a caller may set. The platform cannot take anything back out of ARCHIVED. */
export const Status = z.enum(['ACTIVE', 'PAUSED', 'ARCHIVED']).describe('ARCHIVED cannot be undone');

export const Country = z.string().regex(/^[A-Z]{2}$/, 'must be a country code of two capital letters');

export const Moment = z.iso.datetime({ offset: true, error: 'must be a time with zone, such as 2026-12-01T00:00:00Z' });

export const Day = z.iso.date('must be a day such as 2026-12-01');

export const BidStrategy = z.enum([
  'LOWEST_COST_WITHOUT_CAP',
  'LOWEST_COST_WITH_BID_CAP',
  'COST_CAP',
  'LOWEST_COST_WITH_MIN_ROAS',
]);

/** `2026-11-15T08:00:00-0800`, as the platform writes it, with the colon ISO 8601 wants; seconds since 1970 likewise. */
export function isoTime(time: string | number | undefined): string | undefined {
  if (typeof time === 'number') return time > 0 ? new Date(time * 1000).toISOString() : undefined;
  return time?.replace(/([+-]\d{2})(\d{2})$/, '$1:$2');
}

/** A caller's time as the platform's reference writes it. */
export function platformTime(moment: string): string {
  return new Date(moment).toISOString().replace(/\.\d{3}Z$/, '+0000');
}

/** The same object without what is undefined, for results that leave out what the platform left out. */
export function known<T extends Record<string, unknown>>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } & T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
