import { dayIn } from '../../calendar.ts';
import type { Ctx } from '../graph/operation.ts';
import type { Links } from '../state.ts';
import { calendar } from './calendar.ts';
import { firstDelivery, measuredAds, spentOver } from './scope.ts';

/** Minor units spent under a parent, ever or only today. */
export function spentSoFar(ctx: Ctx, links: Links, todayOnly = false): number {
  const ads = ctx.store.all('Ad', links);
  if (ads.length === 0) return 0;
  const account = ctx.store.need('AdAccount', ads[0]!.links.account).data;
  const measured = measuredAds(ctx.store, account, ads);
  if (measured.length === 0) return 0;
  const now = ctx.world.now();
  const today = dayIn(now, account.timezone);
  const since = todayOnly ? today : dayIn(firstDelivery(measured), account.timezone);
  const days = calendar(since, today, account.timezone);
  return measured.reduce((sum, ad) => sum + spentOver(ad, days, now), 0);
}
