import { Failure } from '../../../errors.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import type { CreativeContent } from '../wire.ts';
import type { Card, CreativeArguments } from './creative-fields.ts';
import { FEATURES } from './creative-spec.ts';

type Block = Readonly<Record<string, unknown>>;
type Content = Partial<CreativeArguments>;

/** An existing creative as the arguments that would create it again. */
export function contentOf(wire: CreativeContent): Content {
  const story = (wire.object_story_spec ?? {}) as Record<string, Block | string | undefined>;
  const feed = wire.asset_feed_spec;
  const link = story.link_data as Block | undefined;
  if (wire.object_story_id || wire.source_instagram_media_id) throw notRebuilt(wire.id);
  const template = story.template_data as Block | undefined;
  const content =
    feed && Object.keys(feed).length > 0
      ? ofFeed(feed)
      : ofStory(link ?? template, story.video_data as Block | undefined);
  return withoutUnset({
    name: wire.name,
    page_id: textIn(story.page_id),
    photo_network_actor_id: textIn(story.instagram_user_id),
    url_tags: wire.url_tags,
    product_set_id: wire.product_set_id,
    adlabels: wire.adlabels?.map(({ name }) => name),
    ...enhancementsOf(wire.degrees_of_freedom_spec),
    ...content,
  });
}

function ofStory(link: Block | undefined, video: Block | undefined): Content {
  const block = link ?? video ?? {};
  const action = block.call_to_action as
    | { type?: string; value?: { link?: string; link_caption?: string; lead_gen_form_id?: string } }
    | undefined;
  const phone = /^tel:(.+)$/.exec(action?.value?.link ?? '')?.[1];
  return withoutUnset({
    message: textIn(block.message),
    headline: textIn(block.name) ?? textIn(block.title),
    description: textIn(block.description) ?? textIn(block.link_description),
    link_url: textIn(block.link) ?? (phone ? undefined : action?.value?.link),
    phone_number: phone,
    caption: textIn(block.caption) ?? action?.value?.link_caption,
    button: action?.type,
    lead_form_id: action?.value?.lead_gen_form_id,
    video_id: textIn(block.video_id),
    ...pictureOf(textIn(block.image_hash), textIn(block.picture) ?? textIn(block.image_url)),
    ...(block.attachment_style === 'album' && { attachment_style: 'album' as const }),
    ...carouselOf(block, action?.type),
  });
}

function carouselOf(block: Block, parentButton: string | undefined): Content {
  const cards = block.child_attachments as readonly Block[] | undefined;
  return withoutUnset({
    cards: cards?.map((card) => cardOf(card, parentButton)),
    cards_in_order: block.multi_share_optimized === false ? true : undefined,
    end_card: block.multi_share_end_card === false ? false : undefined,
  });
}

function cardOf(card: Block, parentButton: string | undefined): Card {
  const { type } = (card.call_to_action ?? {}) as { type?: string };
  return withoutUnset({
    link_url: String(card.link),
    headline: textIn(card.name),
    description: textIn(card.description),
    video_id: textIn(card.video_id),
    button: type === parentButton ? undefined : type,
    ...pictureOf(textIn(card.image_hash), textIn(card.picture)),
  });
}

function ofFeed(feed: Block): Content {
  const first = (list: unknown) => (Array.isArray(list) ? ((list[0] ?? {}) as Block) : {});
  const texts = (list: unknown) =>
    Array.isArray(list) ? (list as { text: string }[]).map(({ text }) => text) : undefined;
  const [image, video, link] = [first(feed.images), first(feed.videos), first(feed.link_urls)];
  return withoutUnset({
    bodies: texts(feed.bodies),
    titles: texts(feed.titles),
    descriptions: texts(feed.descriptions),
    link_url: textIn(link.website_url),
    caption: textIn(link.display_url),
    button: Array.isArray(feed.call_to_action_types) ? textIn(feed.call_to_action_types[0]) : undefined,
    video_id: textIn(video.video_id),
    ...pictureOf(textIn(image.hash) ?? textIn(video.thumbnail_hash), textIn(image.url) ?? textIn(video.thumbnail_url)),
  });
}

/** Prefers the hash: the platform's image addresses expire. */
function pictureOf(image_hash: string | undefined, picture: string | undefined): Content {
  return image_hash ? { image_hash } : withoutUnset({ picture });
}

function enhancementsOf(spec: Block | undefined): Content {
  const features = (spec?.creative_features_spec ?? {}) as Record<string, { enroll_status?: string } | undefined>;
  const chosen = Object.entries(FEATURES).map(([ours, theirs]) => [ours, features[theirs]?.enroll_status === 'OPT_IN']);
  if (!chosen.some(([, isIn]) => isIn)) return {};
  return {
    enable_standard_enhancements: true,
    enhancement_features: Object.fromEntries(chosen) as NonNullable<Content['enhancement_features']>,
  };
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function notRebuilt(id: string): Failure {
  return new Failure({
    code: 'unsupported',
    message: `The creative ${id} shows a post that exists: its content is the post's own.`,
    nextStep:
      'Change the post itself, show another one (create_social_ad with post_id), or pass the whole content without creative_id and ad_id to get a creative of its own.',
  });
}
