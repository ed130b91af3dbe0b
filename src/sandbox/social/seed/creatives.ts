import { pick } from '../../chance.ts';
import type { Json } from '../state/shapes.ts';
import type { AccountPlan } from './companies.ts';
import { textsOf } from './texts.ts';

export interface Media {
  images: string[];
  videos: string[];
}

export type Form = 'image' | 'carousel' | 'video' | 'feed' | 'video_feed';

const BUTTONS = ['SHOP_NOW', 'LEARN_MORE', 'SIGN_UP', 'GET_OFFER', 'BOOK_NOW', 'SUBSCRIBE', 'DOWNLOAD', 'CONTACT_US'];

export interface CreativePlan {
  name: string;
  content: Json;
}

/** The n-th creative of an account: form, text length and button all vary, and always the same way. */
export function planCreative(
  plan: AccountPlan,
  media: Media,
  form: Form,
  n: number,
  lead_gen_form_id?: string,
): CreativePlan {
  const texts = textsOf(plan);
  const product = pick(texts.products, plan.id, n, 'product');
  const length = pick(['short', 'short', 'medium', 'medium', 'long'] as const, plan.id, n, 'length');
  const button = pick(BUTTONS, plan.id, n, 'button');
  const body = pick(texts[length], plan.id, n, 'body').replaceAll('{p}', product);
  const story = { page_id: plan.page, instagram_user_id: plan.instagram };
  const link = `https://acme.example/${plan.language}/p/${n}`;
  const name = `${product} ${form} ${String(n).padStart(3, '0')}`;
  const common = { url_tags: 'utm_source=facebook&utm_campaign={{campaign.name}}' };
  if (form === 'feed' || form === 'video_feed')
    return {
      name,
      content: {
        ...common,
        object_story_spec: story,
        asset_feed_spec: feed(plan, media, form, n, product, button, link),
      },
    };
  const block =
    form === 'video'
      ? { video_data: withForm(videoBlock(media, n, body, product, button, link), lead_gen_form_id) }
      : { link_data: withForm(linkBlock(media, form, n, body, product, button, link), lead_gen_form_id) };
  return {
    name,
    content: {
      ...common,
      object_story_spec: { ...story, ...block },
      ...(n % 3 === 0 && { degrees_of_freedom_spec: FEATURES }),
    },
  };
}

/** A form opens by the button of the block and of each of its cards. */
function withForm(block: Json, lead_gen_form_id: string | undefined): Json {
  if (lead_gen_form_id === undefined) return block;
  const { call_to_action: action, child_attachments: cards } = block as {
    call_to_action: { value: Json };
    child_attachments?: Json[];
  };
  return {
    ...block,
    call_to_action: { ...action, value: { ...action.value, lead_gen_form_id } },
    ...(cards && { child_attachments: cards.map((card) => withForm(card, lead_gen_form_id)) }),
  };
}

const FEATURES = {
  creative_features_spec: {
    enhance_cta: { enroll_status: 'OPT_IN' },
    image_brightness_and_contrast: { enroll_status: 'OPT_IN' },
    text_optimizations: { enroll_status: 'OPT_OUT' },
  },
};

const at = <T>(list: readonly T[], n: number): T => list[n % list.length]!;

function linkBlock(
  media: Media,
  form: Form,
  n: number,
  message: string,
  name: string,
  type: string,
  link: string,
): Json {
  const call_to_action = { type, value: { link } };
  if (form === 'image')
    return {
      link,
      message,
      name,
      description: `${name}, 60 days to try`,
      image_hash: at(media.images, n),
      call_to_action,
    };
  const cards = [0, 1, 2].map((card) => ({
    link: `${link}?card=${card}`,
    name: `${name} ${card + 1}`,
    image_hash: at(media.images, n + card),
    call_to_action: { type, value: { link: `${link}?card=${card}` } },
  }));
  return { link, message, name, child_attachments: cards, multi_share_optimized: true, call_to_action };
}

function videoBlock(media: Media, n: number, message: string, title: string, type: string, link: string): Json {
  return {
    video_id: at(media.videos, n),
    image_hash: at(media.images, n),
    message,
    title,
    call_to_action: { type, value: { link } },
  };
}

function feed(
  plan: AccountPlan,
  media: Media,
  form: Form,
  n: number,
  product: string,
  button: string,
  website_url: string,
): Json {
  const texts = textsOf(plan);
  const bodies = [...texts.short.slice(0, 2), texts.medium[0]!].map((text) => ({
    text: text.replaceAll('{p}', product),
  }));
  const isVideo = form === 'video_feed';
  return {
    bodies,
    titles: [{ text: product }, { text: `${product}, 60 days to try` }],
    descriptions: [{ text: 'acme.example' }],
    ...(isVideo
      ? {
          videos: [0, 1].map((which) => ({
            video_id: at(media.videos, n + which),
            thumbnail_hash: at(media.images, n + which),
          })),
        }
      : { images: [0, 1, 2].map((which) => ({ hash: at(media.images, n + which) })) }),
    link_urls: [{ website_url }],
    call_to_action_types: [button],
    ad_formats: [isVideo ? 'SINGLE_VIDEO' : 'SINGLE_IMAGE'],
  };
}
