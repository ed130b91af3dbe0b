import { Failure } from '../../errors.ts';
import type { CreativeArguments } from './creative-form.ts';
import { FEATURES } from './creative-spec.ts';
import { known } from './fields.ts';
import type { CreativeContent } from './wire.ts';

type Block = Readonly<Record<string, unknown>>;
type Content = Partial<CreativeArguments>;

/** A creative that exists, as the arguments that would make it again. */
export function contentOf(wire: CreativeContent): Content {
  const story = (wire.object_story_spec ?? {}) as Record<string, Block | string | undefined>;
  const feed = wire.asset_feed_spec;
  const link = story.link_data as Block | undefined;
  if (wire.object_story_id || story.template_data || link?.child_attachments) throw notRebuilt(wire.id);
  const content =
    feed && Object.keys(feed).length > 0 ? ofFeed(feed) : ofStory(link, story.video_data as Block | undefined);
  return known({
    name: wire.name,
    page_id: textIn(story.page_id),
    photo_network_actor_id: textIn(story.instagram_user_id),
    url_tags: wire.url_tags,
    adlabels: wire.adlabels?.map(({ name }) => name),
    ...enhancementsOf(wire.degrees_of_freedom_spec),
    ...content,
  });
}

function ofStory(link: Block | undefined, video: Block | undefined): Content {
  const block = link ?? video ?? {};
  const action = block.call_to_action as
    | { type?: string; value?: { link?: string; link_caption?: string } }
    | undefined;
  return known({
    message: textIn(block.message),
    headline: textIn(block.name) ?? textIn(block.title),
    description: textIn(block.description) ?? textIn(block.link_description),
    link_url: textIn(block.link) ?? action?.value?.link,
    caption: textIn(block.caption) ?? action?.value?.link_caption,
    button: action?.type,
    video_id: textIn(block.video_id),
    ...pictureOf(textIn(block.image_hash), textIn(block.picture) ?? textIn(block.image_url)),
    ...(block.attachment_style === 'album' && { attachment_style: 'album' as const }),
  });
}

function ofFeed(feed: Block): Content {
  const first = (list: unknown) => (Array.isArray(list) ? ((list[0] ?? {}) as Block) : {});
  const texts = (list: unknown) =>
    Array.isArray(list) ? (list as { text: string }[]).map(({ text }) => text) : undefined;
  const [image, video, link] = [first(feed.images), first(feed.videos), first(feed.link_urls)];
  return known({
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

/** An address that the platform shows is its own and ends soon; the hash stays. */
function pictureOf(image_hash: string | undefined, picture: string | undefined): Content {
  return image_hash ? { image_hash } : known({ picture });
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
    message: `The creative ${id} is a carousel, a catalogue template or an existing post: it cannot be made again from these arguments.`,
    nextStep: 'Pass the whole content without creative_id and ad_id to get a creative of another form.',
  });
}
