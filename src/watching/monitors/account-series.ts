import { Turns } from '../../event-loop/turns.ts';
import type { Parts } from '../../tools/report/metrics.ts';
import type { CampaignDays, HistoryAccount, HistoryDay } from '../history/daily-history.ts';

/** All campaigns of an account as one: sums day by day. What one campaign does not tell is not told of the account. */
export async function accountSeries(
  account: HistoryAccount,
  campaigns: readonly CampaignDays[],
): Promise<CampaignDays | undefined> {
  const [first, ...others] = campaigns;
  if (!first) return undefined;
  const turns = new Turns();
  let days: readonly HistoryDay[] = first.days;
  for (const { days: more } of others) {
    days = days.map((day, index) => ({ day: day.day, parts: added(day.parts, more[index]?.parts ?? {}) }));
    await turns.pause();
  }
  const since = campaigns.flatMap(({ campaign }) => campaign.liveSince ?? []).sort();
  const isLive = campaigns.some(({ campaign }) => campaign.isLive);
  return {
    account,
    campaign: {
      id: account.account,
      name: account.name,
      status: isLive ? 'live' : 'nothing is switched on',
      isLive,
      liveSince: since[0],
      budget: undefined,
    },
    days,
  };
}

function added(one: Parts, other: Parts): Parts {
  const names = Object.keys(one).filter((name) => name in other);
  return Object.fromEntries(
    names.map((name) => {
      const [a, b] = [one[name], other[name]];
      return [name, typeof a === 'bigint' && typeof b === 'bigint' ? a + b : null];
    }),
  );
}
