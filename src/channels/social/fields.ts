import { z } from 'zod';

/** Arguments and result fields that several tools share. */

/** What a format says in twenty characters a pattern says in three hundred: every model reads the tool list first. */
const checked = (valid: (text: string) => boolean, message: string) => z.string().refine(valid, message);

const DIGITS = /^\d{1,32}$/;

export const Id = checked((text) => DIGITS.test(text), 'must be an id: digits only, as text');

export const Ids = z.array(Id).min(1).max(50);

/** The bare number, or with the prefix the platform shows it with. */
export const AccountId = checked(
  (text) => DIGITS.test(text.replace(/^act_/, '')),
  'must be digits, with or without act_ before them',
)
  .transform((id) => id.replace('act_', ''))
  .describe('Default: the configured account');

/** What a caller may set. The platform cannot take anything back out of ARCHIVED. */
export const Status = z.enum(['ACTIVE', 'PAUSED', 'ARCHIVED']).describe('ARCHIVED cannot be undone');

export const Country = checked((text) => /^[A-Z]{2}$/.test(text), 'must be a country code of two capital letters');

const DateTime = z.iso.datetime({ offset: true });
export const Moment = checked(
  (text) => DateTime.safeParse(text).success,
  'must be a time with zone, such as 2026-12-01T00:00:00Z',
).meta({ format: 'date-time' });

const CalendarDay = z.iso.date();
export const Day = checked((text) => CalendarDay.safeParse(text).success, 'must be a day such as 2026-12-01').meta({
  format: 'date',
});

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
