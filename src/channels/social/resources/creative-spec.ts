import { withoutUnset } from '../../../tools/set-fields.ts';
import type { Card, CreativeArguments } from './creative-fields.ts';

/** A creative in the platform's own terms. */
export interface CreativeSpec {
  form: 'object_story_spec' | 'asset_feed_spec';
  fields: Record<string, unknown>;
  notes: string[];
}

/** Used where the platform requires a button and the caller chose none. */
const PLAIN_BUTTON = 'LEARN_MORE';

export function creativeSpecOf(args: CreativeArguments): CreativeSpec {
  const form = args.bodies ? 'asset_feed_spec' : 'object_story_spec';
  const story = withoutUnset({ page_id: args.page_id, instagram_user_id: args.photo_network_actor_id });
  const content = args.bodies
    ? { object_story_spec: story, asset_feed_spec: assetFeedOf(args) }
    : { object_story_spec: { ...story, ...storyBlockOf(args) } };
  const fields = withoutUnset({
    name: args.name,
    ...content,
    product_set_id: args.product_set_id,
    degrees_of_freedom_spec: enhancementsOf(args),
    url_tags: args.url_tags?.replace(/^\?/, ''),
    adlabels: args.adlabels?.map((name) => ({ name })),
  });
  return { form, fields, notes: notesOn(args) };
}

function storyBlockOf(args: CreativeArguments): Record<string, unknown> {
  const { message, headline, description, picture, image_hash, video_id, link_url, caption } = args;
  if (args.product_set_id) return { template_data: templateOf(args) };
  if (video_id === undefined) {
    const style = args.attachment_style === 'album' ? args.attachment_style : undefined;
    return {
      link_data: withoutUnset({
        link: link_url,
        message,
        name: headline,
        description,
        caption,
        picture,
        image_hash,
        attachment_style: style,
        ...carouselOf(args),
        call_to_action: buttonOf(args, args.button, linkOf(args)),
      }),
    };
  }
  // A video has no link of its own: the platform takes it from the button.
  const call_to_action = {
    type: args.button ?? usualButton(args),
    value: withoutUnset({ link: linkOf(args), link_caption: caption, lead_gen_form_id: args.lead_form_id }),
  };
  return {
    video_data: withoutUnset({
      video_id,
      image_url: picture,
      image_hash,
      message,
      title: headline,
      link_description: description,
      call_to_action,
    }),
  };
}

const usualButton = ({ phone_number }: CreativeArguments) => (phone_number ? 'CALL_NOW' : PLAIN_BUTTON);

/** Where the button leads: a call goes to the number, not to the page. */
const linkOf = ({ phone_number, link_url }: CreativeArguments) => (phone_number ? `tel:${phone_number}` : link_url);

/** A lead form is opened by a button, and so is a call: they always come with one. */
function buttonOf(args: CreativeArguments, chosen: string | undefined, link: string) {
  const { lead_form_id, phone_number } = args;
  const type = chosen ?? ((lead_form_id ?? phone_number) && usualButton(args));
  return type && { type, value: withoutUnset({ link, lead_gen_form_id: lead_form_id }) };
}

function carouselOf(args: CreativeArguments) {
  const { cards, cards_in_order, end_card, button } = args;
  const child_attachments = cards?.map(({ link_url, headline, ...card }: Card) =>
    withoutUnset({
      ...card,
      link: link_url,
      name: headline,
      button: undefined,
      call_to_action: buttonOf(args, card.button ?? button, link_url),
    }),
  );
  return {
    child_attachments,
    multi_share_optimized: cards_in_order === undefined ? undefined : !cards_in_order,
    multi_share_end_card: end_card,
  };
}

/** Pictures, and each card's link, come from the products. */
function templateOf({ link_url, message, headline, description, button, end_card }: CreativeArguments) {
  return withoutUnset({
    link: link_url,
    message,
    name: headline,
    description,
    multi_share_end_card: end_card,
    call_to_action: button && { type: button },
  });
}

function assetFeedOf(args: CreativeArguments): Record<string, unknown> {
  const { bodies, titles, headline, descriptions, description, picture, image_hash, video_id, link_url, caption } =
    args;
  const texts = (list: readonly string[] | undefined) => (list?.length ? list.map((text) => ({ text })) : undefined);
  const image = withoutUnset({ url: picture, hash: image_hash });
  return withoutUnset({
    bodies: texts(bodies),
    titles: texts(titles ?? only(headline)),
    descriptions: texts(descriptions ?? only(description)),
    images: video_id === undefined && Object.keys(image).length > 0 ? [image] : undefined,
    videos:
      video_id === undefined
        ? undefined
        : [withoutUnset({ video_id, thumbnail_url: picture, thumbnail_hash: image_hash })],
    link_urls: [withoutUnset({ website_url: link_url, display_url: caption })],
    call_to_action_types: [args.button ?? PLAIN_BUTTON],
    ad_formats: [video_id === undefined ? 'SINGLE_IMAGE' : 'SINGLE_VIDEO'],
  });
}

function only(text: string | undefined): string[] | undefined {
  return text ? [text] : undefined;
}

/** The platform dropped the bundle "standard enhancements": each feature is now chosen by itself, one under a new name. */
export const FEATURES = {
  enhance_cta: 'enhance_cta',
  image_brightness_and_contrast: 'image_brightness_and_contrast',
  text_improvements: 'text_optimizations',
  image_templates: 'image_templates',
} as const;

const USUAL_FEATURES = {
  enhance_cta: true,
  image_brightness_and_contrast: true,
  text_improvements: true,
  image_templates: false,
};

function enhancementsOf({ enable_standard_enhancements: enabled, enhancement_features }: CreativeArguments) {
  if (!enabled && enhancement_features === undefined) return undefined;
  const chosen = enhancement_features ?? USUAL_FEATURES;
  const entries = Object.entries(FEATURES).map(([ours, theirs]) => {
    const optIn = enabled && chosen[ours as keyof typeof FEATURES];
    return [theirs, { enroll_status: optIn ? 'OPT_IN' : 'OPT_OUT' }];
  });
  return { creative_features_spec: Object.fromEntries(entries) };
}

function notesOn(args: CreativeArguments): string[] {
  const features = Object.values(args.enhancement_features ?? {}).some(Boolean);
  return [
    ...(args.bodies ? ['Goes only into an ad set made with is_dynamic_creative true, as its single ad.'] : []),
    ...(args.phone_number && args.video_id
      ? ['A video leads where its button leads: to the call. link_url is not sent.']
      : []),
    ...(!args.button && !args.phone_number && (args.bodies || args.video_id || args.lead_form_id)
      ? [`The platform wants a button here: ${PLAIN_BUTTON} was used.`]
      : []),
    ...(args.product_set_id
      ? ['Goes into an ad set whose promoted_object has the same product_set_id, of a campaign for OUTCOME_SALES.']
      : []),
    ...(features && !args.enable_standard_enhancements
      ? ['enable_standard_enhancements is false, so the enhancement_features were switched off.']
      : []),
    'The content cannot be changed later; the platform may answer an identical creative with the one it has.',
  ];
}
