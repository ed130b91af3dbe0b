import { z } from 'zod';
import type { Problem } from '../../../errors.ts';
import { Id, text, WebAddress } from '../../../tools/fields.ts';
import { needs, notBoth, onlyWith } from '../../../tools/rules.ts';

export const CALLS_TO_ACTION = (
  'LEARN_MORE SHOP_NOW SIGN_UP DOWNLOAD BOOK_TRAVEL LISTEN_MUSIC WATCH_VIDEO GET_QUOTE CONTACT_US APPLY_NOW ' +
  'GET_DIRECTIONS CALL_NOW MESSAGE_PAGE SUBSCRIBE BOOK_NOW ORDER_NOW DONATE_NOW SAY_THANKS SELL_NOW SHARE OPEN_LINK ' +
  'LIKE_PAGE FOLLOW_PAGE FOLLOW_USER REQUEST_TIME VISIT_PAGES_FEED USE_APP PLAY_GAME INSTALL_APP USE_MOBILE_APP ' +
  'INSTALL_MOBILE_APP OPEN_MOVIES AUDIO_CALL VIDEO_CALL GET_OFFER GET_OFFER_VIEW BUY_NOW ADD_TO_CART SELL GIFT_WRAP ' +
  'MAKE_AN_OFFER BUY_TICKETS EXPLORE_MORE GET_PROMOTIONS GET_SHOWTIMES LISTEN_NOW SAVE SEE_DETAILS SEE_MENU ' +
  'WATCH_MORE WHATSAPP_MESSAGE'
).split(' ') as [string, ...string[]];

/** The 51 values are left out of the tool list to keep it short; a wrong value is answered with all of them. */
export const Button = z.enum(CALLS_TO_ACTION).meta({ enum: undefined });

const PhoneNumber = z
  .string()
  .transform((given) => given.replace(/[\s()./-]|^tel:/g, ''))
  .refine((number) => /^\+?\d{5,15}$/.test(number), 'must be a phone number with its country, such as +49 30 123456');

const Card = z.strictObject({
  link_url: WebAddress.describe('Where it leads'),
  headline: text(255, 0).optional().describe('Headline'),
  description: text(255, 0).optional().describe('Below it'),
  picture: WebAddress.optional().describe('Image, or thumbnail with video_id'),
  image_hash: z.string().min(1).max(128).optional().describe('Instead of picture'),
  video_id: Id.optional().describe('Video'),
  button: Button.optional().describe('When unlike the others'),
});
export type Card = z.output<typeof Card>;

/** The arguments of a creative, shared by create_ad_creative and update_social_creative. */
export const creativeFields = {
  name: text(100).describe('Name of the creative'),
  page_id: Id.describe('Page that speaks; from list_pages'),
  link_url: WebAddress.describe('Where a click leads'),
  message: text(1024, 0).optional().describe('Primary text; not with bodies'),
  headline: text(255, 0).optional().describe('Not with titles'),
  bodies: z.array(text(1024)).min(1).max(5).optional().describe('For dynamic-creative ad sets'),
  titles: z.array(text(255)).min(1).max(5).optional().describe('With bodies'),
  descriptions: z.array(text(255)).max(5).optional().describe('With bodies'),
  picture: WebAddress.optional().describe('Public image; a thumbnail with video_id'),
  image_hash: z.string().min(1).max(128).optional().describe('Instead of picture'),
  video_id: Id.optional().describe('From upload_ad_video'),
  description: text(255, 0).optional().describe('Below the headline'),
  cards: z.array(Card).min(2).max(10).optional().describe('Carousel; with message, link_url for its end'),
  cards_in_order: z.boolean().optional().describe('Default: best card first'),
  end_card: z.boolean().optional().describe('Page card at the end (default)'),
  product_set_id: Id.optional().describe('Catalogue ad; from list_catalogs. Texts may hold {{product.name}}'),
  photo_network_actor_id: Id.optional().describe('Photo-network account'),
  adlabels: z.array(z.string().min(1)).optional().describe('Labels'),
  enable_standard_enhancements: z.boolean().default(false).describe('Platform may vary it'),
  enhancement_features: z
    .strictObject({
      enhance_cta: z.boolean().default(true).describe('Button'),
      image_brightness_and_contrast: z.boolean().default(true).describe('Light'),
      text_improvements: z.boolean().default(true).describe('Texts'),
      image_templates: z.boolean().default(false).describe('Frames'),
    })
    .meta({ properties: undefined, additionalProperties: undefined })
    .optional()
    .describe(
      'When they are enabled: enhance_cta, image_brightness_and_contrast, text_improvements (default true), image_templates',
    ),
  attachment_style: z.enum(['link', 'album']).default('link').describe('album: without video and bodies'),
  button: Button.optional().describe('LEARN_MORE, SHOP_NOW, SIGN_UP, BOOK_NOW, CALL_NOW …'),
  phone_number: PhoneNumber.optional().describe('With CALL_NOW, WHATSAPP_MESSAGE'),
  lead_form_id: Id.optional().describe('Form, for ON_AD'),
  caption: z.string().min(1).optional().describe('Shown domain'),
  url_tags: z.string().min(1).optional().describe('Tracking query of the link'),
  like_creative_id: Id.optional().describe('Gives what arguments cannot say'),
};

const CreativeArguments = z.strictObject(creativeFields);
export type CreativeArguments = z.output<typeof CreativeArguments>;

/** Names of the button in the platform and in other tools. */
export const creativeInstead = { call_to_action_type: 'button', call_to_action: 'button', cta: 'button' };

/** The platform's own names, current and former. */
export const creativeAliases = {
  instagram_user_id: 'photo_network_actor_id',
  instagram_actor_id: 'photo_network_actor_id',
};

export function creativeRules(args: CreativeArguments): Problem[] {
  return [
    ...notBoth(args, 'message', 'bodies'),
    ...notBoth(args, 'headline', 'titles'),
    ...notBoth(args, 'description', 'descriptions'),
    ...notBoth(args, 'picture', 'image_hash'),
    ...needs(args, 'titles', 'bodies'),
    ...needs(args, 'descriptions', 'bodies'),
    ...(args.video_id !== undefined && args.picture === undefined && args.image_hash === undefined
      ? [{ field: 'picture', message: 'or image_hash is required with video_id: a video needs a thumbnail' }]
      : []),
    ...(args.bodies !== undefined &&
    [args.picture, args.image_hash, args.video_id].every((media) => media === undefined)
      ? [{ field: 'picture', message: 'or image_hash or video_id is required with bodies' }]
      : []),
    ...(args.attachment_style === 'album' && (args.video_id !== undefined || args.bodies !== undefined)
      ? [{ field: 'attachment_style', message: 'album is only possible without video_id and bodies' }]
      : []),
    ...NOT_WITH_CARDS.flatMap((field) => notBoth(args, 'cards', field)),
    ...needs(args, 'cards', 'message'),
    ...(args.cards ?? []).flatMap(cardProblems),
    ...['bodies', 'product_set_id'].flatMap((field) => notBoth(args, field, 'lead_form_id')),
    ...['bodies', 'product_set_id', 'cards', 'lead_form_id'].flatMap((field) => notBoth(args, field, 'phone_number')),
    ...needs(args, { button: WITH_NUMBER }, 'phone_number'),
    ...(args.button === undefined ? [] : onlyWith(args, 'phone_number', { button: WITH_NUMBER })),
    ...NOT_WITH_PRODUCTS.flatMap((field) => notBoth(args, 'product_set_id', field)),
    ...(args.cards || args.product_set_id
      ? []
      : [...needs(args, 'cards_in_order', 'cards'), ...needs(args, 'end_card', 'cards')]),
  ];
}

/** Buttons that lead to a number. */
const WITH_NUMBER = ['CALL_NOW', 'WHATSAPP_MESSAGE'];
const OWN_MEDIA = ['bodies', 'picture', 'image_hash', 'video_id'] as const;
const NOT_WITH_CARDS = [...OWN_MEDIA, 'product_set_id'] as const;
const NOT_WITH_PRODUCTS = [...OWN_MEDIA, 'caption', 'cards_in_order'] as const;

function cardProblems({ picture, image_hash, video_id }: Card, index: number): Problem[] {
  const field = `cards.${index}.picture`;
  if (picture !== undefined && image_hash !== undefined)
    return [{ field, message: 'cannot be combined with image_hash' }];
  return video_id !== undefined && picture === undefined && image_hash === undefined
    ? [{ field, message: 'or image_hash is required with video_id: a video needs a thumbnail' }]
    : [];
}
