import type { PlannedBudget, RunningCampaign, RunningGroup } from '../../../tools/media-planning.ts';
import type { VideoClient } from '../client.ts';
import { moneyOf } from '../money.ts';
import { AD_GROUPS, ADS, type Ad, type AdGroup, CAMPAIGNS, type Campaign } from '../wire.ts';
import { adGroupOf } from './ad-group.ts';
import { isLifetime } from './budget.ts';
import { type Switched, statusOf } from './fields.ts';
import { objectiveWord } from './plan-goals.ts';

const NONE = 'BUDGET_MODE_INFINITE';

interface Terms {
  currency: string;
  now: number;
  /** The day of a moment in the account's zone; one format for all of them, since making one is slow. */
  dayOf(ms: number): string;
}

/** The campaigns of an advertiser with their ad groups; deleted ones are not listed. */
export async function runningCampaigns(
  client: VideoClient,
  account: string,
  signal: AbortSignal,
): Promise<RunningCampaign[]> {
  const [{ currency, timezone }, campaigns, groups, ads] = await Promise.all([
    client.advertiser(account),
    client.all(CAMPAIGNS, account),
    client.all(AD_GROUPS, account),
    client.all(ADS, account),
  ]);
  signal.throwIfAborted();
  const digits = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const days = new Intl.DateTimeFormat('en-CA', { timeZone: timezone, ...digits });
  const terms = { currency, now: client.session.platformNow(), dayOf: (ms: number) => days.format(ms) };
  const counts = adCounts(ads);
  const within = Map.groupBy(groups, ({ campaign_id }) => campaign_id);
  return campaigns.map((campaign) => {
    const isShared = campaign.budget_optimize_on === true;
    const own = (within.get(campaign.campaign_id) ?? []).map((group) =>
      runningGroup(group, isShared, counts.get(group.adgroup_id) ?? 0, terms),
    );
    return runningCampaign(campaign, own, terms);
  });
}

/** A Smart+ ad is listed as its creatives. */
function adCounts(ads: readonly Ad[]): Map<string, number> {
  const within = Map.groupBy(ads, ({ adgroup_id }) => adgroup_id);
  return new Map([...within].map(([id, own]) => [id, new Set(own.map((ad) => ad.smart_plus_ad_id || ad.ad_id)).size]));
}

function switched(wire: Switched): RunningGroup['status'] {
  const status = statusOf(wire);
  return status === 'ENABLE' ? 'on' : status === 'DISABLE' ? 'paused' : 'other';
}

function runningGroup(wire: AdGroup, isShared: boolean, ads: number, { currency, now, dayOf }: Terms): RunningGroup {
  const { start_time: start, end_time: end } = adGroupOf(wire, currency);
  const status = switched(wire);
  return {
    id: wire.adgroup_id,
    name: wire.adgroup_name,
    status: status === 'on' && end !== undefined && Date.parse(end) <= now ? 'ended' : status,
    budget: isShared ? undefined : budgetOf(wire, currency),
    start: start && dayOf(Date.parse(start)),
    // An end at midnight is that of the day before.
    end: end && dayOf(Date.parse(end) - 1),
    ads,
  };
}

/** Ad groups alone have days here: a campaign begins with the first of them and ends with the last. */
function runningCampaign(wire: Campaign, groups: readonly RunningGroup[], { currency }: Terms): RunningCampaign {
  const ends = groups.flatMap(({ end }) => end ?? []).sort();
  const isOver = groups.length > 0 && groups.every(({ status }) => status === 'ended');
  const status = switched(wire);
  return {
    id: wire.campaign_id,
    name: wire.campaign_name,
    status: status === 'on' && isOver ? 'ended' : status,
    objective: objectiveWord(wire.objective_type),
    budget: wire.budget_mode === NONE ? undefined : budgetOf(wire, currency),
    start: groups.flatMap(({ start }) => start ?? []).sort()[0],
    end: ends.length === groups.length ? ends.at(-1) : undefined,
    groups,
  };
}

function budgetOf(
  { budget, budget_mode }: Pick<Campaign, 'budget' | 'budget_mode'>,
  currency: string,
): PlannedBudget | undefined {
  return budget ? { ...moneyOf(budget, currency), per: isLifetime(budget_mode) ? 'total' : 'day' } : undefined;
}
