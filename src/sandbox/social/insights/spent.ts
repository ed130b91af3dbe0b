import { dateIn } from '../format.ts';
import type { Ctx } from '../operation.ts';
import type { Links } from '../state.ts';
import { daysOf, measuredAds } from './scope.ts';

const BEGINNING = '2000-01-01';

/** Minor units spent under a parent, ever or only today. */
export function spentSoFar(ctx: Ctx, links: Links, todayOnly = false): number {
  const ads = ctx.store.all('Ad', links);
  if (ads.length === 0) return 0;
  const account = ctx.store.need('AdAccount', ads[0]!.links.account).data;
  const now = ctx.world.now();
  const today = dateIn(now, account.timezone);
  let spent = 0;
  for (const measured of measuredAds(ctx.store, account, ads)) {
    for (const { totals } of daysOf(measured, todayOnly ? today : BEGINNING, today, account.timezone, now))
      spent += totals.get('spend');
  }
  return spent;
}
