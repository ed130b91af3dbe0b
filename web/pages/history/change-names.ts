import type { HistoryChange } from '../../api/history.ts';
import { plural } from '../../format/number.ts';
import { clock, longDay } from '../../format/time.ts';

/** A bulk change has no object of its own: one row is that object, several are counted. */
export const nameOf = ({ object, rows = [], tool }: HistoryChange): string =>
  object.name ?? object.id ?? (rows.length > 1 ? plural(rows.length, 'object') : (rows[0]?.id ?? tool));

export const whoOf = ({ who }: HistoryChange) => ({ ...who, name: who.name ?? who.id });

/** `2026-11-12`, in the person's zone. */
export const dayOf = (at: string | number): string => new Date(at).toLocaleDateString('sv-SE');

/** `Today, Thu 12 Nov 2026`. */
export function dayName(day: string): string {
  const now = Date.now();
  const word = { [dayOf(now)]: 'Today, ', [dayOf(now - 86_400_000)]: 'Yesterday, ' }[day] ?? '';
  return word + longDay(day);
}

/** When several changes were made: `13:30 to 13:32, Today, Thu 12 Nov 2026`. */
export function spanOf(changes: readonly HistoryChange[]): string {
  const [first, last] = [changes.at(-1)!.at, changes[0]!.at];
  const isOneDay = dayOf(first) === dayOf(last);
  const name = (at: string) => `${clock(at)}${isOneDay ? '' : `, ${longDay(dayOf(at))}`}`;
  const times = clock(first) === clock(last) && isOneDay ? clock(last) : `${name(first)} to ${name(last)}`;
  return isOneDay ? `${times}, ${dayName(dayOf(last))}` : times;
}
