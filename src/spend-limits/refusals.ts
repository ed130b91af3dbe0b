import { Failure } from '../errors.ts';
import { shownDown, shownUp } from '../exposure/amounts.ts';
import type { SpendLimit } from './limit-book.ts';
import type { LimitUsage } from './limit-usage.ts';
import type { Growth } from './movement.ts';

/** A limit that a change would pass. */
export interface Breach {
  limit: SpendLimit;
  /** What may still be added; below zero where more than the limit runs already. */
  headroom: bigint;
  message(owner: string): string;
  nextStep: string;
}

const SPANS: Readonly<Record<string, string>> = {
  daily: 'a day',
  worst_day: 'on its worst day',
  month: 'this month',
  single: 'a day in one budget',
};

const ALWAYS = 'Pauses and cuts always pass. Nothing was changed.';
const BY_OWNER = 'an owner can change the limit on the page Limits or with adhelm limit set';

/** The sum of everything would be more than the limit. */
export function tooMuch(
  limit: SpendLimit,
  { used, held, unknown }: LimitUsage,
  rise: bigint,
  headroom: bigint,
): Breach {
  const { currency, amount, kind, scope } = limit;
  const span = SPANS[kind];
  const runs = `${unknown.length > 0 ? 'at least ' : ''}${shownUp(used)} ${scope === 'key' ? 'was added by it and still runs' : kind === 'month' ? 'is spent or may still be' : 'runs'}`;
  const under = held > 0n ? `, ${shownUp(held)} is held by changes under way or of unknown outcome` : '';
  const left = headroom > 0n ? headroom : 0n;
  return {
    limit,
    headroom,
    message: (owner) =>
      `${owner} may ${scope === 'key' ? 'add' : 'spend'} at most ${amount} ${currency} ${span}: ${runs}${under}, and this would add ${shownUp(rise)}. ${shownDown(left)} ${currency} is left.`,
    nextStep:
      left > 0n
        ? `Ask for at most ${shownDown(left)} ${currency} ${span} more, or pause or lower something first; ${BY_OWNER}. ${ALWAYS}`
        : `Pause or lower something first; ${BY_OWNER}. ${ALWAYS}`,
  };
}

/** One budget would be larger than any may be. */
export function tooLarge(limit: SpendLimit, name: string, to: bigint, headroom: bigint): Breach {
  const { currency, amount } = limit;
  return {
    limit,
    headroom,
    message: (owner) =>
      `${owner} may spend at most ${amount} ${currency} ${SPANS.single}: "${name}" would cost ${shownUp(to)} a day.`,
    nextStep: `Ask for at most ${amount} ${currency} a day; ${BY_OWNER}. ${ALWAYS}`,
  };
}

/** A budget would grow by more per cent than it may. */
export function tooFast(limit: SpendLimit, { name, to }: Growth, base: bigint, most: bigint, currency: string): Breach {
  const span = limit.kind === 'step' ? 'in one change' : 'in 24 hours, over all calls';
  return {
    limit,
    headroom: most,
    message: (owner) =>
      `A budget of ${owner.replace(/^The/, 'the')} may grow by at most ${limit.amount} % ${span}: "${name}" would go from ${shownUp(base)} to ${shownUp(to.amount)} ${currency}.`,
    nextStep: `Ask for at most ${shownDown(most)} ${currency}${limit.kind === 'step' ? '' : ', or wait until 24 hours have passed'}; ${BY_OWNER}. ${ALWAYS}`,
  };
}

/** An amount in one currency says nothing of another. */
export function withoutLimit(limit: SpendLimit, currency: string): Breach {
  return {
    limit,
    headroom: 0n,
    message: (owner) =>
      `${owner} has a ${limit.kind} limit in ${limit.currency} and none in ${currency}, the currency of this account, so nothing may be raised here.`,
    nextStep: `An owner can set one on the page Limits or with adhelm limit set --currency ${currency}. ${ALWAYS}`,
  };
}

export function overLimit(breach: Breach, owner: string): Failure {
  return new Failure({ code: 'over_limit', message: breach.message(owner), nextStep: breach.nextStep });
}

const REASONS_SHOWN = 3;

/** Something that counts cannot be read or counted. Money lost meanwhile does not come back; a refused raise does. */
export function unverifiable(reasons: readonly string[]): Failure {
  const shown = reasons.slice(0, REASONS_SHOWN).map((why) => why.replace(/\.$/, ''));
  const more = reasons.length > shown.length ? ` and ${reasons.length - shown.length} more` : '';
  return new Failure({
    code: 'cap_unverifiable',
    message: `A spend limit stands, and whether this keeps it cannot be told: ${shown.join('; ')}${more}.`,
    nextStep: `Call again when it can be read (get_spend_limits shows what cannot), or ask an owner. ${ALWAYS}`,
    retryable: true,
  });
}
