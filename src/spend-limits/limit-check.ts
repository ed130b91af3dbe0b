import { largest } from '../exposure/amounts.ts';
import { eachMeasure, MEASURES, type Measure } from '../exposure/figures.ts';
import type { BudgetSize } from './hold-effect.ts';
import type { Hold } from './holds.ts';
import type { SpendLimit } from './limit-book.ts';
import { isPercent } from './limit-kinds.ts';
import { type Ledger, limitUnits, usageOf } from './limit-usage.ts';
import { type Growth, isWithin, type Movement } from './movement.ts';
import { type Breach, tooFast, tooLarge, tooMuch, withoutLimit } from './refusals.ts';

/** A raise, with the limits and sums it is compared with. */
export interface Raise {
  movement: Movement;
  currency: string;
  channel: string;
  account: string;
  ledger: Ledger;
  /** The changes of the account in the last 24 hours, the oldest first. */
  recent: readonly Hold[];
}

/** What keeps a raise from being made: limits that it passes, and what would have to be known. */
export interface Verdict {
  breaches: readonly Breach[];
  unknown: readonly string[];
}

export function judge(limits: readonly SpendLimit[], raise: Raise): Verdict {
  const breaches: Breach[] = [];
  const unknown = new Set(raise.movement.unknown);
  for (const limit of limits) {
    if (isPercent(limit.kind)) breaches.push(...grownTooFast(limit, raise));
    else if (limit.currency !== raise.currency) breaches.push(...uncovered(limit, limits, raise));
    else if (limit.kind === 'single') breaches.push(...tooLargeBudgets(limit, raise));
    else
      for (const found of overSum(limit, limit.kind as Measure, raise)) {
        if (typeof found === 'string') unknown.add(found);
        else breaches.push(found);
      }
  }
  return { breaches, unknown: [...unknown] };
}

/** A limit in another currency, where this scope has none of the kind in the account's own. */
function uncovered(limit: SpendLimit, limits: readonly SpendLimit[], { currency }: Raise): Breach[] {
  const covers = ({ kind, scopeId, currency: other }: SpendLimit) =>
    kind === limit.kind && scopeId === limit.scopeId && other === currency;
  return limits.some(covers) ? [] : [withoutLimit(limit, currency)];
}

function overSum(limit: SpendLimit, measure: Measure, raise: Raise): (Breach | string)[] {
  const usage = usageOf(limit, raise.ledger);
  if (!usage) return [];
  const rise = limit.scope === 'key' ? ofKey(raise)[measure] : raise.movement.rises[measure];
  const headroom = limitUnits(limit) - usage.used - usage.held;
  // The known part alone may exceed the limit already.
  if (rise > headroom) return [tooMuch(limit, usage, rise, headroom)];
  return [...usage.unknown];
}

/** What is added to what the key has added: a cut of something that others have added gives it no room. */
function ofKey({ movement, ledger, channel, account }: Raise) {
  const before = new Map(
    ledger.shares
      .filter((share) => share.channel === channel && share.account === account)
      .map(({ line, amounts }) => [line, amounts]),
  );
  const added = Object.fromEntries(MEASURES.map((measure) => [measure, 0n])) as Record<Measure, bigint>;
  for (const [line, delta] of movement.deltas)
    for (const measure of MEASURES) {
      const old = before.get(line)?.[measure] ?? 0n;
      added[measure] += largest(0n, old + delta[measure]) - old;
    }
  return eachMeasure((measure) => largest(0n, added[measure]));
}

function tooLargeBudgets(limit: SpendLimit, { movement }: Raise): Breach[] {
  const most = limitUnits(limit);
  return movement.raised
    .filter(({ figures }) => figures.daily > most)
    .map(({ name, figures }) => tooLarge(limit, name, figures.daily, most - figures.daily));
}

function grownTooFast(limit: SpendLimit, raise: Raise): Breach[] {
  const percent = limitUnits(limit);
  return raise.movement.growth
    .map((growth) => ({ growth, from: limit.kind === 'step' ? growth.from : dayBefore(limit, growth, raise) }))
    .filter(({ growth, from }) => isLarger(growth) && !isWithin(percent, from, growth.to))
    .map(({ growth, from }) => {
      const most = (from.amount * (WHOLE + percent)) / WHOLE;
      return tooFast(limit, growth, from.amount, most, raise.currency);
    });
}

const WHOLE = 100n * 10n ** 9n;

function isLarger({ from, to }: Growth): boolean {
  return !isWithin(0n, from, to);
}

/** The budget as it was before the first change of the last 24 hours that this limit is about. */
function dayBefore({ scope, scopeId }: SpendLimit, { key, from }: Growth, { recent }: Raise): BudgetSize {
  const first = recent.find(
    ({ effect, key_id, workspace_id }) =>
      effect.sizes.has(key) &&
      (scope === 'organization' || (scope === 'workspace' ? workspace_id : key_id) === scopeId),
  );
  return first?.effect.sizes.get(key) ?? from;
}
