import { MINUTE_MS } from '../../../ambient.ts';
import { dayIn } from '../../calendar.ts';

export const PER_MINUTE = 15;
export const PER_DAY = 10_000;

/** The platform's day, at whose end daily counts are reset. */
const ZONE = 'America/Los_Angeles';

/** Calls of each user in the last minute and of each project today. Kept in memory: a restart forgets them. */
export class Quota {
  readonly #users = new Map<string, number[]>();
  readonly #projects = new Map<string, { day: string; calls: number }>();

  /** Counts a call, or tells the limit that it is over; a refused call is not counted. */
  take({ email, clientId }: { email: string; clientId: string }, now: number): 'minute' | 'day' | undefined {
    // A call after `now` was counted before the clock was set back.
    const recent = (this.#users.get(email) ?? []).filter((at) => at > now - MINUTE_MS && at <= now);
    this.#users.set(email, recent);
    if (recent.length >= PER_MINUTE) return 'minute';
    const day = dayIn(now, ZONE);
    const held = this.#projects.get(clientId);
    const today = held?.day === day ? held : { day, calls: 0 };
    this.#projects.set(clientId, today);
    if (today.calls >= PER_DAY) return 'day';
    today.calls += 1;
    recent.push(now);
    return undefined;
  }
}
