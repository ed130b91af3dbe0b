import { z } from 'zod';
import { Country, oneLine, WebAddress } from '../../../tools/fields.ts';
import type { SearchClient } from '../client.ts';
import { among, type Condition, equal, Literal } from '../report/gaql.ts';
import { creating, type Kind, type Operation } from './operation.ts';
import type { Row } from './row.ts';

/** Extensions: links, claims, lists and phone numbers shown below an ad. */
export const extensionParts = {
  sitelinks: z
    .array(
      z.strictObject({
        text: oneLine(25).describe('The link'),
        final_url: WebAddress.max(2048).describe('Where it leads'),
        description1: oneLine(35).optional().describe('First line below; both or none'),
        description2: oneLine(35).optional().describe('Second line'),
      }),
    )
    .min(1)
    .max(20)
    .optional()
    .describe('Links to further pages'),
  callouts: z.array(oneLine(25)).min(1).max(20).optional().describe('Short claims, such as "Free shipping"'),
  snippets: z
    .array(
      z.strictObject({
        header: oneLine(25).describe('One of the platform: Brands, Models, Styles, Types, Service catalog, …'),
        values: z.array(oneLine(25)).min(3).max(10).describe('3 to 10'),
      }),
    )
    .min(1)
    .max(10)
    .optional()
    .describe('Lists under a header'),
  calls: z
    .array(
      z.strictObject({ country: Country.describe('Such as US'), phone_number: oneLine(30).describe('To be called') }),
    )
    .min(1)
    .max(5)
    .optional()
    .describe('Phone numbers'),
};
const Parts = z.object(extensionParts);
type Parts = z.output<typeof Parts>;
export const EXTENSIONS = Object.keys(extensionParts);

/** The owner of extensions: an ad group, a campaign or the whole account. */
export interface Place {
  kind: Extract<Kind, 'adGroupAsset' | 'campaignAsset' | 'customerAsset'>;
  /** The resource the platform lists them by. */
  from: string;
  owner: Record<string, string>;
  where: Condition[];
}

export function placeOf(
  account: string,
  { ad_group_id, campaign_id }: { ad_group_id?: string | undefined; campaign_id?: string | undefined },
): Place {
  if (ad_group_id !== undefined)
    return {
      kind: 'adGroupAsset',
      from: 'ad_group_asset',
      owner: { adGroup: `customers/${account}/adGroups/${ad_group_id}` },
      where: [equal('ad_group.id', Literal.digits(ad_group_id))],
    };
  if (campaign_id !== undefined)
    return {
      kind: 'campaignAsset',
      from: 'campaign_asset',
      owner: { campaign: `customers/${account}/campaigns/${campaign_id}` },
      where: [equal('campaign.id', Literal.digits(campaign_id))],
    };
  return { kind: 'customerAsset', from: 'customer_asset', owner: {}, where: [] };
}

/** Each asset is created and linked in one request, joined by a temporary id. */
export function addingExtensions(account: string, { kind, owner }: Place, given: Parts): Operation[] {
  const entries: [argument: string, fieldType: string, fields: Record<string, unknown>][] = [
    ...(given.sitelinks ?? []).map(({ text, final_url, description1, description2 }, at): (typeof entries)[number] => [
      `sitelinks.${at}`,
      'SITELINK',
      {
        finalUrls: [final_url],
        sitelinkAsset: { linkText: text, ...(description1 && { description1 }), ...(description2 && { description2 }) },
      },
    ]),
    ...(given.callouts ?? []).map((calloutText, at): (typeof entries)[number] => [
      `callouts.${at}`,
      'CALLOUT',
      { calloutAsset: { calloutText } },
    ]),
    ...(given.snippets ?? []).map(({ header, values }, at): (typeof entries)[number] => [
      `snippets.${at}`,
      'STRUCTURED_SNIPPET',
      { structuredSnippetAsset: { header, values } },
    ]),
    ...(given.calls ?? []).map(({ country, phone_number }, at): (typeof entries)[number] => [
      `calls.${at}`,
      'CALL',
      { callAsset: { countryCode: country, phoneNumber: phone_number } },
    ]),
  ];
  return entries.flatMap(([argument, fieldType, fields], at) => {
    const asset = `customers/${account}/assets/${-1 - at}`;
    return [
      creating('asset', { resourceName: asset, ...fields }, argument),
      creating(kind, { ...owner, asset, fieldType }, argument),
    ];
  });
}

export const ExtensionOutput = z.object({
  id: z.string().describe('Of the asset'),
  kind: z.enum(['sitelink', 'callout', 'snippet', 'call']),
  status: z.string(),
  text: z.string(),
  final_url: z.string().optional(),
  description1: z.string().optional(),
  description2: z.string().optional(),
  values: z.array(z.string()).optional(),
  country: z.string().optional(),
});
export type ShownExtension = z.infer<typeof ExtensionOutput>;

const KINDS: Readonly<Record<string, ShownExtension['kind']>> = {
  SITELINK: 'sitelink',
  CALLOUT: 'callout',
  STRUCTURED_SNIPPET: 'snippet',
  CALL: 'call',
};

export async function extensionsAt(client: SearchClient, account: string, { from, where }: Place) {
  const rows = await client.rows(account, {
    select: [
      'asset.id',
      'asset.final_urls',
      'asset.sitelink_asset.link_text',
      'asset.sitelink_asset.description1',
      'asset.sitelink_asset.description2',
      'asset.callout_asset.callout_text',
      'asset.structured_snippet_asset.header',
      'asset.structured_snippet_asset.values',
      'asset.call_asset.country_code',
      'asset.call_asset.phone_number',
      `${from}.field_type`,
      `${from}.status`,
      ...where.map(({ field }) => field),
    ],
    from,
    where: [
      ...where,
      among(`${from}.field_type`, Object.keys(KINDS).map(Literal.word)),
      among(`${from}.status`, ['ENABLED', 'PAUSED'].map(Literal.word)),
    ],
    orderBy: [{ field: 'asset.id' }],
  });
  return rows.map((row) => ({ resourceName: linkIn(row)?.resourceName ?? '', shown: shownExtension(row) }));
}

function linkIn({ customerAsset, campaignAsset, adGroupAsset }: Row) {
  return adGroupAsset ?? campaignAsset ?? customerAsset;
}

function shownExtension(row: Row): ShownExtension {
  const {
    sitelinkAsset: link,
    calloutAsset: callout,
    structuredSnippetAsset: snippet,
    callAsset: call,
  } = row.asset ?? {};
  return {
    id: row.asset?.id ?? '',
    kind: KINDS[linkIn(row)?.fieldType ?? ''] ?? 'sitelink',
    status: linkIn(row)?.status ?? 'UNKNOWN',
    text: link?.linkText ?? callout?.calloutText ?? snippet?.header ?? call?.phoneNumber ?? '',
    ...(link && { final_url: row.asset?.finalUrls[0] }),
    ...(link?.description1 && { description1: link.description1, description2: link.description2 }),
    ...(snippet && { values: snippet.values }),
    ...(call && { country: call.countryCode }),
  };
}
