import { shownUp } from '../exposure/amounts.ts';
import type { Measure } from '../exposure/figures.ts';
import { applied } from '../exposure/holding-changes.ts';
import { reckon, sumOf } from '../exposure/reckoning.ts';
import type { HoldingChange } from '../tools/exposure.ts';
import type { SpendEffect } from '../tools/spend-overview.ts';
import type { AccountView } from './snapshots.ts';

/** What changes do to the sums of their account; undefined changes are of unknown size. */
export function shownEffect(view: AccountView, changes: readonly HoldingChange[] | undefined): SpendEffect {
  const after = changes ? reckon(applied(view.holdings, changes), view.asOf) : view.reckoning;
  const fromTo = (measure: Measure) => ({
    from: shownUp(sumOf(view.reckoning, measure).known),
    to: shownUp(sumOf(after, measure).known),
  });
  const unknown = [...(changes ? [] : ['what this changes cannot be told']), ...sumOf(after, 'month').unknown];
  return {
    account: view.account,
    currency: view.reckoning.currency,
    daily: fromTo('daily'),
    worst_day: fromTo('worst_day'),
    month: fromTo('month'),
    ...(unknown.length > 0 && { unknown }),
  };
}
