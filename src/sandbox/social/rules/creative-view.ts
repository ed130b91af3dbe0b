import { isObject } from '../../json.ts';
import type { AdCreativeData, Json } from '../state/shapes.ts';

/** What can be said about a creative from its content, whichever form it has. */
export interface CreativeView {
  video: boolean;
  carousel: boolean;
  /** Several assets to be mixed by the platform: only in a dynamic-creative ad set. */
  dynamic: boolean;
  body: string;
  title: string;
  callToAction: string | undefined;
  link: string | undefined;
  imageHashes: string[];
  videoIds: string[];
}

export function viewCreative({ content }: AdCreativeData): CreativeView {
  return isObject(content.asset_feed_spec)
    ? viewFeed(content.asset_feed_spec)
    : viewStory(isObject(content.object_story_spec) ? content.object_story_spec : content);
}

function viewStory(story: Json): CreativeView {
  const block =
    [story.link_data, story.video_data, story.photo_data, story.text_data, story.template_data].find(isObject) ?? story;
  const action = isObject(block.call_to_action) ? block.call_to_action : {};
  const cards = Array.isArray(block.child_attachments) ? block.child_attachments.filter(isObject) : [];
  const media = [block, ...cards];
  return {
    video: story.video_data !== undefined,
    carousel: cards.length > 0,
    dynamic: false,
    body: text(block.message ?? block.body),
    title: text(block.name ?? block.title),
    callToAction: typeof action.type === 'string' ? action.type : undefined,
    link: text(block.link ?? (isObject(action.value) ? action.value.link : undefined)) || undefined,
    imageHashes: media.flatMap(({ image_hash: hash }) => (typeof hash === 'string' ? [hash] : [])),
    videoIds: media.flatMap(({ video_id: id }) => (id === undefined ? [] : [String(id)])),
  };
}

function viewFeed(feed: Json): CreativeView {
  const objects = (name: string) => (Array.isArray(feed[name]) ? feed[name].filter(isObject) : []);
  const first = (name: string, key: string) => text(objects(name)[0]?.[key]);
  const format = Array.isArray(feed.ad_formats) ? String(feed.ad_formats[0]) : '';
  const types = Array.isArray(feed.call_to_action_types) ? feed.call_to_action_types : [];
  return {
    video: format.includes('VIDEO'),
    carousel: format.startsWith('CAROUSEL'),
    dynamic: feed.optimization_type !== 'DEGREES_OF_FREEDOM' && feed.asset_customization_rules === undefined,
    body: first('bodies', 'text'),
    title: first('titles', 'text'),
    callToAction: typeof types[0] === 'string' ? types[0] : undefined,
    link: first('link_urls', 'website_url') || undefined,
    imageHashes: [
      ...objects('images').map(({ hash }) => hash),
      ...objects('videos').map((video) => video.thumbnail_hash),
    ].filter((hash) => typeof hash === 'string'),
    videoIds: objects('videos').map((video) => String(video.video_id)),
  };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
