import type { Ambient } from '../ambient.ts';
import { Failure } from '../errors.ts';
import { BoundedMap } from '../memory/bounded-map.ts';
import type { Pace, Usage } from './session.ts';
import { nextTurn, withTurn } from './sliding-window.ts';

export interface Pacing {
  /**
   * How long the next request has to wait for its turn: for what the platform said, and for the pace it publishes. Rejects
   * when that is longer than the caller can wait.
   */
  claim(key: string, patienceMs: number, claimed?: Claimed): Promise<number>;
  /** What the platform said about how hard it is being used. */
  learn(key: string, usage: Usage): void;
}

/** The pacing of one process, which is also told of turns given elsewhere. */
export interface OwnPacing extends Pacing {
  given(paceKey: string, pace: Pace, inMs: number): void;
}

interface Claimed {
  pace?: Pace | undefined;
  /** Left out: the key itself. */
  paceKey?: string | undefined;
  /** The platform's time, where it told it: a wait that is over by its clock is over. */
  platformNow?: number | undefined;
}

interface Slowdown {
  spacingMs: number;
  nextAt: number;
  /** Before this time nothing may be sent at all. */
  blockedUntil: number;
  /** The same by the platform's clock, where it told its time. */
  endsAt: number | undefined;
  /** A platform's word on its load is worth nothing after a while. */
  staleAt: number;
}

const EASY_FRACTION = 0.75;
const SPACING_MAX_MS = 2000;
/** Platforms tell their time in whole seconds. */
export const TIME_GRAIN_MS = 1000;
export const STALE_MS = 60_000;
/** Each is kept apart; a caller may think up as many as it likes. */
const ACCOUNTS_MAX = 10_000;

/** Slows down as a platform's limit comes near, so that it is not hit: requests are spaced out, each with its own turn. */
export function createPacing({ ambient }: { ambient: Ambient }): OwnPacing {
  const slowdowns = new BoundedMap<string, Slowdown>(ACCOUNTS_MAX);
  const paces = createPaces();

  return {
    async claim(key, patienceMs, { pace, paceKey = key, platformNow } = {}) {
      const now = ambient.elapsedMs();
      const slowdown = slowdowns.get(key);
      const stale = slowdown && now >= slowdown.staleAt;
      if (stale) slowdowns.delete(key);
      let turn = slowdown && !stale ? Math.max(now, slowdown.nextAt, blockOf(slowdown, platformNow)) : now;
      if (pace) turn = paces.turn(paceKey, pace, turn);
      if (turn - now > patienceMs) throw tooBusy(turn - now);
      if (slowdown && !stale) slowdown.nextAt = turn + slowdown.spacingMs;
      if (pace) paces.take(paceKey, pace, turn, now);
      return turn - now;
    },
    given(paceKey, pace, inMs) {
      const now = ambient.elapsedMs();
      paces.take(paceKey, pace, now + inMs, now);
    },
    learn(key, usage) {
      const known = slowdowns.get(key);
      const now = ambient.elapsedMs();
      const { blockedUntil, endsAt } = longerBlock(known, {
        blockedUntil: now + (usage.waitMs ?? 0),
        endsAt: usage.endsAt,
      });
      const spacingMs = spacingFor(usage.fraction);
      if (spacingMs === 0 && blockedUntil <= now) {
        slowdowns.delete(key);
        return;
      }
      slowdowns.set(key, {
        spacingMs,
        nextAt: Math.max(known?.nextAt ?? 0, now + spacingMs),
        blockedUntil,
        endsAt,
        staleAt: blockedUntil + STALE_MS,
      });
    },
  };
}

type Block = Pick<Slowdown, 'blockedUntil' | 'endsAt'>;

function blockOf({ blockedUntil, endsAt }: Block, platformNow: number | undefined): number {
  const over = endsAt !== undefined && platformNow !== undefined && platformNow >= endsAt + TIME_GRAIN_MS;
  return over ? 0 : blockedUntil;
}

function longerBlock(known: Block | undefined, told: Block): Block {
  return known && known.blockedUntil > told.blockedUntil ? known : told;
}

/** Published paces: the times of the requests that still share a window with the next one. */
function createPaces() {
  const given = new BoundedMap<string, readonly number[]>(ACCOUNTS_MAX);
  const nameOf = (key: string, { name }: Pace) => `${key} ${name}`;
  return {
    turn: (key: string, pace: Pace, wanted: number) => nextTurn(given.get(nameOf(key, pace)) ?? [], pace, wanted),
    take(key: string, pace: Pace, turn: number, now: number): void {
      const name = nameOf(key, pace);
      given.set(name, withTurn(given.get(name) ?? [], turn, pace, now));
    },
  };
}

export function spacingFor(fraction: number): number {
  if (!(fraction > EASY_FRACTION)) return 0;
  return (SPACING_MAX_MS * (Math.min(fraction, 1) - EASY_FRACTION)) / (1 - EASY_FRACTION);
}

export function tooBusy(waitMs: number): Failure {
  const retryAfterS = Math.ceil(waitMs / 1000);
  return new Failure({
    code: 'rate_limited',
    message: "The platform's limit for such calls is used up for the moment.",
    nextStep: `Nothing was sent. Call again in ${retryAfterS} s.`,
    retryable: true,
    retryAfterS,
    outcome: 'not_applied',
  });
}
