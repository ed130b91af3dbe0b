import { DAY_MS } from '../../../ambient.ts';
import { fromArray } from '../../paging.ts';
import { badParameter, ruleBroken } from '../errors.ts';
import { graphTime } from '../format.ts';
import { checkStillEditable, createNode, given, readLabels, saveNode } from '../graph/changes.ts';
import { ADS_LIMIT, listDelivering } from '../graph/listing.ts';
import { type Ctx, type Operation, ofKind, stored } from '../graph/operation.ts';
import { spentSoFar } from '../insights/spend-so-far.ts';
import { adSetChanges, newAdSet } from '../rules/ad-set-rules.ts';
import { hasBudget } from '../rules/budget.ts';
import { adSetStatus, audienceIssue, lostAudiences } from '../rules/derived-status.ts';
import type { AdSetData } from '../state/shapes.ts';
import type { GraphNode } from '../state.ts';
import { lifeFields, zoneOf } from './campaigns.ts';

const adSet = ofKind('AdSet');
const account = ofKind('AdAccount');

export const type = adSet.type([], {
  ...lifeFields,
  ...stored(
    'name',
    'status',
    'targeting',
    'optimization_goal',
    'billing_event',
    'bid_amount',
    'bid_constraints',
    'promoted_object',
  ),
  ...stored(
    'is_dynamic_creative',
    'frequency_control_specs',
    'adset_schedule',
    'dsa_payor',
    'dsa_beneficiary',
    'adlabels',
  ),
  ...stored('source_adset_id', 'regional_regulated_categories', 'regional_regulation_identities'),
  ...stored('daily_min_spend_target', 'daily_spend_cap', 'lifetime_min_spend_target', 'lifetime_spend_cap'),
  // An ad set always shows both budgets, the unused one as "0".
  daily_budget: (_, { data }) => String(data.daily_budget ?? 0),
  lifetime_budget: (_, { data }) => String(data.lifetime_budget ?? 0),
  bid_strategy: (ctx, { data, links }) =>
    data.bid_strategy ?? ctx.store.need('Campaign', links.campaign).data.bid_strategy ?? 'LOWEST_COST_WITHOUT_CAP',
  campaign_id: (_, { links }) => links.campaign,
  campaign: (ctx, { links }) => ctx.store.need('Campaign', links.campaign),
  configured_status: (_, { data }) => data.status,
  is_budget_schedule_enabled: (_, { data }) => data.budget_schedules !== undefined,
  effective_status: (ctx, node) => adSetStatus(ctx.store, node),
  destination_type: (_, { data }) => data.destination_type ?? 'UNDEFINED',
  attribution_spec: (_, { data }) =>
    data.attribution_spec ?? [
      { event_type: 'CLICK_THROUGH', window_days: 7 },
      { event_type: 'VIEW_THROUGH', window_days: 1 },
    ],
  pacing_type: (_, { data }) => data.pacing_type ?? ['standard'],
  start_time: (ctx, node) => graphTime(node.data.start_time, zoneOf(ctx, node)),
  end_time: (ctx, node) =>
    node.data.end_time === undefined ? undefined : graphTime(node.data.end_time, zoneOf(ctx, node)),
  budget_remaining: (ctx, { id, data }) => {
    if (!hasBudget(data)) return '0';
    return String(
      Math.max(
        0,
        (data.daily_budget ?? data.lifetime_budget!) - spentSoFar(ctx, { adset: id }, data.daily_budget !== undefined),
      ),
    );
  },
  learning_stage_info: (ctx, { data }) => learningStage(data, ctx.world.now()),
  issues_info: (ctx, node) => issues(ctx, node),
  recommendations: () => undefined,
});

const LEARNING_MS = 7 * DAY_MS;

function learningStage({ learning_since: since, created }: AdSetData, now: number): unknown {
  const from = since ?? created;
  return { status: now - from < LEARNING_MS ? 'LEARNING' : 'SUCCESS', last_sig_edit_ts: Math.floor(from / 1000) };
}

function issues(ctx: Ctx, node: GraphNode<'AdSet'>): unknown {
  const lost = lostAudiences(ctx.store, node);
  if (lost.length === 0) return undefined;
  return audienceIssue(`The ad set is aimed at deleted audiences: ${lost.join(', ')}.`);
}

const REVIEWED = ['targeting', 'optimization_goal', 'billing_event'];

/** Targeting and goal are part of an ad's review; money and time are not. */
function reviewAgain(ctx: Ctx, node: GraphNode<'AdSet'>): void {
  for (const ad of ctx.store.all('Ad', { adset: node.id })) {
    ad.data.review_started = ctx.world.now();
    ctx.store.save(ad);
  }
}

function campaignFor(ctx: Ctx, accountId: string): GraphNode<'Campaign'> {
  const id = ctx.params.requiredText('campaign_id');
  const campaign = ctx.store.findKind('Campaign', id);
  if (campaign?.links.account !== accountId)
    throw badParameter(`Param campaign_id must be a valid campaign ID of this ad account: ${id}`, 'campaign_id');
  if (campaign.data.status === 'DELETED' || campaign.data.status === 'ARCHIVED') {
    throw ruleBroken(1487566, 'Campaign Is Not Live', 'Ad sets cannot be added to a deleted or archived campaign.', [
      'campaign_id',
    ]);
  }
  return campaign;
}

export const operations: Operation[] = [
  adSet.list('ads', (ctx, node) => listDelivering(ctx, 'Ad', { adset: node.id }), { limit: ADS_LIMIT }),
  adSet.list('adcreatives', (ctx, node) => {
    const used = ctx.store.all('Ad', { adset: node.id }).map(({ links }) => links.creative!);
    return fromArray([...new Set(used)].map((id) => ctx.store.need('AdCreative', id)));
  }),
  account.create('adsets', (ctx, node, record) => {
    const campaign = campaignFor(ctx, node.id);
    const labels = readLabels(ctx, node.id, record);
    const data = { ...newAdSet(ctx, node, campaign), ...(labels && { adlabels: labels }) };
    return { id: createNode(ctx, record, 'AdSet', { account: node.id, campaign: campaign.id }, data).id };
  }),
  adSet.update((ctx, node, record) => {
    checkStillEditable(node, ctx);
    const labels = readLabels(ctx, node.links.account!, record);
    const { budget_edits, learning_since, ...changes } = {
      ...adSetChanges(ctx, node),
      ...(labels && { adlabels: labels }),
    };
    const noted = given({ budget_edits, learning_since });
    node.data = { ...node.data, ...changes, ...noted, updated: ctx.world.now() };
    if (changes.bid_strategy === 'LOWEST_COST_WITHOUT_CAP') delete node.data.bid_amount;
    if (REVIEWED.some((name) => name in changes)) reviewAgain(ctx, node);
    saveNode(ctx, record, node, changes);
    return { success: true };
  }),
  adSet.remove((ctx, node, record) => {
    node.data = { ...node.data, status: 'DELETED', updated: ctx.world.now() };
    saveNode(ctx, record, node, { status: 'DELETED' }, 'delete');
    return { success: true };
  }),
];
