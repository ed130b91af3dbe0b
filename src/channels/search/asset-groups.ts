import type { Problem } from '../../errors.ts';

/** How many assets of each kind an asset group takes. */
const COUNTS = {
  HEADLINE: [3, 15],
  LONG_HEADLINE: [1, 5],
  DESCRIPTION: [2, 5],
  MARKETING_IMAGE: [1, 20],
  SQUARE_MARKETING_IMAGE: [1, 20],
  PORTRAIT_MARKETING_IMAGE: [0, 20],
  BUSINESS_NAME: [1, 1],
  LOGO: [1, 5],
  LANDSCAPE_LOGO: [0, 20],
  YOUTUBE_VIDEO: [0, 5],
  CALL_TO_ACTION_SELECTION: [0, 1],
  MEDIA_BUNDLE: [0, 1],
} as const satisfies Record<string, readonly [number, number]>;

export type FieldType = keyof typeof COUNTS;
export const FIELD_TYPES = Object.keys(COUNTS) as [FieldType, ...FieldType[]];

/** With brand guidelines these belong to the campaign, without them to each asset group. */
const BRAND: readonly FieldType[] = ['BUSINESS_NAME', 'LOGO'];

/** Everything that is missing or too much, so that one call can correct it all. */
export function assetProblems(
  assets: readonly { asset_id: string; field_type: FieldType }[],
  brandGuidelines: boolean,
): Problem[] {
  return FIELD_TYPES.flatMap((type) => {
    const given = assets.filter(({ field_type }) => field_type === type);
    const [min, max] = COUNTS[type];
    if (brandGuidelines && BRAND.includes(type)) {
      const message = `${type} belongs to the campaign, because it has brand guidelines`;
      return given.length > 0 ? [{ field: 'assets', message }] : [];
    }
    if (given.length < min) {
      return [{ field: 'assets', message: `${type}: at least ${min} needed, ${given.length} given` }];
    }
    if (given.length > max) return [{ field: 'assets', message: `${type}: at most ${max} fit, ${given.length} given` }];
    return [];
  });
}
