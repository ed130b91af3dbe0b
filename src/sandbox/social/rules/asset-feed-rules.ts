import { isObject } from '../../json.ts';
import { badParameter, GraphError, ruleBroken } from '../errors.ts';
import type { Ctx } from '../graph/operation.ts';
import type { Json } from '../state/shapes.ts';
import { CALLS_TO_ACTION } from './calls-to-action.ts';
import { checkImage, checkVideo } from './media-rules.ts';

const AD_FORMATS = [
  'SINGLE_IMAGE',
  'SINGLE_VIDEO',
  'CAROUSEL',
  'CAROUSEL_IMAGE',
  'CAROUSEL_VIDEO',
  'AUTOMATIC_FORMAT',
  'COLLECTION',
];
const TEXTS = { bodies: 1024, titles: 255, descriptions: 255 };
const COUNTS: Record<string, number> = {
  bodies: 5,
  titles: 5,
  descriptions: 5,
  images: 10,
  videos: 10,
  link_urls: 5,
  call_to_action_types: 5,
  ad_formats: 1,
};
const ASSETS_MAX = 30;

/** Limits, uniqueness and known media of a multi-asset creative. */
export function checkAssetFeed(ctx: Ctx, account: string, feed: Json): void {
  const lists = new Map(Object.keys(COUNTS).map((name) => [name, listOf(feed, name)]));
  for (const [name, list] of lists) checkList(name, list);
  if (lists.get('ad_formats')!.length !== 1)
    throw badParameter('asset_feed_spec needs exactly one ad_format', 'ad_formats');
  if (lists.get('link_urls')!.length === 0)
    throw ruleBroken(1885800, 'Link URL Required', 'asset_feed_spec needs link_urls.', [
      'asset_feed_spec',
      'link_urls',
    ]);
  const total = [...lists.values()].reduce((sum, list) => sum + list.length, 0);
  if (total > ASSETS_MAX) throw tooMany('assets', ASSETS_MAX);
  checkTexts(feed);
  checkChoices(lists);
  checkCustomization(feed, lists);
  for (const link of lists.get('link_urls')!)
    if (!isObject(link) || typeof link.website_url !== 'string')
      throw badParameter('link_urls need website_url', 'link_urls');
  for (const image of lists.get('images')!)
    if (isObject(image) && image.hash !== undefined) checkImage(ctx, account, image.hash);
  for (const video of lists.get('videos')!) checkVideoAsset(ctx, account, video);
}

function listOf(feed: Json, name: string): unknown[] {
  const list = feed[name] ?? [];
  if (!Array.isArray(list)) throw badParameter(`Param asset_feed_spec[${name}] must be an array.`, name);
  return list;
}

function tooMany(what: string, most: number): GraphError {
  return new GraphError(105, `(#105) The number of ${what} exceeds the limit of ${most}`, {
    subcode: 1815630,
    blame: ['asset_feed_spec', what],
  });
}

function checkList(name: string, list: unknown[]): void {
  if (list.length > COUNTS[name]!) throw tooMany(name, COUNTS[name]!);
  const values = list.map(assetValue);
  if (new Set(values).size < values.length)
    throw ruleBroken(1815629, 'Duplicate Asset Values', `${name} holds the same value twice.`, [
      'asset_feed_spec',
      name,
    ]);
}

/** Labels do not make two assets different. */
function assetValue(asset: unknown): string {
  if (!isObject(asset)) return JSON.stringify(asset);
  const { adlabels: _, ...value } = asset;
  return JSON.stringify(value);
}

function checkTexts(feed: Json): void {
  for (const [name, most] of Object.entries(TEXTS)) {
    for (const asset of listOf(feed, name)) {
      const text = isObject(asset) ? asset.text : undefined;
      if (typeof text !== 'string' || text === '')
        throw badParameter(`Param asset_feed_spec[${name}] must hold objects with text`, name);
      if ([...text].length > most)
        throw badParameter(`Param asset_feed_spec[${name}][text] must be no longer than ${most} characters`, name);
    }
  }
}

function checkChoices(lists: ReadonlyMap<string, unknown[]>): void {
  const format = String(lists.get('ad_formats')![0]);
  if (!AD_FORMATS.includes(format))
    throw badParameter(`Param ad_formats[0] must be one of {${AD_FORMATS.join(', ')}}`, 'ad_formats');
  const odd = lists.get('call_to_action_types')!.find((type) => !CALLS_TO_ACTION.has(String(type)));
  if (odd !== undefined)
    throw ruleBroken(1373054, 'Invalid Call to Action', `The call to action type ${String(odd)} is not known.`, [
      'asset_feed_spec',
      'call_to_action_types',
    ]);
  const media = format.includes('VIDEO') ? 'videos' : format === 'SINGLE_IMAGE' ? 'images' : undefined;
  if (media && lists.get(media)!.length === 0)
    throw badParameter(`asset_feed_spec needs ${media} for the format ${format}`, media);
}

/** Customization rules choose assets by label: at least two, one of them the default, and every label must exist. */
function checkCustomization(feed: Json, lists: ReadonlyMap<string, unknown[]>): void {
  const rules = listOf(feed, 'asset_customization_rules').filter(isObject);
  if (feed.asset_customization_rules === undefined) return;
  const blame = ['asset_feed_spec', 'asset_customization_rules'];
  if (rules.length < 2)
    throw ruleBroken(1885878, 'Too Few Rules', 'asset_customization_rules must hold at least two rules.', blame);
  if (rules.filter((rule) => rule.is_default === true).length !== 1)
    throw ruleBroken(1885878, 'Default Rule Needed', 'Exactly one rule must be the default.', blame);
  const labels = new Set(
    [...lists.values()].flat().flatMap((asset) => {
      const own = isObject(asset) && Array.isArray(asset.adlabels) ? asset.adlabels.filter(isObject) : [];
      return own.map(({ name }) => String(name));
    }),
  );
  const named = rules.flatMap((rule) =>
    Object.entries(rule).flatMap(([key, label]) => (key.endsWith('_label') && isObject(label) ? [label.name] : [])),
  );
  const unknown = named.find((name) => !labels.has(String(name)));
  if (unknown !== undefined)
    throw ruleBroken(2446173, 'Unknown Label', `No asset has the label ${String(unknown)}.`, blame);
  if (feed.optimization_type === 'LANGUAGE') checkLanguages(rules, lists);
}

function checkLanguages(rules: readonly Json[], lists: ReadonlyMap<string, unknown[]>): void {
  const locales = rules.flatMap(({ customization_spec: spec }) =>
    isObject(spec) && Array.isArray(spec.locales) ? spec.locales : [],
  );
  if (locales.some((locale) => !Number.isInteger(Number(locale))))
    throw badParameter('Param locales must be a list of numbers', 'asset_customization_rules');
  if (lists.get('descriptions')!.length === 0)
    throw badParameter('asset_feed_spec needs descriptions for languages', 'descriptions');
}

function checkVideoAsset(ctx: Ctx, account: string, video: unknown): void {
  if (!isObject(video)) throw badParameter('videos must hold objects', 'videos');
  if (video.thumbnail_url === undefined && video.thumbnail_hash === undefined) {
    throw ruleBroken(1443226, 'Your Ad Needs a Video Thumbnail', 'Every video needs thumbnail_url or thumbnail_hash.', [
      'asset_feed_spec',
      'videos',
    ]);
  }
  checkVideo(ctx, account, video.video_id);
  if (video.thumbnail_hash !== undefined) checkImage(ctx, account, video.thumbnail_hash);
}
