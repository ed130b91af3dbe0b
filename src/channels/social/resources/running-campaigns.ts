import { z } from 'zod';
import { dayOf } from '../../../tools/days.ts';
import type { PlannedBudget, RunningCampaign, RunningGroup } from '../../../tools/media-planning.ts';
import { accountNode, type SocialClient } from '../client.ts';
import { shownMoney } from '../money.ts';
import { AdSet, Campaign, type Kind, kind } from '../wire.ts';
import { objectiveWord } from './plan-goals.ts';

/** Objects read only for what a media plan compares. */
const PLAN_CAMPAIGNS = kind(
  'campaigns',
  Campaign.pick({ id: true, name: true, status: true, objective: true, daily_budget: true, lifetime_budget: true }),
);
const PLAN_AD_SETS = kind(
  'adsets',
  AdSet.pick({
    ...{ id: true, campaign_id: true, name: true, status: true, optimization_goal: true },
    ...{ daily_budget: true, lifetime_budget: true, start_time: true, end_time: true },
  }),
);
const PLAN_ADS = kind('ads', z.object({ id: z.string(), adset_id: z.string() }));

type WireAdSet = z.infer<typeof PLAN_AD_SETS.schema>;
type WireCampaign = z.infer<typeof PLAN_CAMPAIGNS.schema>;

/** The platform takes pages of this size for objects with few fields. */
const PAGE_SIZE = 500;

/** The campaigns of an account with their ad sets; archived and deleted ones are not listed. */
export async function runningCampaigns(
  client: SocialClient,
  account: string,
  signal: AbortSignal,
): Promise<RunningCampaign[]> {
  const read = <T>(of: Kind<T>) => everyOne(client, of, account, signal);
  const [currency, campaigns, adSets, ads] = await Promise.all([
    client.currency(account),
    read(PLAN_CAMPAIGNS),
    read(PLAN_AD_SETS),
    read(PLAN_ADS),
  ]);
  const now = client.session.platformNow();
  const counts = new Map<string, number>();
  for (const { adset_id } of ads) counts.set(adset_id, (counts.get(adset_id) ?? 0) + 1);
  const within = Map.groupBy(adSets, ({ campaign_id }) => campaign_id);
  return campaigns.map((campaign) => {
    const own = within.get(campaign.id) ?? [];
    const groups = own.map((adSet) => runningGroup(adSet, currency, counts.get(adSet.id) ?? 0, now));
    return runningCampaign(campaign, own, groups, currency);
  });
}

async function everyOne<T>(client: SocialClient, of: Kind<T>, account: string, signal: AbortSignal): Promise<T[]> {
  const found: T[] = [];
  for await (const items of client.pages(of, accountNode(account), {}, account, PAGE_SIZE)) {
    signal.throwIfAborted();
    found.push(...items);
  }
  return found;
}

const STATUSES: Readonly<Record<string, RunningGroup['status']>> = { ACTIVE: 'on', PAUSED: 'paused' };

function runningGroup(wire: WireAdSet, currency: string, ads: number, now: number): RunningGroup {
  const status = STATUSES[wire.status] ?? 'other';
  const hasEnded = wire.end_time !== undefined && Date.parse(wire.end_time) <= now;
  return {
    id: wire.id,
    name: wire.name,
    status: hasEnded && status === 'on' ? 'ended' : status,
    budget: budgetOf(wire, currency),
    start: wire.start_time?.slice(0, 10),
    end: lastDay(wire.end_time),
    ads,
  };
}

/** Ad sets alone have days here: a campaign begins with the first of them and ends with the last. */
function runningCampaign(
  wire: WireCampaign,
  adSets: readonly WireAdSet[],
  groups: readonly RunningGroup[],
  currency: string,
): RunningCampaign {
  const status = STATUSES[wire.status] ?? 'other';
  const ends = groups.flatMap(({ end }) => end ?? []).sort();
  const isOver = groups.length > 0 && groups.every((group) => group.status === 'ended');
  return {
    id: wire.id,
    name: wire.name,
    status: status === 'on' && isOver ? 'ended' : status,
    objective: objectiveWord(
      wire.objective,
      adSets.flatMap(({ optimization_goal }) => optimization_goal ?? []),
    ),
    budget: budgetOf(wire, currency),
    start: groups.flatMap(({ start }) => start ?? []).sort()[0],
    end: ends.length === groups.length ? ends.at(-1) : undefined,
    groups,
  };
}

/** The platform leaves an unused budget out or gives it as 0. */
function budgetOf(
  { daily_budget, lifetime_budget }: Pick<WireCampaign, 'daily_budget' | 'lifetime_budget'>,
  currency: string,
): PlannedBudget | undefined {
  const per = Number(daily_budget) > 0 ? 'day' : Number(lifetime_budget) > 0 ? 'total' : undefined;
  const money = per && shownMoney((per === 'day' ? daily_budget : lifetime_budget) ?? '0', currency);
  return money && { ...money, per };
}

/** The platform writes times in the account's zone; an end at midnight is that of the day before. */
function lastDay(end: string | undefined): string | undefined {
  if (end === undefined) return undefined;
  const day = end.slice(0, 10);
  if (!/T00:00:00/.test(end)) return day;
  return dayOf(Date.parse(day) - 1);
}
