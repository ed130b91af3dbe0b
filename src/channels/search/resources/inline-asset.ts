import { createHash } from 'node:crypto';
import { z } from 'zod';
import { invalidArguments } from '../../../errors.ts';
import { oneLine } from '../../../tools/fields.ts';
import type { SearchClient } from '../client.ts';
import type { FieldType } from './asset-group.ts';
import { type Picture, PictureAddress, readPicture } from './file.ts';
import { creating, type Operation } from './wire/operation.ts';

const Pictures = z.array(PictureAddress).max(20).optional();

/** Texts, images and videos that an asset group takes directly, without assets created before. */
export const inlineParts = {
  headlines: z.array(oneLine(30)).max(15).optional().describe('3 to 15'),
  long_headlines: z.array(oneLine(90)).max(5).optional().describe('1 to 5'),
  descriptions: z.array(oneLine(90)).max(5).optional().describe('2 to 5, one of at most 60 characters'),
  business_name: oneLine(25).optional().describe('Without brand guidelines of the campaign'),
  pictures: Pictures.describe(
    'https addresses, or data:image/png;base64,…; 1.91:1, 1:1 and 4:5 are told apart by size',
  ),
  logos: Pictures.describe('Likewise, 1:1 or 4:1'),
  video_platform_video_ids: z
    .array(z.string().regex(/^[\w-]{11}$/, "must be the 11 characters of the video's id"))
    .max(5)
    .optional()
    .describe('Videos'),
};
const Parts = z.object(inlineParts);
type Parts = z.output<typeof Parts>;
export const INLINE = Object.keys(inlineParts);

interface InlinePart {
  field_type: FieldType;
  /** The temporary name of the asset it becomes. */
  asset: string;
  argument: string;
}

interface InlineAssets {
  operations: Operation[];
  parts: InlinePart[];
}

const TEXTS = {
  headlines: 'HEADLINE',
  long_headlines: 'LONG_HEADLINE',
  descriptions: 'DESCRIPTION',
} as const;

/** Where a picture of this shape goes. The platform lets ratios be off by one percent. */
const SHAPES: Readonly<Record<'pictures' | 'logos', Partial<Record<FieldType, number>>>> = {
  pictures: { MARKETING_IMAGE: 1.91, SQUARE_MARKETING_IMAGE: 1, PORTRAIT_MARKETING_IMAGE: 0.8 },
  logos: { LOGO: 1, LANDSCAPE_LOGO: 4 },
};

/** Links of inline content. Errors are reported on the content's argument, because the caller gave no asset id. */
export function inlineLinks(assetGroup: string, parts: readonly InlinePart[]): Operation[] {
  return parts.map(({ field_type: fieldType, asset, argument }) => ({
    ...creating('assetGroupAsset', { assetGroup, asset, fieldType }, argument),
    copied: true,
  }));
}

/** Creates for the assets, each content once, and the field types they are linked as. */
export async function inlineAssets(
  client: SearchClient,
  account: string,
  name: string,
  given: Parts,
): Promise<InlineAssets> {
  const made = new Map<string, Operation>();
  const parts: InlinePart[] = [];
  const add = (field_type: FieldType, key: string, fields: Record<string, unknown>, argument: string) => {
    const known = made.get(key);
    const asset = known ? resourceNameOf(known) : `customers/${account}/assets/${-1000 - made.size}`;
    if (!known) made.set(key, creating('asset', { resourceName: asset, ...fields }, argument));
    parts.push({ field_type, asset, argument });
  };
  for (const [argument, field_type] of Object.entries(TEXTS))
    for (const [at, text] of (given[argument as keyof typeof TEXTS] ?? []).entries())
      add(field_type, `text ${text}`, { textAsset: { text } }, `${argument}.${at}`);
  if (given.business_name !== undefined)
    add('BUSINESS_NAME', `text ${given.business_name}`, { textAsset: { text: given.business_name } }, 'business_name');
  for (const [at, id] of (given.video_platform_video_ids ?? []).entries())
    add(
      'YOUTUBE_VIDEO',
      `video ${id}`,
      { youtubeVideoAsset: { youtubeVideoId: id } },
      `video_platform_video_ids.${at}`,
    );
  for (const argument of ['pictures', 'logos'] as const)
    for (const [at, address] of (given[argument] ?? []).entries()) {
      const field = `${argument}.${at}`;
      const picture = await readPicture(client, address, field);
      const digest = createHash('sha256').update(picture.file).digest('hex');
      const fields = { name: `${name} ${digest.slice(0, 8)}`, imageAsset: { data: picture.file.toString('base64') } };
      add(placeOf(picture, argument, field), `picture ${digest}`, fields, field);
    }
  return { operations: [...made.values()], parts };
}

function resourceNameOf({ change }: Operation): string {
  return 'create' in change ? String(change.create.resourceName) : '';
}

function placeOf({ width, height }: Picture, argument: 'pictures' | 'logos', field: string): FieldType {
  const shapes = Object.entries(SHAPES[argument]) as [FieldType, number][];
  const found = shapes.find(([, ratio]) => Math.abs(width / height / ratio - 1) <= 0.01);
  if (found) return found[0];
  const allowed = shapes.map(([type, ratio]) => `${ratio}:1 (${type})`).join(', ');
  throw invalidArguments([{ field, message: `is ${width}x${height}; taken are the ratios ${allowed}` }]);
}
