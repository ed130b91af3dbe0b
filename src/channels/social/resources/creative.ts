import { z } from 'zod';
import { withoutUnset } from '../../../tools/set-fields.ts';
import type { Creative as Wire } from '../wire.ts';

/** How a creative is built: one story, an asset feed with variants, or an existing post. */
const FORMS = ['object_story_spec', 'asset_feed_spec', 'existing_post', 'other'] as const;
/** The format that people see. */
const FORMATS = ['image', 'video', 'carousel', 'catalogue', 'other'] as const;

export const Creative = z
  .looseObject({ id: z.string(), name: z.string(), form: z.enum(FORMS), format: z.enum(FORMATS) })
  .describe(
    'Also account_id, status, page_id, post_id, message, headline, link_url, call_to_action_type, image_hash, video_id, cards, product_set_id, thumbnail_url, url_tags',
  );

/** A creative is published as a post of its own, which collects the reactions. */
export const LOST_ENGAGEMENT =
  'Another creative is another post: likes, comments and shares of the old one do not come along. An ad made of an existing post (create_social_ad with post_id) keeps them.';

export function creativeOf(wire: Wire) {
  const story = blockOf(wire);
  const feed = wire.asset_feed_spec;
  const action = story.call_to_action as { type?: string; value?: { link?: string } } | undefined;
  return withoutUnset({
    id: wire.id,
    name: wire.name ?? '',
    account_id: wire.account_id,
    status: wire.status,
    form: formOf(wire),
    format: formatOf(wire),
    page_id: textIn(wire.object_story_spec?.page_id),
    message: textIn(story.message) ?? firstText(feed?.bodies, 'text') ?? wire.body,
    headline: textIn(story.name) ?? textIn(story.title) ?? firstText(feed?.titles, 'text') ?? wire.title,
    link_url: textIn(story.link) ?? action?.value?.link ?? firstText(feed?.link_urls, 'website_url'),
    call_to_action_type: wire.call_to_action_type ?? action?.type ?? firstOf(feed?.call_to_action_types),
    image_hash: textIn(story.image_hash) ?? firstText(feed?.images, 'hash') ?? wire.image_hash,
    video_id: textIn(story.video_id) ?? firstText(feed?.videos, 'video_id') ?? wire.video_id,
    thumbnail_url: wire.thumbnail_url,
    url_tags: wire.url_tags,
    post_id: wire.effective_object_story_id ?? wire.object_story_id,
    photo_network_media_id: wire.source_instagram_media_id,
    product_set_id: wire.product_set_id,
    cards: Array.isArray(story.child_attachments) ? story.child_attachments.map(cardOf) : undefined,
  });
}

function cardOf(card: Block) {
  return withoutUnset({
    link_url: textIn(card.link),
    headline: textIn(card.name),
    description: textIn(card.description),
    image_hash: textIn(card.image_hash),
    video_id: textIn(card.video_id),
  });
}

function formOf({
  object_story_spec,
  asset_feed_spec,
  object_story_id,
  source_instagram_media_id: photo,
}: Wire): (typeof FORMS)[number] {
  if (asset_feed_spec && Object.keys(asset_feed_spec).length > 0) return 'asset_feed_spec';
  if (object_story_id || photo) return 'existing_post';
  return object_story_spec ? 'object_story_spec' : 'other';
}

function formatOf({ object_story_spec = {}, asset_feed_spec, object_type }: Wire): (typeof FORMATS)[number] {
  const { link_data, video_data, photo_data, template_data } = object_story_spec as Record<string, Block | undefined>;
  const feedFormat = firstOf(asset_feed_spec?.ad_formats) ?? '';
  if (template_data) return 'catalogue';
  if (feedFormat.includes('CAROUSEL') || Array.isArray(link_data?.child_attachments)) return 'carousel';
  if (video_data || feedFormat.includes('VIDEO') || object_type === 'VIDEO') return 'video';
  return link_data || photo_data || feedFormat.includes('IMAGE') || object_type === 'PHOTO' ? 'image' : 'other';
}

type Block = Record<string, unknown>;

/** The one block of a story that holds its content. */
function blockOf({ object_story_spec = {} }: Wire): Block {
  const { link_data, video_data, photo_data, text_data, template_data } = object_story_spec;
  return (link_data ?? video_data ?? photo_data ?? text_data ?? template_data ?? {}) as Block;
}

function firstText(list: unknown, key: string): string | undefined {
  return Array.isArray(list) ? textIn((list[0] as Block | undefined)?.[key]) : undefined;
}

function firstOf(list: unknown): string | undefined {
  return Array.isArray(list) ? textIn(list[0]) : undefined;
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
