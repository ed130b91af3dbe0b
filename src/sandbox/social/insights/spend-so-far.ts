import { addDays, dayIn } from '../../calendar.ts';
import { closedSum } from '../../closed-days.ts';
import type { Ctx } from '../graph/operation.ts';
import { minorPerDollar } from '../rules/currencies.ts';
import type { Links } from '../state.ts';
import { calendar } from './calendar.ts';
import { memo, spentOver } from './scope.ts';

/** Minor units spent under a parent, ever or only today. */
export function spentSoFar(ctx: Ctx, links: Links, todayOnly = false): number {
  const ads = ctx.store.all('Ad', links).filter(({ data }) => data.delivery.length > 0);
  if (ads.length === 0) return 0;
  const { timezone, currency } = ctx.store.need('AdAccount', ads[0]!.links.account).data;
  const objectives = memo((id) => ctx.store.need('Campaign', id).data.objective);
  const now = ctx.world.now();
  const today = dayIn(now, timezone);
  return ads.reduce((sum, { id, links, data: { delivery } }) => {
    const spender = { id, objective: objectives(links.campaign!), minorPerDollar: minorPerDollar(currency) };
    const spent = (first: string, last: string) => spentOver(spender, delivery, calendar(first, last, timezone), now);
    const before = () =>
      closedSum(['social', spender, delivery, timezone, today], () =>
        spent(dayIn(delivery[0]!.from, timezone), addDays(today, -1)),
      );
    return sum + spent(today, today) + (todayOnly ? 0 : before());
  }, 0);
}
