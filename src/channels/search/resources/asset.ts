import { z } from 'zod';
import type { Row } from './row.ts';

export const ASSET_FIELDS = [
  'asset.id',
  'asset.name',
  'asset.type',
  'asset.text_asset.text',
  'asset.image_asset.file_size',
  'asset.image_asset.mime_type',
  'asset.image_asset.full_size.width_pixels',
  'asset.image_asset.full_size.height_pixels',
  'asset.image_asset.full_size.url',
  'asset.youtube_video_asset.youtube_video_id',
  'asset.youtube_video_asset.youtube_video_title',
];

/** Our words for the platform's kinds of asset. */
export const ASSET_KINDS = {
  text: 'TEXT',
  image: 'IMAGE',
  video: 'YOUTUBE_VIDEO',
  sitelink: 'SITELINK',
  callout: 'CALLOUT',
  structured_snippet: 'STRUCTURED_SNIPPET',
  call: 'CALL',
  price: 'PRICE',
  promotion: 'PROMOTION',
  lead_form: 'LEAD_FORM',
  media_bundle: 'MEDIA_BUNDLE',
} as const;

export const AssetOutput = z.object({
  id: z.string(),
  kind: z.string(),
  name: z.string().optional(),
  resource_name: z.string(),
  text: z.string().optional(),
  image: z
    .object({
      url: z.string().optional(),
      width: z.number().optional(),
      height: z.number().optional(),
      bytes: z.number().optional(),
    })
    .optional(),
  video_platform_video_id: z.string().optional(),
});

export function shownAsset({ asset }: Row): z.infer<typeof AssetOutput> {
  const { imageAsset, textAsset, youtubeVideoAsset } = asset ?? {};
  const name = asset?.name ?? youtubeVideoAsset?.youtubeVideoTitle;
  return {
    id: asset?.id ?? '',
    kind: kindOf(asset?.type),
    ...(name && { name }),
    resource_name: asset?.resourceName ?? '',
    ...(textAsset?.text !== undefined && { text: textAsset.text }),
    ...(imageAsset && {
      image: {
        ...(imageAsset.fullSize?.url && { url: imageAsset.fullSize.url }),
        ...number('width', imageAsset.fullSize?.widthPixels),
        ...number('height', imageAsset.fullSize?.heightPixels),
        ...number('bytes', imageAsset.fileSize),
      },
    }),
    ...(youtubeVideoAsset?.youtubeVideoId && { video_platform_video_id: youtubeVideoAsset.youtubeVideoId }),
  };
}

function kindOf(type = 'UNKNOWN'): string {
  return Object.entries(ASSET_KINDS).find(([, word]) => word === type)?.[0] ?? type.toLowerCase();
}

function number<Name extends string>(name: Name, text: string | undefined): { [name in Name]?: number } {
  return text === undefined ? {} : ({ [name]: Number(text) } as { [name in Name]?: number });
}
