import { DAY_MS } from '../../ambient.ts';
import { invalidArguments } from '../../errors.ts';
import { ZoneClock } from '../../jobs/local-time.ts';

const AHEAD_MAX_DAYS = 400;
const LOCAL = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?$/;
const WITH_OFFSET = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

export interface ChosenHour {
  at: number;
  notes: string[];
}

/** The moment that a caller means by `2026-11-30T06:00`, in a zone or with an offset. */
export function chosenHour(field: string, given: string, zone: string | undefined, now: number): ChosenHour {
  const refuse = (message: string) => invalidArguments([{ field, message }]);
  const { at, notes } = WITH_OFFSET.test(given) ? withOffset(given, refuse) : inZone(given, zone, refuse);
  if (at <= now) throw refuse(`is in the past: it is ${shownIn(zone, now)} now`);
  if (at > now + AHEAD_MAX_DAYS * DAY_MS) throw refuse(`is more than ${AHEAD_MAX_DAYS} days ahead`);
  return { at, notes };
}

type Refuse = (message: string) => Error;

function withOffset(given: string, refuse: Refuse): ChosenHour {
  const at = Date.parse(given.replace(' ', 'T'));
  if (Number.isNaN(at) || !isOnCalendar(given)) throw refuse('is no time that exists');
  return { at, notes: [] };
}

function inZone(given: string, zone: string | undefined, refuse: Refuse): ChosenHour {
  if (!LOCAL.test(given))
    throw refuse("must be a time such as 2026-11-30T06:00, in the account's zone, or 2026-11-30T06:00+01:00");
  if (!isOnCalendar(given)) throw refuse('is no time that exists');
  if (zone === undefined)
    throw refuse('needs an offset, such as 2026-11-30T06:00+01:00: the call names no ad account whose zone is known');
  const clock = new ZoneClock(zone);
  const { at, shown } = clock.momentOf(given.replace('T', ' '));
  if (shown === 'never')
    throw refuse(`does not exist in ${zone}: the clock is put forward over it, to ${clock.wallAt(at).slice(0, 16)}`);
  const twice = `${given} comes twice in ${zone}, because the clock is put back. The first is taken; for the second give its offset.`;
  return { at, notes: shown === 'twice' ? [twice] : [] };
}

/** The 31st of February would otherwise become a day of March. */
function isOnCalendar(given: string): boolean {
  const [day = '', time = ''] = [given.slice(0, 10), given.slice(11, 16)];
  const asUtc = new Date(`${day}T${time}:00Z`);
  return !Number.isNaN(asUtc.getTime()) && asUtc.toISOString().startsWith(`${day}T${time}`);
}

function shownIn(zone: string | undefined, at: number): string {
  return zone === undefined ? new Date(at).toISOString() : `${new ZoneClock(zone).wallAt(at).slice(0, 16)} in ${zone}`;
}
