import { graphTime } from '../format.ts';
import { checkStillEditable, createNode, readLabels, saveNode } from '../graph/changes.ts';
import { ADS_LIMIT, listDelivering } from '../graph/listing.ts';
import { type Ctx, money, type Operation, ofKind, stored } from '../graph/operation.ts';
import { spentSoFar } from '../insights/spend-so-far.ts';
import { hasBudget } from '../rules/budget.ts';
import { bidsOfAdSets, campaignChanges, newCampaign } from '../rules/campaign-rules.ts';
import { campaignStatus } from '../rules/derived-status.ts';
import type { GraphNode } from '../state.ts';

const campaign = ofKind('Campaign');
const account = ofKind('AdAccount');

export function zoneOf(ctx: Ctx, node: GraphNode): string {
  return ctx.store.need('AdAccount', node.links.account).data.timezone;
}

/** The times every campaign, ad set and ad has, in the account's zone. */
export const lifeFields = {
  account_id: (_: Ctx, node: GraphNode) => node.links.account!.slice('act_'.length),
  created_time: (ctx: Ctx, node: GraphNode) => graphTime((node.data as { created: number }).created, zoneOf(ctx, node)),
  updated_time: (ctx: Ctx, node: GraphNode) => graphTime((node.data as { updated: number }).updated, zoneOf(ctx, node)),
};

export const type = campaign.type([], {
  ...lifeFields,
  ...stored(
    'name',
    'objective',
    'status',
    'buying_type',
    'bid_strategy',
    'special_ad_categories',
    'special_ad_category_country',
  ),
  ...stored('promoted_object', 'adlabels', 'is_adset_budget_sharing_enabled', 'source_campaign_id'),
  ...money('daily_budget', 'lifetime_budget', 'spend_cap'),
  configured_status: (_, { data }) => data.status,
  is_budget_schedule_enabled: (_, { data }) => data.budget_schedules !== undefined,
  effective_status: (_, node) => campaignStatus(node),
  special_ad_category: (_, { data }) => data.special_ad_categories[0] ?? 'NONE',
  budget_remaining: (ctx, node) => {
    if (!hasBudget(node.data)) return '0';
    const spent = spentSoFar(ctx, { campaign: node.id }, node.data.daily_budget !== undefined);
    return String(Math.max(0, (node.data.daily_budget ?? node.data.lifetime_budget!) - spent));
  },
  start_time: (ctx, node) => graphTime(node.data.start_time ?? firstStart(ctx, node), zoneOf(ctx, node)),
  stop_time: (ctx, { data, ...node }) =>
    data.stop_time === undefined ? undefined : graphTime(data.stop_time, zoneOf(ctx, node as GraphNode)),
  pacing_type: () => ['standard'],
  is_skadnetwork_attribution: (_, { data }) => data.is_skadnetwork_attribution ?? false,
  smart_promotion_type: (_, { data }) => data.smart_promotion_type ?? 'GUIDED_CREATION',
  can_use_spend_cap: () => true,
  issues_info: () => undefined,
  recommendations: () => undefined,
  advantage_state_info: () => ({ advantage_state: 'DISABLED' }),
});

function firstStart(ctx: Ctx, node: GraphNode<'Campaign'>): number {
  const starts = ctx.store.all('AdSet', { campaign: node.id }).map(({ data }) => data.start_time);
  return starts.length === 0 ? node.data.created : Math.min(...starts);
}

export const operations: Operation[] = [
  campaign.list('adsets', (ctx, node) => listDelivering(ctx, 'AdSet', { campaign: node.id }), { limit: ADS_LIMIT }),
  campaign.list('ads', (ctx, node) => listDelivering(ctx, 'Ad', { campaign: node.id }), { limit: ADS_LIMIT }),
  account.create('campaigns', (ctx, node, record) => {
    const labels = readLabels(ctx, node.id, record);
    const data = newCampaign(ctx, node);
    return {
      id: createNode(ctx, record, 'Campaign', { account: node.id }, { ...data, ...(labels && { adlabels: labels }) })
        .id,
    };
  }),
  campaign.update((ctx, node, record) => {
    checkStillEditable(node, ctx);
    const labels = readLabels(ctx, node.links.account!, record);
    const changes = { ...campaignChanges(ctx, node), ...(labels && { adlabels: labels }) };
    for (const adSet of bidsOfAdSets(ctx, node, { ...node.data, ...changes })) ctx.store.save(adSet);
    node.data = { ...node.data, ...changes };
    // A budget or cap alone does not count as an update on the platform.
    if (Object.keys(changes).some((name) => !name.includes('budget') && name !== 'spend_cap'))
      node.data.updated = ctx.world.now();
    saveNode(ctx, record, node, changes);
    return { success: true };
  }),
  campaign.remove((ctx, node, record) => {
    node.data = { ...node.data, status: 'DELETED', updated: ctx.world.now() };
    saveNode(ctx, record, node, { status: 'DELETED' }, 'delete');
    return { success: true };
  }),
];
