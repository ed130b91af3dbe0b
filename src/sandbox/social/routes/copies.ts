import { badParameter, ruleBroken } from '../errors.ts';
import { createNode } from '../graph/changes.ts';
import { type Ctx, type Operation, ofKind, type Recorder } from '../graph/operation.ts';
import { checkCreativeFits, checkDynamic, checkParents, checkRoom } from '../rules/ad-rules.ts';
import { checkCopiedAdSet } from '../rules/ad-set-rules.ts';
import { replan } from '../rules/delivery.ts';
import type { ConfiguredStatus } from '../state/shapes.ts';
import type { GraphNode } from '../state.ts';

const STRATEGIES = ['DEEP_RENAME', 'ONLY_TOP_LEVEL_RENAME', 'NO_RENAME'];
/** The copy itself and two below it; more are copied in the background only, which is not here. */
const CHILDREN_MAX = 2;

/** What one request copies, and how. */
interface Copying {
  ctx: Ctx;
  record: Recorder;
  nameOf(name: string, isTop: boolean): string;
  statusOf(source: ConfiguredStatus): ConfiguredStatus;
  done: { ad_object_type: string; source_id: string; copied_id: string }[];
}

function copying(ctx: Ctx, record: Recorder): Copying {
  const option = ctx.params.oneOf('status_option', ['ACTIVE', 'PAUSED', 'INHERITED_FROM_SOURCE']) ?? 'PAUSED';
  const rename = ctx.params.object('rename_options') ?? {};
  const strategy = rename.rename_strategy ?? 'ONLY_TOP_LEVEL_RENAME';
  if (!STRATEGIES.includes(String(strategy)))
    throw badParameter(
      `Param rename_options[rename_strategy] must be one of {${STRATEGIES.join(', ')}}`,
      'rename_options',
    );
  const prefix = String(rename.rename_prefix ?? '');
  const suffix = String(rename.rename_suffix ?? (prefix === '' ? ' - Copy' : ''));
  return {
    ctx,
    record,
    nameOf: (name, isTop) =>
      strategy === 'DEEP_RENAME' || (strategy === 'ONLY_TOP_LEVEL_RENAME' && isTop) ? prefix + name + suffix : name,
    statusOf: (source) => (option !== 'INHERITED_FROM_SOURCE' ? option : source === 'ACTIVE' ? 'ACTIVE' : 'PAUSED'),
    done: [],
  };
}

function checkChildren(count: number): void {
  if (count <= CHILDREN_MAX) return;
  throw ruleBroken(
    1885194,
    'Too Many Objects to Copy',
    `At most ${CHILDREN_MAX} objects below the copied one can be copied in one request; this one has ${count}.`,
    ['deep_copy'],
  );
}

function copyCampaign(ctx: Ctx, source: GraphNode<'Campaign'>, record: Recorder): unknown {
  const work = copying(ctx, record);
  const adSets = ctx.params.boolean('deep_copy') ? living(ctx.store.all('AdSet', { campaign: source.id })) : [];
  const ads = adSets.flatMap((adSet) => living(ctx.store.all('Ad', { adset: adSet.id })));
  checkChildren(adSets.length + ads.length);
  const now = ctx.world.now();
  const { data, links } = source;
  const made = createNode(
    ctx,
    record,
    'Campaign',
    { account: links.account! },
    {
      ...data,
      name: work.nameOf(data.name, true),
      status: work.statusOf(data.status),
      source_campaign_id: source.id,
      created: now,
      updated: now,
    },
  );
  work.done.push({ ad_object_type: 'campaign', source_id: source.id, copied_id: made.id });
  for (const adSet of adSets) adSetInto(work, adSet, made, false, true);
  return { copied_campaign_id: made.id, ad_object_ids: work.done };
}

function copyAdSet(ctx: Ctx, source: GraphNode<'AdSet'>, record: Recorder): unknown {
  const work = copying(ctx, record);
  const deep = ctx.params.boolean('deep_copy') ?? false;
  if (deep) checkChildren(living(ctx.store.all('Ad', { adset: source.id })).length);
  const campaign = campaignFor(ctx, source);
  const made = adSetInto(work, source, campaign, true, deep);
  return { copied_adset_id: made.id, ad_object_ids: work.done };
}

function campaignFor(ctx: Ctx, source: GraphNode<'AdSet'>): GraphNode<'Campaign'> {
  const id = ctx.params.text('campaign_id') ?? source.links.campaign!;
  const campaign = ctx.store.findKind('Campaign', id);
  if (!campaign || campaign.links.account !== source.links.account)
    throw badParameter(`Param campaign_id must be a valid campaign ID of this ad account: ${id}`, 'campaign_id');
  if (campaign.data.status === 'DELETED' || campaign.data.status === 'ARCHIVED')
    throw ruleBroken(1487566, 'Campaign Is Not Live', 'Ad sets cannot be added to a deleted or archived campaign.', [
      'campaign_id',
    ]);
  return campaign;
}

function adSetInto(
  work: Copying,
  source: GraphNode<'AdSet'>,
  campaign: GraphNode<'Campaign'>,
  isTop: boolean,
  deep: boolean,
): GraphNode<'AdSet'> {
  const { ctx, record } = work;
  const now = ctx.world.now();
  const [start, end] = [ctx.params.time('start_time'), ctx.params.text('end_time')];
  const { learning_since: _, ...held } = source.data;
  const data = {
    ...held,
    name: work.nameOf(held.name, isTop),
    status: work.statusOf(held.status),
    start_time: start ?? Math.max(held.start_time, now),
    source_adset_id: source.id,
    budget_edits: [],
    learning_since: now,
    created: now,
    updated: now,
    ...(end !== undefined && { end_time: end === '0' ? undefined : ctx.params.time('end_time') }),
  };
  const account = ctx.store.need('AdAccount', campaign.links.account);
  checkCopiedAdSet(ctx, account, campaign, data);
  const made = createNode(ctx, record, 'AdSet', { account: account.id, campaign: campaign.id }, data);
  work.done.push({ ad_object_type: 'ad_set', source_id: source.id, copied_id: made.id });
  if (deep) for (const ad of living(ctx.store.all('Ad', { adset: source.id }))) adInto(work, ad, made, false);
  return made;
}

function copyAd(ctx: Ctx, source: GraphNode<'Ad'>, record: Recorder): unknown {
  const id = ctx.params.text('adset_id') ?? source.links.adset!;
  const adSet = ctx.store.findKind('AdSet', id);
  if (!adSet || adSet.links.account !== source.links.account)
    throw badParameter(`Param adset_id must be a valid ad set ID of this ad account: ${id}`, 'adset_id');
  return { copied_ad_id: adInto(copying(ctx, record), source, adSet, true).id };
}

function adInto(work: Copying, source: GraphNode<'Ad'>, adSet: GraphNode<'AdSet'>, isTop: boolean): GraphNode<'Ad'> {
  const { ctx, record } = work;
  const creative = ctx.store.need('AdCreative', source.links.creative);
  checkParents(ctx, adSet);
  checkRoom(ctx, adSet);
  checkDynamic(ctx, adSet, creative);
  checkCreativeFits(ctx.store, adSet, creative);
  const now = ctx.world.now();
  const { disapproved: _, ...held } = source.data;
  const links = {
    account: adSet.links.account!,
    campaign: adSet.links.campaign!,
    adset: adSet.id,
    creative: creative.id,
  };
  const made = createNode(ctx, record, 'Ad', links, {
    ...held,
    name: work.nameOf(held.name, isTop),
    status: work.statusOf(held.status),
    source_ad_id: source.id,
    review_started: now,
    delivery: [],
    created: now,
    updated: now,
  });
  work.done.push({ ad_object_type: 'ad', source_id: source.id, copied_id: made.id });
  replan(ctx.store, links.campaign, now);
  return made;
}

function living<T extends { data: { status: string } }>(nodes: readonly T[]): T[] {
  return nodes.filter(({ data }) => data.status !== 'DELETED' && data.status !== 'ARCHIVED');
}

export const operations: Operation[] = [
  ofKind('Campaign').create('copies', copyCampaign),
  ofKind('AdSet').create('copies', copyAdSet),
  ofKind('Ad').create('copies', copyAd),
];
