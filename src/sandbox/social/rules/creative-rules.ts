import { isObject } from '../../json.ts';
import { badParameter, GraphError, ruleBroken } from '../errors.ts';
import type { Ctx } from '../graph/operation.ts';
import type { Json } from '../state/shapes.ts';
import { checkAssetFeed } from './asset-feed-rules.ts';
import { CALLS_TO_ACTION, CREATIVE_FEATURES } from './calls-to-action.ts';
import { checkProductSet } from './catalog-rules.ts';
import { checkImage, checkThumbnailUrl, checkVideo } from './media-rules.ts';
import { checkPost } from './post-rules.ts';

const STORY_BLOCKS = ['link_data', 'video_data', 'photo_data', 'text_data', 'template_data'];
const JSON_CONTENT = [
  'object_story_spec',
  'asset_feed_spec',
  'degrees_of_freedom_spec',
  'contextual_multi_ads',
  'call_to_action',
  'destination_spec',
  'template_url_spec',
  'branded_content',
  'interactive_components_spec',
  'media_sourcing_spec',
  'format_transformation_spec',
  'platform_customizations',
  'portrait_customizations',
];
const TEXT_CONTENT = [
  'object_id',
  'object_story_id',
  'source_instagram_media_id',
  'instagram_permalink_url',
  'instagram_user_id',
  'url_tags',
  'product_set_id',
  'template_url',
  'applink_treatment',
  'image_hash',
  'image_url',
  'title',
  'body',
  'object_url',
  'link_url',
  'authorization_category',
];

/** The content of a new creative, checked and complete. */
export function newCreativeContent(ctx: Ctx, account: string): Json {
  const { params } = ctx;
  if (ctx.session.app.data.in_development)
    throw ruleBroken(1885183, 'App Is in Development Mode', 'Creatives can be made only by apps in live mode.');
  if (params.has('creative_asset_groups_spec'))
    throw badParameter('Tried accessing nonexisting field (creative_asset_groups_spec) on node type (AdCreative)');
  if (params.has('instagram_actor_id'))
    throw badParameter(
      'instagram_actor_id is no longer supported. Use instagram_user_id instead.',
      'instagram_actor_id',
    );
  const content: Json = {};
  for (const name of JSON_CONTENT) if (params.has(name)) content[name] = params.object(name);
  for (const name of TEXT_CONTENT) if (params.has(name)) content[name] = params.text(name);
  checkSource(content);
  checkPost(ctx, account, content);
  checkProductSet(ctx, account, content.product_set_id, 'product_set_id');
  if (content.image_hash !== undefined) checkImage(ctx, account, content.image_hash);
  if (isObject(content.object_story_spec)) checkStory(ctx, account, content.object_story_spec, content);
  if (isObject(content.asset_feed_spec)) checkAssetFeed(ctx, account, content.asset_feed_spec);
  if (isObject(content.degrees_of_freedom_spec))
    checkFeatures(content.degrees_of_freedom_spec, content.product_set_id !== undefined);
  if (typeof content.url_tags === 'string' && content.url_tags.startsWith('?'))
    throw badParameter('url_tags must not start with ?', 'url_tags');
  return content;
}

function checkSource(content: Json): void {
  const sources = ['object_story_spec', 'object_story_id', 'source_instagram_media_id', 'object_url', 'product_set_id'];
  if (!sources.some((name) => content[name] !== undefined)) {
    throw ruleBroken(1443048, 'Invalid Creative', 'A creative needs object_story_spec or another source of content.', [
      'object_story_spec',
    ]);
  }
  const posts = ['object_story_spec', 'object_story_id', 'source_instagram_media_id'];
  const given = posts.filter((name) => content[name] !== undefined);
  if (given.length > 1)
    throw ruleBroken(1443048, 'Invalid Creative', `A creative takes one of ${given.join(' and ')}.`, [given[1]!]);
}

function malformedStory(message: string, ...field: string[]): GraphError {
  return ruleBroken(1443048, 'object_story_spec Is Ill-Formed', message, ['object_story_spec', ...field]);
}

function checkStory(ctx: Ctx, account: string, story: Json, content: Json): void {
  const { business } = ctx.store.need('AdAccount', account).data;
  const page = ctx.store.findKind('Page', String(story.page_id ?? ''));
  if (page?.data.business !== business)
    throw malformedStory('object_story_spec needs the page_id of a Page you can advertise for.', 'page_id');
  if (story.instagram_actor_id !== undefined)
    throw badParameter(
      'instagram_actor_id is no longer supported. Use instagram_user_id instead.',
      'instagram_actor_id',
    );
  const person = ctx.store.findKind('InstagramUser', String(story.instagram_user_id ?? ''));
  if (story.instagram_user_id !== undefined && person?.data.business !== business) {
    throw ruleBroken(1815199, 'Instagram Account Not Usable', 'The ad account cannot use this Instagram account.', [
      'object_story_spec',
      'instagram_user_id',
    ]);
  }
  const blocks = STORY_BLOCKS.filter((name) => story[name] !== undefined);
  if (content.asset_feed_spec !== undefined) {
    if (blocks.length > 0)
      throw malformedStory(
        `With asset_feed_spec, object_story_spec holds only page_id and instagram_user_id, not ${blocks[0]}.`,
        blocks[0]!,
      );
    return;
  }
  if (blocks.length !== 1) throw malformedStory(`object_story_spec needs exactly one of ${STORY_BLOCKS.join(', ')}.`);
  const block = story[blocks[0]!];
  if (!isObject(block)) throw malformedStory(`${blocks[0]} must be an object.`, blocks[0]!);
  if (blocks[0] === 'template_data' && content.product_set_id === undefined)
    throw ruleBroken(undefined, 'Product Set Missing', 'template_data needs product_set_id on the creative.', [
      'product_set_id',
    ]);
  if (blocks[0] === 'link_data' || blocks[0] === 'template_data') checkLinkData(ctx, account, block, blocks[0]);
  if (blocks[0] === 'video_data') checkVideoData(ctx, account, block, content);
  if (blocks[0] === 'photo_data' && block.image_hash !== undefined) checkImage(ctx, account, block.image_hash);
}

function checkLinkData(ctx: Ctx, account: string, link: Json, block: string): void {
  if (typeof link.link !== 'string' || link.link === '')
    throw ruleBroken(2061015, 'Link URL Required', `${block} needs link.`, ['object_story_spec', block, 'link']);
  const translation = Object.keys(link).find((name) => /translat/.test(name));
  if (translation !== undefined)
    throw ruleBroken(1443050, 'Translation Not Allowed Here', `${block} takes no ${translation}.`, [
      'object_story_spec',
      block,
      translation,
    ]);
  if (link.retailer_item_ids !== undefined)
    throw ruleBroken(1443180, 'Catalog Does Not Fit', 'retailer_item_ids cannot be used with a plain catalog.', [
      'object_story_spec',
      block,
      'retailer_item_ids',
    ]);
  if (!/^https?:\/\//.test(link.link)) throw badParameter('Param link must be a valid URL', 'link');
  checkPicture(ctx, account, link);
  checkCallToAction(link.call_to_action);
  checkCards(ctx, account, link);
}

function checkCards(ctx: Ctx, account: string, link: Json): void {
  const cards = link.child_attachments;
  if (cards === undefined) return;
  if (!Array.isArray(cards) || cards.length < 2 || cards.length > 10)
    throw malformedStory('child_attachments must hold 2 to 10 cards.', 'link_data', 'child_attachments');
  if (typeof link.message !== 'string' || link.message === '')
    throw ruleBroken(undefined, 'Message Required', 'A carousel needs message beside its cards.', [
      'object_story_spec',
      'link_data',
      'message',
    ]);
  for (const card of cards) {
    if (!isObject(card) || typeof card.link !== 'string')
      throw malformedStory('Every card needs link.', 'link_data', 'child_attachments');
    if (!/^https?:\/\//.test(card.link)) throw badParameter('Param link must be a valid URL', 'link');
    checkPicture(ctx, account, card);
    if (card.video_id !== undefined) checkCardVideo(ctx, account, card);
    checkCallToAction(card.call_to_action);
  }
}

function checkCardVideo(ctx: Ctx, account: string, { video_id, image_hash, picture }: Json): void {
  checkVideo(ctx, account, video_id);
  if (image_hash !== undefined || picture !== undefined) return;
  throw ruleBroken(1443226, 'Your Ad Needs a Video Thumbnail', 'A card with a video needs image_hash or picture.', [
    'object_story_spec',
    'link_data',
    'child_attachments',
  ]);
}

/** A picture is given by hash or by address; an empty word is neither. */
function checkPicture(ctx: Ctx, account: string, { image_hash: hash, picture }: Json): void {
  if (hash !== undefined && picture !== undefined)
    throw malformedStory('Give image_hash or picture, not both.', 'link_data', 'picture');
  if (picture === '') throw badParameter('Param picture must be a valid URL', 'picture');
  if (hash !== undefined) checkImage(ctx, account, hash);
}

function checkVideoData(ctx: Ctx, account: string, video: Json, content: Json): void {
  if (content.product_set_id !== undefined)
    throw ruleBroken(1487832, 'Video Beside a Product Set', 'A product set takes no video_data.', [
      'object_story_spec',
      'video_data',
    ]);
  if (video.image_hash === undefined && video.image_url === undefined) {
    const message = 'Your video needs a thumbnail: give image_hash or image_url in video_data.';
    throw ruleBroken(1443226, 'Your Ad Needs a Video Thumbnail', message, ['object_story_spec', 'video_data']);
  }
  if (video.link !== undefined)
    throw malformedStory(
      'video_data has no link: the address goes into call_to_action.value.link.',
      'video_data',
      'link',
    );
  checkVideo(ctx, account, video.video_id);
  checkThumbnailUrl(video.image_url);
  if (video.image_hash !== undefined) checkImage(ctx, account, video.image_hash);
  checkCallToAction(video.call_to_action);
}

function checkCallToAction(action: unknown): void {
  if (action === undefined) return;
  const type = isObject(action) ? action.type : undefined;
  if (typeof type !== 'string' || !CALLS_TO_ACTION.has(type)) {
    throw ruleBroken(1373054, 'Invalid Call to Action', `The call to action type ${String(type)} is not known.`, [
      'call_to_action',
      'type',
    ]);
  }
  const value = isObject(action) && isObject(action.value) ? action.value : {};
  const lacking = LACKING[type]?.(value);
  if (lacking) throw ruleBroken(undefined, 'Call to Action Incomplete', lacking, ['call_to_action', 'value']);
}

/** What some buttons need to know. */
const LACKING: Record<string, (value: Json) => string | false> = {
  CALL_NOW: ({ link }) => !String(link ?? '').startsWith('tel:') && 'CALL_NOW needs value.link with a tel: address.',
  WHATSAPP_MESSAGE: ({ whatsapp_number: number, app_destination: destination }) =>
    number === undefined && destination !== 'WHATSAPP' && 'WHATSAPP_MESSAGE needs value.whatsapp_number.',
};

function checkFeatures(spec: Json, hasCatalog: boolean): void {
  const features = isObject(spec.creative_features_spec) ? spec.creative_features_spec : {};
  for (const [name, choice] of Object.entries(features)) {
    const path = ['degrees_of_freedom_spec', 'creative_features_spec', name];
    if (name === 'standard_enhancements') {
      throw ruleBroken(
        3858504,
        'Standard Enhancements Is Deprecated',
        'Choose single features instead of standard_enhancements.',
        path,
      );
    }
    if (!CREATIVE_FEATURES.has(name))
      throw new GraphError(100, `(#100) Unexpected key "${name}" on param "creative_features_spec"`, { blame: path });
    const status = isObject(choice) ? choice.enroll_status : undefined;
    if (status !== 'OPT_IN' && status !== 'OPT_OUT') {
      throw ruleBroken(3858082, 'Enroll Status Missing', `${name} needs enroll_status OPT_IN or OPT_OUT.`, path);
    }
    if (name === 'media_type_automation' && status === 'OPT_IN' && !hasCatalog)
      throw ruleBroken(3858040, 'Feature Needs a Catalog', `${name} can be opted into only with a catalog.`, path);
  }
}
