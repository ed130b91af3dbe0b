import { z } from 'zod';
import { meantWord } from './did-you-mean.ts';

/**
 * Arguments that tools of every channel take, checked and refused in the same words. A check instead of a pattern, and a
 * format where there is one: a pattern of three hundred characters would stand in a list that every model reads first.
 */
const checked = (valid: (text: string) => boolean, message: string) => z.string().refine(valid, message);

/** The platforms' ids are 64-bit numbers, which JSON numbers cannot carry. */
export const Id = checked(
  (text) => /^\d{1,19}$/.test(text),
  'must be an id: digits only, as text; the list tools find it by name',
);

/** As many as can be looked up in one call. */
export const Ids = z.array(Id).min(1).max(50);

/** Counted in characters as an editor shows them: JSON Schema counts code points, and so do we. */
export function text(max: number, min = 1) {
  return z
    .string()
    .meta({ ...(min > 0 && { minLength: min }), maxLength: max })
    .refine((value) => [...value].length >= min, `must have at least ${min} character${min === 1 ? '' : 's'}`)
    .refine((value) => value === '' || value.trim() !== '', 'must not be blank')
    .refine((value) => [...value].length <= max, `must have at most ${max} characters`);
}

/** A name or a text to look for: one line, without space around it. */
export function oneLine(max = 255) {
  return z
    .string()
    .trim()
    .meta({ minLength: 1, maxLength: max })
    .refine((value) => value.length > 0, 'must not be empty')
    .refine((value) => [...value].length <= max, `must have at most ${max} characters`)
    .refine((value) => !/\p{Cc}/u.test(value), 'must be one line without control characters');
}

/** One of words that are too many for the tool's schema, in any spelling that can mean only one of them. */
export function wordOf(words: readonly string[], message = `must be one of ${words.join(', ')}`) {
  return wordLike(words).refine((word) => words.includes(word), message);
}

/** The same where other words may stand too, which only the platform knows. */
export function wordLike(words: readonly string[]) {
  return z.string().overwrite((word) => meantWord(word, words) ?? word);
}

/** `de` can only mean DE. */
export const Country = z
  .string()
  .toUpperCase()
  .refine((code) => /^[A-Z]{2}$/.test(code), 'must be a country code of two letters, such as DE');

const CalendarDay = z.iso.date();
const isDay = (day: string) => CalendarDay.safeParse(day).success;

export const Day = checked(isDay, 'must be a day that exists, such as 2026-01-31').meta({ format: 'date' });

/** For the end of something that may also have none. */
export const DayOrNone = checked(
  (day) => day === 'none' || isDay(day),
  'must be a day that exists, such as 2026-01-31, or "none"',
);

const DateTime = z.iso.datetime({ offset: true });
const MOMENT = 'must be a time that exists, with its zone, such as 2026-01-31T08:00:00Z';

/** A day alone begins at another moment in every zone, so that the caller has to say which. An offset written out for it would be copied. */
function wantsMoment(given: unknown, besides = ''): string {
  const isDayAlone = typeof given === 'string' && isDay(given);
  return `${MOMENT}${besides}${isDayAlone ? `; that day begins at ${given}T00:00:00 and ends at ${given}T23:59:59, each followed by the offset of the account, such as +09:00 in Tokyo` : ''}`;
}

export const Moment = z
  .string()
  .refine((moment) => DateTime.safeParse(moment).success, { error: ({ input }) => wantsMoment(input) })
  .meta({ format: 'date-time' });

/** For the end of something that may also have none. */
export const MomentOrNone = z.string().refine((moment) => moment === 'none' || Moment.safeParse(moment).success, {
  error: ({ input }) => wantsMoment(input, ', or "none"'),
});

export const WebAddress = checked(
  (address) => hasHost(address, /^https?:\/\//i),
  'must be a whole http or https address, such as https://example.com/page',
).meta({ format: 'uri' });

/** An address that has to be reachable by others, and safely. */
export const HttpsAddress = checked(
  (address) => hasHost(address, /^https:\/\//i),
  'must be a public https address, such as https://example.com/picture.png',
).meta({ format: 'uri' });

function hasHost(address: string, beginning: RegExp): boolean {
  return beginning.test(address) && !/[\s\p{Cc}]/u.test(address) && Boolean(URL.parse(address)?.hostname);
}
