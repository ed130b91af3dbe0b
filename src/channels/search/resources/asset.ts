import { z } from 'zod';
import type { SearchClient } from '../client.ts';
import { withPercent } from './extension-asset.ts';
import { ofIds } from './listing.ts';
import { shownMessage } from './plain-message.ts';
import type { Row } from './wire/row.ts';

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
  'asset.final_urls',
  ...['link_text', 'description1', 'description2', 'start_date', 'end_date'].map(
    (field) => `asset.sitelink_asset.${field}`,
  ),
  ...['callout_text', 'start_date', 'end_date'].map((field) => `asset.callout_asset.${field}`),
  ...['header', 'values'].map((field) => `asset.structured_snippet_asset.${field}`),
  ...['country_code', 'phone_number'].map((field) => `asset.call_asset.${field}`),
  ...['type', 'price_qualifier', 'language_code', 'price_offerings'].map((field) => `asset.price_asset.${field}`),
  ...[
    ...['promotion_target', 'discount_modifier', 'percent_off', 'promotion_code', 'occasion', 'language_code'],
    ...['money_amount_off.amount_micros', 'money_amount_off.currency_code'],
    ...['orders_over_amount.amount_micros', 'orders_over_amount.currency_code'],
    ...['start_date', 'end_date', 'redemption_start_date', 'redemption_end_date'],
  ].map((field) => `asset.promotion_asset.${field}`),
  ...[
    ...['business_name', 'headline', 'description', 'call_to_action_type', 'call_to_action_description'],
    ...['privacy_policy_url', 'fields', 'custom_question_fields', 'post_submit_headline', 'post_submit_description'],
  ].map((field) => `asset.lead_form_asset.${field}`),
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
  final_urls: z.array(z.string()).optional(),
  content: z.looseObject({}).optional(),
});

export function assetRows(client: SearchClient, account: string, ids: readonly string[]): Promise<Row[]> {
  return client.rows(account, {
    select: ASSET_FIELDS,
    from: 'asset',
    where: ofIds({ 'asset.id': ids }),
    orderBy: [{ field: 'asset.id' }],
  });
}

export function shownAsset({ asset }: Row): z.infer<typeof AssetOutput> {
  const { imageAsset, textAsset, youtubeVideoAsset } = asset ?? {};
  const name = asset?.name ?? youtubeVideoAsset?.youtubeVideoTitle;
  const content = extensionIn(asset);
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
    ...(asset?.finalUrls.length && { final_urls: asset.finalUrls }),
    ...(content && { content: shownMessage(content, undefined) as Record<string, unknown> }),
  };
}

function extensionIn(asset: Row['asset']): object | undefined {
  const { sitelinkAsset, calloutAsset, structuredSnippetAsset, callAsset } = asset ?? {};
  const { priceAsset, promotionAsset, leadFormAsset } = asset ?? {};
  return (
    sitelinkAsset ??
    calloutAsset ??
    structuredSnippetAsset ??
    callAsset ??
    priceAsset ??
    (promotionAsset && withPercent(promotionAsset)) ??
    leadFormAsset
  );
}

function kindOf(type = 'UNKNOWN'): string {
  return Object.entries(ASSET_KINDS).find(([, word]) => word === type)?.[0] ?? type.toLowerCase();
}

function number<Name extends string>(name: Name, text: string | undefined): { [name in Name]?: number } {
  return text === undefined ? {} : ({ [name]: Number(text) } as { [name in Name]?: number });
}
