import { fromArray } from '../../paging.ts';
import { badParameter, ruleBroken } from '../errors.ts';
import { checkStillEditable, createNode, given, readLabels, readName, saveNode } from '../graph/changes.ts';
import { type Ctx, type Operation, ofKind, type Recorder, stored } from '../graph/operation.ts';
import { Params } from '../graph/params.ts';
import {
  checkCreativeFits,
  checkDynamic,
  checkEnabling,
  checkExtras,
  checkParents,
  checkRoom,
} from '../rules/ad-rules.ts';
import { replan } from '../rules/delivery.ts';
import { adStatus, audienceIssue, brokenPolicy, lostAudiences } from '../rules/derived-status.ts';
import type { GraphNode } from '../state.ts';
import { lifeFields } from './campaigns.ts';
import { createCreative } from './creatives.ts';

const ad = ofKind('Ad');
const account = ofKind('AdAccount');
const NAME_MAX = 400;

export const type = ad.type([], {
  ...lifeFields,
  ...stored('name', 'status', 'tracking_specs', 'conversion_domain', 'adlabels', 'source_ad_id'),
  campaign_id: (_, { links }) => links.campaign,
  adset_id: (_, { links }) => links.adset,
  campaign: (ctx, { links }) => ctx.store.need('Campaign', links.campaign),
  adset: (ctx, { links }) => ctx.store.need('AdSet', links.adset),
  creative: (ctx, { links }) => ctx.store.need('AdCreative', links.creative),
  configured_status: (_, { data }) => data.status,
  effective_status: (ctx, node) => adStatus(ctx.store, node, ctx.world.now()),
  ad_review_feedback: (ctx, node) => {
    const policy = brokenPolicy(ctx.store, node, ctx.world.now());
    return policy ? { global: { [policy]: 'The ad does not follow this policy.' } } : undefined;
  },
  issues_info: (ctx, node) => issues(ctx, node),
  preview_shareable_link: (_, node) => `https://fb.example/${node.id}`,
  bid_type: () => 'ABSOLUTE_OCPM',
  conversion_specs: () => undefined,
  recommendations: () => undefined,
});

function issues(ctx: Ctx, node: GraphNode<'Ad'>): unknown {
  if (lostAudiences(ctx.store, ctx.store.need('AdSet', node.links.adset)).length === 0) return undefined;
  return audienceIssue('The ad set of this ad is aimed at a deleted audience.');
}

function adSetFor(ctx: Ctx, accountId: string): GraphNode<'AdSet'> {
  const id = ctx.params.requiredText('adset_id');
  const adSet = ctx.store.findKind('AdSet', id);
  if (adSet?.links.account !== accountId)
    throw badParameter(`Param adset_id must be a valid ad set ID of this ad account: ${id}`, 'adset_id');
  checkParents(ctx, adSet);
  return adSet;
}

/** An existing creative by id, or a new one written inline. */
function creativeFor(ctx: Ctx, accountId: string, record: Recorder): GraphNode<'AdCreative'> {
  const spec = ctx.params.object('creative');
  if (spec === undefined) throw badParameter('The parameter creative is required', 'creative');
  const id = spec.creative_id ?? spec.id;
  if (id === undefined) return createCreative({ ...ctx, params: new Params(Object.entries(spec)) }, accountId, record);
  const creative = ctx.store.findKind('AdCreative', String(id));
  if (creative?.links.account !== accountId || creative.data.status === 'DELETED')
    throw badParameter(`Param creative must name a creative of this ad account: ${String(id)}`, 'creative');
  return creative;
}

function create(ctx: Ctx, node: GraphNode<'AdAccount'>, record: Recorder): unknown {
  const name = readName(ctx, NAME_MAX);
  if (name === undefined) throw badParameter('The parameter name is required', 'name');
  const adSet = adSetFor(ctx, node.id);
  const labels = readLabels(ctx, node.id, record);
  checkRoom(ctx, adSet);
  checkExtras(ctx, adSet);
  const creative = creativeFor(ctx, node.id, record);
  checkDynamic(ctx, adSet, creative);
  checkCreativeFits(ctx.store, adSet, creative);
  const now = ctx.world.now();
  const status = ctx.params.oneOf('status', ['ACTIVE', 'PAUSED']) ?? 'ACTIVE';
  const links = { account: node.id, campaign: adSet.links.campaign!, adset: adSet.id, creative: creative.id };
  const optional = given({
    tracking_specs: ctx.params.array('tracking_specs'),
    conversion_domain: ctx.params.text('conversion_domain'),
    adlabels: labels,
  });
  const made = createNode(ctx, record, 'Ad', links, {
    name,
    status,
    review_started: now,
    delivery: [],
    created: now,
    updated: now,
    ...optional,
  });
  replan(ctx.store, links.campaign, now);
  return { id: made.id };
}

function update(ctx: Ctx, node: GraphNode<'Ad'>, record: Recorder): unknown {
  checkStillEditable(node, ctx);
  if (ctx.params.has('adset_id') && ctx.params.text('adset_id') !== node.links.adset)
    throw badParameter('An ad cannot move to another ad set', 'adset_id');
  const now = ctx.world.now();
  const changes = given({
    name: readName(ctx, NAME_MAX),
    status: ctx.params.oneOf('status', ['ACTIVE', 'PAUSED', 'ARCHIVED', 'DELETED']),
    tracking_specs: ctx.params.array('tracking_specs'),
    conversion_domain: ctx.params.text('conversion_domain'),
    adlabels: readLabels(ctx, node.links.account!, record),
  });
  checkExtras(ctx, ctx.store.need('AdSet', node.links.adset));
  const swapped = ctx.params.has('creative') ? swapCreative(ctx, node, record) : {};
  checkEnabling(node, changes.status, swapped.creative !== undefined);
  node.data = { ...node.data, ...changes, updated: now };
  saveNode(ctx, record, node, { ...changes, ...swapped });
  return { success: true };
}

/** Another creative means another review. */
function swapCreative(ctx: Ctx, node: GraphNode<'Ad'>, record: Recorder): { creative?: string } {
  const creative = creativeFor(ctx, node.links.account!, record);
  if (creative.id === node.links.creative) return {};
  const adSet = ctx.store.need('AdSet', node.links.adset);
  checkDynamic(ctx, adSet, creative, node.id);
  checkCreativeFits(ctx.store, adSet, creative);
  node.links.creative = creative.id;
  node.data.review_started = ctx.world.now();
  delete node.data.disapproved;
  return { creative: creative.id };
}

function remove(ctx: Ctx, node: GraphNode<'Ad'>, record: Recorder): unknown {
  if (ctx.store.need('AdSet', node.links.adset).data.is_dynamic_creative) {
    throw ruleBroken(
      1340029,
      'Ad Cannot Be Deleted',
      'An ad with dynamic creative cannot be deleted by itself: delete its ad set.',
    );
  }
  node.data = { ...node.data, status: 'DELETED', updated: ctx.world.now() };
  saveNode(ctx, record, node, { status: 'DELETED' }, 'delete');
  return { success: true };
}

export const operations: Operation[] = [
  ad.list('adcreatives', (ctx, node) => fromArray([ctx.store.need('AdCreative', node.links.creative)])),
  account.create('ads', create),
  ad.update(update),
  ad.remove(remove),
];
