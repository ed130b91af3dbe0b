import { unit } from '../../chance.ts';
import { isObject } from '../../json.ts';
import { filtered } from '../../paging.ts';
import { ruleBroken } from '../errors.ts';
import { createNode, NOT_CONTENT, readLabels, readName, saveNode } from '../graph/changes.ts';
import { type Ctx, type Operation, ofKind, type Recorder, stored } from '../graph/operation.ts';
import { newCreativeContent } from '../rules/creative-rules.ts';
import { viewCreative } from '../rules/creative-view.ts';
import { imageId } from '../rules/media-rules.ts';
import type { Json } from '../state/shapes.ts';
import type { GraphNode } from '../state.ts';
import { imageUrl } from './images.ts';

const creative = ofKind('AdCreative');
const account = ofKind('AdAccount');

const fromContent = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, (_: Ctx, node: GraphNode<'AdCreative'>) => node.data.content[name]]));

export const type = creative.type([], {
  ...stored('name', 'status', 'adlabels'),
  ...fromContent(
    'object_story_spec',
    'object_story_id',
    'url_tags',
    'image_hash',
    'link_url',
    'object_url',
    'product_set_id',
    'template_url',
  ),
  ...fromContent(
    'contextual_multi_ads',
    'destination_spec',
    'authorization_category',
    'applink_treatment',
    'source_instagram_media_id',
    'object_id',
  ),
  account_id: (_, { links }) => links.account!.slice('act_'.length),
  actor_id: (_, node) => storyOf(node).page_id,
  asset_feed_spec: (_, { data }) => feedAsRead(data.content.asset_feed_spec),
  degrees_of_freedom_spec: (_, { data }) => featuresAsRead(data.content.degrees_of_freedom_spec),
  effective_object_story_id: (_, node) =>
    node.data.content.object_story_id ??
    (storyOf(node).page_id === undefined ? undefined : `${storyOf(node).page_id}_${node.data.post_id}`),
  instagram_user_id: (_, node) => storyOf(node).instagram_user_id ?? node.data.content.instagram_user_id,
  object_type: (ctx, { data }) =>
    ctx.store.findKind('PagePost', String(data.content.object_story_id))?.data.deleted
      ? 'POST_DELETED'
      : viewCreative(data).video
        ? 'VIDEO'
        : data.content.object_story_spec
          ? 'SHARE'
          : 'STATUS',
  call_to_action_type: (_, { data }) => viewCreative(data).callToAction,
  body: (_, { data }) => viewCreative(data).body || undefined,
  title: (_, { data }) => viewCreative(data).title || undefined,
  video_id: (_, { data }) => viewCreative(data).videoIds[0],
  thumbnail_url: (ctx, node) =>
    `${pictureOf(ctx, node)}?stp=dst-emg0_p${ctx.params.integer('thumbnail_width') ?? 64}x${ctx.params.integer('thumbnail_height') ?? 64}`,
  image_url: (ctx, node) => (viewCreative(node.data).video ? undefined : pictureOf(ctx, node)),
});

function storyOf({ data }: GraphNode<'AdCreative'>): Json {
  return isObject(data.content.object_story_spec) ? data.content.object_story_spec : {};
}

function pictureOf(ctx: Ctx, node: GraphNode<'AdCreative'>): string {
  const hash = viewCreative(node.data).imageHashes[0];
  const image = hash && ctx.store.findKind('AdImage', imageId(node.links.account!, hash));
  return image ? imageUrl(image) : `https://scontent.example/creative/${node.id}.jpg`;
}

/** On reading the platform says how it mixes the assets, and repeats the buttons as objects. */
function feedAsRead(feed: unknown): Json | undefined {
  if (!isObject(feed)) return undefined;
  const types = Array.isArray(feed.call_to_action_types) ? feed.call_to_action_types : [];
  return {
    optimization_type: 'REGULAR',
    ...feed,
    ...(types.length > 0 && { call_to_actions: types.map((name) => ({ type: name })) }),
  };
}

function featuresAsRead(spec: unknown): Json {
  const chosen = isObject(spec) && isObject(spec.creative_features_spec) ? spec.creative_features_spec : {};
  return { creative_features_spec: { adapt_to_placement: { enroll_status: 'OPT_IN' }, ...chosen } };
}

/** Also used for a creative written inline in an ad. */
export function createCreative(ctx: Ctx, accountId: string, record: Recorder): GraphNode<'AdCreative'> {
  const name = readName(ctx, 100) ?? 'Untitled creative';
  const labels = readLabels(ctx, accountId, record);
  const content = newCreativeContent(ctx, accountId);
  const now = ctx.world.now();
  const post_id = String(100_000_000_000_000 + Math.floor(unit(accountId, name, now) * 9e13));
  return createNode(
    ctx,
    record,
    'AdCreative',
    { account: accountId },
    { name, status: 'ACTIVE', content, post_id, created: now, ...(labels && { adlabels: labels }) },
  );
}

const CHANGEABLE = new Set(['name', 'adlabels', 'status']);

function update(ctx: Ctx, node: GraphNode<'AdCreative'>, record: Recorder): unknown {
  const fixed = ctx.params.names().find((name) => !CHANGEABLE.has(name) && !NOT_CONTENT.has(name));
  if (fixed !== undefined) {
    const message = 'The content of a creative cannot be edited. Create a new creative and put it into the ad.';
    throw ruleBroken(1815573, 'Creative Cannot Be Edited', message, [fixed]);
  }
  const name = readName(ctx, 100);
  const status = ctx.params.oneOf('status', ['ACTIVE', 'IN_PROCESS', 'WITH_ISSUES', 'DELETED']);
  const labels = readLabels(ctx, node.links.account!, record);
  if (name !== undefined) node.data.name = name;
  if (status === 'DELETED') node.data.status = status;
  if (labels) node.data.adlabels = labels;
  saveNode(ctx, record, node, { name, status, adlabels: labels });
  return { success: true };
}

export const operations: Operation[] = [
  account.list(
    'adcreatives',
    (ctx, node) =>
      filtered(ctx.store.list('AdCreative', { account: node.id }), ({ data }) => data.status !== 'DELETED'),
    {
      limit: { usual: 25, most: 500 },
    },
  ),
  account.create('adcreatives', (ctx, node, record) => ({ id: createCreative(ctx, node.id, record).id })),
  creative.update(update),
  creative.remove((ctx, node, record) => {
    node.data.status = 'DELETED';
    saveNode(ctx, record, node, { status: 'DELETED' }, 'delete');
    return { success: true };
  }),
];
