import { Turns } from '../../../event-loop/turns.ts';
import { dayOf } from '../../../tools/days.ts';
import type { PlanContainer, PlannedBudget, RunningCampaign } from '../../../tools/media-planning.ts';
import type { ProfessionalClient } from '../client.ts';
import { moneyOf } from '../money.ts';
import { WireCampaign, WireCreative, WireGroup } from '../wire.ts';
import { campaignPath } from './campaign.ts';
import { groupPath } from './campaign-group.ts';
import { creativesPath } from './creative.ts';
import { idIn } from './fields.ts';
import { planObjective } from './plan-defaults.ts';

const OPEN = ['ACTIVE', 'PAUSED', 'DRAFT'];
const LEFT = [...OPEN, 'ARCHIVED', 'COMPLETED'];
const CREATIVES_PAGE_MAX = 100;
const ALL = Number.POSITIVE_INFINITY;

/** Every campaign that is not deleted. A group of a sheet is a campaign here, so each has itself as its only group. */
export async function runningCampaigns(
  client: ProfessionalClient,
  account: string,
  signal: AbortSignal,
): Promise<RunningCampaign[]> {
  const [campaigns, groups, creatives] = await Promise.all([
    client.list(campaignPath(account), WireCampaign, { limit: ALL, params: withStatus(LEFT), account }),
    groupsOf(client, account, [...OPEN, 'ARCHIVED']),
    client.list(creativesPath(account), WireCreative, {
      limit: ALL,
      params: { q: 'criteria', intendedStatuses: OPEN },
      account,
      pageMax: CREATIVES_PAGE_MAX,
    }),
  ]);
  const turns = new Turns(signal);
  const containers = new Map(groups.map((group) => [group.id, group]));
  const ads = new Map<string, number>();
  for (const { campaign } of creatives.items) {
    ads.set(idIn(campaign), (ads.get(idIn(campaign)) ?? 0) + 1);
    await turns.pause();
  }
  return campaigns.items.map((one) => running(one, containers.get(idIn(one.campaignGroup)), ads.get(one.id) ?? 0));
}

/** Campaign groups that take new campaigns. */
export async function planContainers(client: ProfessionalClient, account: string): Promise<PlanContainer[]> {
  const groups = await groupsOf(client, account, OPEN);
  return groups.map(({ id, name, status, objectiveType, budgetOptimization }) => ({
    id,
    name,
    own: {
      status,
      ...(objectiveType && { objective: objectiveType }),
      ...(budgetOptimization && { shares_budget: 'true' }),
    },
  }));
}

async function groupsOf(
  client: ProfessionalClient,
  account: string,
  statuses: readonly string[],
): Promise<WireGroup[]> {
  return (await client.list(groupPath(account), WireGroup, { limit: ALL, params: withStatus(statuses), account }))
    .items;
}

function withStatus(values: readonly string[]) {
  return { q: 'search', search: { status: { values: [...values] } } };
}

function running(campaign: WireCampaign, group: WireGroup | undefined, ads: number): RunningCampaign {
  const { id, name, dailyBudget, totalBudget, runSchedule } = campaign;
  const status = statusOf(campaign.status);
  const budget = budgetFrom(campaign);
  const days = {
    start: runSchedule && dayOf(runSchedule.start),
    // The platform's ends are exclusive.
    end: runSchedule?.end === undefined ? undefined : dayOf(runSchedule.end - 1),
  };
  return {
    id,
    name,
    ...(group && { container: { id: group.id, name: group.name } }),
    status,
    objective: planObjective(campaign.objectiveType),
    budget,
    ...days,
    groups: [{ id, name, status, ads }],
    own: {
      status: campaign.status,
      objective: campaign.objectiveType ?? 'UNKNOWN',
      ...(campaign.format && { format: campaign.format }),
      ...(dailyBudget && totalBudget && { total_budget: totalBudget.amount }),
      ...(group?.budgetOptimization && { shares_budget: 'true' }),
    },
  };
}

function budgetFrom({ dailyBudget, totalBudget }: WireCampaign): PlannedBudget | undefined {
  const daily = moneyOf(dailyBudget);
  if (daily) return { ...daily, per: 'day' };
  const total = moneyOf(totalBudget);
  return total && { ...total, per: 'total' };
}

function statusOf(status: string): RunningCampaign['status'] {
  if (status === 'ACTIVE') return 'on';
  if (status === 'PAUSED' || status === 'DRAFT') return 'paused';
  return status === 'COMPLETED' ? 'ended' : 'other';
}
