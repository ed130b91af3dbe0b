import type { PlanComparison } from '../../tools/media-plan-comparison.ts';
import { dayIn } from '../../tools/report/period.ts';
import type { RunningAccount } from '../running-accounts.ts';
import { earlier, type Match } from './matched-part.ts';
import type { Spending } from './spending.ts';

type Unplanned = PlanComparison['unplanned'][number];

/** Campaigns of the accounts concerned that no row plans: those that run in the days of the plan, or spent in them. */
export function unplannedCampaigns(matches: readonly Match[], accounts: readonly RunningAccount[]) {
  const planned = new Set(
    matches.flatMap(({ running, account }) => (running && account ? [`${account.channel} ${running.id}`] : [])),
  );
  const spans = accounts.flatMap((account) => {
    const own = matches.filter((match) => match.account === account);
    const starts = own.flatMap(({ part, running }) => part.start ?? running?.start ?? []).sort();
    const ends = own.map(({ part }) => part.end ?? '9999-12-31').sort();
    const [start, end] = [starts[0], ends.at(-1)];
    if (start === undefined || end === undefined) return [];
    const today = dayIn(account.account.timeZone, account.now);
    const days = start > today ? undefined : { start, end: earlier(end, today) };
    return [{ account, start, end, days }];
  });
  return {
    wanted: spans.flatMap(({ account, days }) => (days ? [{ account, days }] : [])),
    told(spending: Spending): Unplanned[] {
      return spans.flatMap(({ account, start, end, days }) => {
        const found = days && spending.of(account.channel, account.account.id, days);
        return account.campaigns.flatMap((one): Unplanned[] => {
          const spent = found?.byCampaign.get(one.id) ?? null;
          const overlaps = (one.start ?? '') <= end && (one.end ?? '9999-12-31') >= start;
          const isSpending = spent !== null && /[1-9]/.test(spent.amount);
          if (planned.has(`${account.channel} ${one.id}`) || !((one.status === 'on' && overlaps) || isSpending))
            return [];
          const { id, name, status } = one;
          return [{ channel: account.channel, account: account.account.id, campaign: { id, name }, status, spent }];
        });
      });
    },
  };
}
