import { Turns } from '../../../event-loop/turns.ts';
import type { PlannedBudget, RunningCampaign, RunningGroup } from '../../../tools/media-planning.ts';
import type { SearchClient } from '../client.ts';
import { moneyOf } from '../money.ts';
import { strategyShown } from './bidding.ts';
import { isShared } from './campaign.ts';
import { Literal, unequal } from './wire/gaql.ts';
import type { Row } from './wire/row.ts';

const CAMPAIGN = [
  ...['id', 'name', 'status', 'serving_status', 'advertising_channel_type', 'bidding_strategy_type'],
  ...['start_date_time', 'end_date_time'],
].map((field) => `campaign.${field}`);
const BUDGET = ['amount_micros', 'total_amount_micros', 'period', 'explicitly_shared', 'reference_count'].map(
  (field) => `campaign_budget.${field}`,
);
const GROUP = ['ad_group.id', 'ad_group.name', 'ad_group.status', 'campaign.id'];
const ASSET_GROUP = ['asset_group.id', 'asset_group.name', 'asset_group.status', 'campaign.id'];
const AD = ['ad_group.id', 'ad_group_ad.ad.id'];

/** The platform's dates are never missing there: without an end this one is told by some versions. */
const ENDLESS = '2037-12-30';

/** Every campaign that is not removed, with its ad groups or asset groups. */
export async function runningCampaigns(
  client: SearchClient,
  account: string,
  signal: AbortSignal,
): Promise<RunningCampaign[]> {
  const read = (from: string, select: readonly string[], statuses: readonly string[]) => {
    const where = statuses.map((field) => unequal(field, Literal.word('REMOVED')));
    return client.rows(account, { select, from, where });
  };
  const [campaigns, groups, assetGroups, ads] = await Promise.all([
    read('campaign', [...CAMPAIGN, ...BUDGET, 'customer.currency_code'], ['campaign.status']),
    read('ad_group', GROUP, ['ad_group.status', 'campaign.status']),
    read('asset_group', ASSET_GROUP, ['asset_group.status', 'campaign.status']),
    read('ad_group_ad', AD, ['ad_group_ad.status', 'ad_group.status', 'campaign.status']),
  ]);
  const turns = new Turns(signal);
  const counts = new Map<string, number>();
  for (const { adGroup } of ads) {
    counts.set(adGroup?.id ?? '', (counts.get(adGroup?.id ?? '') ?? 0) + 1);
    await turns.pause();
  }
  const below = new Map<string, RunningGroup[]>();
  for (const row of [...groups, ...assetGroups]) {
    const { id = '', name = '', status } = row.adGroup ?? row.assetGroup ?? {};
    // An asset group is its own ad.
    const group = { id, name, status: statusOf(status), ads: row.assetGroup ? 1 : (counts.get(id) ?? 0) };
    const campaign = row.campaign?.id ?? '';
    below.set(campaign, [...(below.get(campaign) ?? []), group]);
    await turns.pause();
  }
  return campaigns.map((row) => running(row, below.get(row.campaign?.id ?? '') ?? []));
}

function running(row: Row, groups: RunningGroup[]): RunningCampaign {
  const { id = '', name = '', status, servingStatus, startDateTime, endDateTime } = row.campaign ?? {};
  const end = endDateTime?.slice(0, 10);
  return {
    id,
    name,
    status: servingStatus === 'ENDED' ? 'ended' : statusOf(status),
    budget: budgetOf(row),
    start: startDateTime?.slice(0, 10),
    end: end === ENDLESS ? undefined : end,
    groups,
    own: {
      type: row.campaign?.advertisingChannelType ?? 'UNKNOWN',
      bidding_strategy: strategyShown(row) ?? 'UNKNOWN',
      ...(row.campaignBudget && isShared(row.campaignBudget) && { shared_budget: 'true' }),
    },
  };
}

function statusOf(status: string | undefined): RunningCampaign['status'] {
  return status === 'ENABLED' ? 'on' : status === 'PAUSED' ? 'paused' : 'other';
}

function budgetOf({ campaignBudget: budget, customer }: Row): PlannedBudget | undefined {
  const isTotal = budget?.period === 'CUSTOM_PERIOD';
  const money = moneyOf(isTotal ? budget?.totalAmountMicros : budget?.amountMicros, customer?.currencyCode);
  return money && { ...money, per: isTotal ? 'total' : 'day' };
}
