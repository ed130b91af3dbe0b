import { isDeepStrictEqual } from 'node:util';
import { withoutUnset } from '../../../tools/set-fields.ts';
import { contentOf } from '../resources/creative-content.ts';
import type { CreativeArguments } from '../resources/creative-fields.ts';
import { creativeSpecOf } from '../resources/creative-spec.ts';
import type { CreativeContent } from '../wire.ts';

/** A creative has settings that our arguments do not cover; a new version of it keeps them unchanged. */

type Tree = Readonly<Record<string, unknown>>;

/** The fields of the new creative: those of the old one with the changes of `args`. */
export function fieldsLike(held: CreativeContent, args: CreativeArguments): Tree {
  return merged(writable(held), specOf(contentOf(held)), creativeSpecOf(args).fields) as Tree;
}

/** Whether our arguments cover the whole creative. */
export function saysAll(held: CreativeContent): boolean {
  return isDeepStrictEqual(specOf(contentOf(held)), writable(held));
}

function specOf(content: Partial<CreativeArguments>): Tree {
  return creativeSpecOf(content as CreativeArguments).fields;
}

const PLATFORMS_OWN_CHOICE = ['adapt_to_placement', { enroll_status: 'OPT_IN' }];

/** The fields that can be sent back: without read-only ones and the platform's own defaults. */
function writable(held: CreativeContent): Tree {
  const { asset_feed_spec: feed, degrees_of_freedom_spec: freedom } = held;
  const { call_to_actions: _, optimization_type: type, ...assets } = feed ?? {};
  const chosen = Object.entries((freedom?.creative_features_spec ?? {}) as Tree).filter(
    (feature) => !isDeepStrictEqual(feature, PLATFORMS_OWN_CHOICE) && feature[0] !== 'standard_enhancements',
  );
  return withoutUnset({
    name: held.name,
    object_story_spec: withoutShownPictures(held.object_story_spec),
    asset_feed_spec:
      feed && (type === 'REGULAR' ? assets : { ...assets, ...(type !== undefined && { optimization_type: type }) }),
    degrees_of_freedom_spec:
      chosen.length > 0 ? { ...freedom, creative_features_spec: Object.fromEntries(chosen) } : undefined,
    contextual_multi_ads: held.contextual_multi_ads,
    destination_spec: held.destination_spec,
    authorization_category: held.authorization_category,
    template_url: held.template_url,
    url_tags: held.url_tags,
    product_set_id: held.product_set_id,
    adlabels: held.adlabels?.map(({ name }) => ({ name })),
  });
}

/** The platform shows an image's hash and address, and accepts only one of the two: the hash is kept. */
function withoutShownPictures(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutShownPictures);
  if (!isTree(value)) return value;
  const hidden = value.image_hash === undefined ? {} : { picture: undefined, image_url: undefined };
  return withoutUnset(
    Object.fromEntries(
      Object.entries({ ...value, ...hidden }).map(([key, inner]) => [key, withoutShownPictures(inner)]),
    ),
  );
}

/** `held` with every difference between `before` and `after` carried over. */
function merged(held: unknown, before: unknown, after: unknown): unknown {
  if (isDeepStrictEqual(before, after)) return held;
  const lists: [unknown, unknown, unknown] = [held, before, after];
  if (areLists(lists)) return lists[0].map((item, index) => merged(item, lists[1][index], lists[2][index]));
  if (!isTree(held) || !isTree(before) || !isTree(after)) return after;
  const keys = new Set([...Object.keys(held), ...Object.keys(after)]);
  return withoutUnset(Object.fromEntries([...keys].map((key) => [key, merged(held[key], before[key], after[key])])));
}

function areLists(lists: [unknown, unknown, unknown]): lists is [unknown[], unknown[], unknown[]] {
  return lists.every((list) => Array.isArray(list) && list.length === (lists[0] as unknown[]).length);
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
