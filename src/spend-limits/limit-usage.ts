import { amountOf, smallest } from '../exposure/amounts.ts';
import type { Measure } from '../exposure/figures.ts';
import { largestLine, sumOf } from '../exposure/reckoning.ts';
import type { Hold, sharesOf } from './holds.ts';
import type { SpendLimit } from './limit-book.ts';
import { isPercent } from './limit-kinds.ts';
import type { AccountPlace, AccountView } from './snapshots.ts';
import { placeName } from './snapshots.ts';
import type { Survey } from './survey.ts';

/** Everything that limits are held against, in one mode: sandbox and live are counted apart. */
export interface Ledger {
  mode: AccountPlace['mode'];
  /** The accounts of the workspace and of the organization; undefined: they were not looked at. */
  surveys: Readonly<Record<'workspace' | 'organization', Survey | undefined>>;
  views: ReadonlyMap<string, AccountView>;
  pending: readonly Hold[];
  /** The key, as its first was called, and what its changes have added. */
  keyId: string;
  shares: Awaited<ReturnType<typeof sharesOf>>;
  isFresh(takenAt: number): boolean;
}

/** How much of a limit is used. */
export interface LimitUsage {
  used: bigint;
  /** By changes that are under way or whose outcome is unknown. */
  held: bigint;
  /** Why `used` is not all. */
  unknown: readonly string[];
}

export function limitUnits({ amount }: SpendLimit): bigint {
  return amountOf(amount) ?? 0n;
}

/** Undefined for a limit in per cent, of which nothing is used up. */
export function usageOf(limit: SpendLimit, ledger: Ledger): LimitUsage | undefined {
  const { kind, scope } = limit;
  if (isPercent(kind)) return undefined;
  if (kind === 'single') return largestOf(limit, ledger);
  return scope === 'key'
    ? addedByKey(limit, kind as Measure, ledger)
    : runningIn(scope, limit.currency, kind as Measure, ledger);
}

const NOT_SURVEYED = 'the accounts were not read for this limit';

/** A workspace's or organization's limit counts everything that runs there. */
export function runningIn(
  scope: 'workspace' | 'organization',
  currency: string,
  measure: Measure,
  ledger: Ledger,
): LimitUsage {
  const survey = ledger.surveys[scope];
  if (!survey) return { used: 0n, held: 0n, unknown: [NOT_SURVEYED] };
  const unknown = survey.unreadable
    .filter(({ mode }) => mode === ledger.mode)
    .map(({ channel, account, why }) => `${channel}${account === undefined ? '' : ` ${account}`}: ${why}`);
  let used = 0n;
  for (const { view, name } of viewsIn(survey, ledger)) {
    if (!view) unknown.push(`${name}: it was not read`);
    else if (view.reckoning.currency === currency || !/^[A-Z]{3}$/.test(view.reckoning.currency)) {
      const sum = sumOf(view.reckoning, measure);
      used += sum.known;
      unknown.push(...sum.unknown.map((why) => `${name}, ${why}`));
    }
  }
  const inScope = new Set(survey.places.map(({ channel, account }) => `${channel} ${account}`));
  const holds = ledger.pending.filter((hold) => inScope.has(`${hold.channel} ${hold.account}`));
  return { used, held: heldBy(holds, currency, measure), unknown };
}

function viewsIn(survey: Survey, { mode, views }: Ledger): { name: string; view: AccountView | undefined }[] {
  return survey.places
    .filter((place) => place.mode === mode)
    .map((place) => ({ name: `${place.channel} ${place.account}`, view: views.get(placeName(place)) }));
}

function heldBy(holds: readonly Hold[], currency: string, measure: Measure): bigint {
  let sum = 0n;
  for (const hold of holds) if (hold.currency === currency) sum += hold.effect.rises[measure];
  return sum;
}

/** A key's limit counts what its own changes added, as far as that still runs. */
function addedByKey({ currency }: SpendLimit, measure: Measure, ledger: Ledger): LimitUsage {
  const { views, shares, keyId, pending, isFresh } = ledger;
  const lines = new Map(
    [...views.values()]
      .filter(({ takenAt }) => isFresh(takenAt))
      .map(({ channel, account, reckoning }) => [`${channel} ${account}`, reckoning.lines]),
  );
  let used = 0n;
  for (const share of shares) {
    if (share.currency !== currency) continue;
    const running = lines.get(`${share.channel} ${share.account}`);
    const added = share.amounts[measure];
    used += running ? smallest(added, running.get(share.line)?.figures[measure] ?? 0n) : added;
  }
  const own = pending.filter(({ key_id }) => key_id === keyId);
  return { used, held: heldBy(own, currency, measure), unknown: [] };
}

function largestOf({ scope, currency }: SpendLimit, ledger: Ledger): LimitUsage {
  const survey = ledger.surveys[scope === 'organization' ? 'organization' : 'workspace'];
  let used = 0n;
  for (const { view } of survey ? viewsIn(survey, ledger) : [])
    if (view?.reckoning.currency === currency) {
      const line = largestLine(view.reckoning);
      if (line && line.figures.daily > used) used = line.figures.daily;
    }
  return { used, held: 0n, unknown: survey ? [] : [NOT_SURVEYED] };
}
