import { z } from 'zod';
import { invalidArguments, type Problem } from '../../../errors.ts';
import { Country, oneLine, WebAddress } from '../../../tools/fields.ts';
import type { SearchClient } from '../client.ts';
import { ASSET_FIELDS, assetRows, shownAsset } from './asset.ts';
import { among, type Condition, equal, Literal } from './wire/gaql.ts';
import { creating, type Kind, type Operation } from './wire/operation.ts';
import type { Row } from './wire/row.ts';

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

/** How each kind is linked. */
const KINDS = {
  sitelink: 'SITELINK',
  callout: 'CALLOUT',
  snippet: 'STRUCTURED_SNIPPET',
  call: 'CALL',
  price: 'PRICE',
  promotion: 'PROMOTION',
  lead_form: 'LEAD_FORM',
  image: 'AD_IMAGE',
} as const;
type ExtensionKind = keyof typeof KINDS;
const KIND_NAMES = Object.keys(KINDS) as [ExtensionKind, ...ExtensionKind[]];

/** Links assets that exist and are not linked yet. Their type decides what they are shown as. */
export async function linkingAssets(
  client: SearchClient,
  account: string,
  { kind, owner }: Place,
  ids: readonly string[],
  held: ReadonlySet<string>,
): Promise<Operation[]> {
  if (ids.length === 0) return [];
  const types = new Map((await assetRows(client, account, ids)).map(({ asset }) => [asset?.id, asset?.type ?? '']));
  const fieldTypeOf = (type: string | undefined) =>
    type === 'IMAGE' ? KINDS.image : Object.values(KINDS).find((each) => each === type);
  const problems = ids.flatMap((id, at): Problem[] => {
    const type = types.get(id);
    if (fieldTypeOf(type)) return [];
    const what = type === undefined ? 'is no asset of this account' : `is of type ${type}, which is no extension`;
    return [{ field: `asset_ids.${at}`, message: `${what} (list_assets)` }];
  });
  if (problems.length > 0) throw invalidArguments(problems);
  return ids.flatMap((id, at) => {
    const link = { ...owner, asset: `customers/${account}/assets/${id}`, fieldType: fieldTypeOf(types.get(id)) };
    return held.has(id) || ids.indexOf(id) !== at ? [] : [creating(kind, link, `asset_ids.${at}`)];
  });
}

export const ExtensionOutput = z.object({
  id: z.string().describe('Of the asset'),
  kind: z.enum(KIND_NAMES),
  status: z.string(),
  text: z.string(),
  final_url: z.string().optional(),
  description1: z.string().optional(),
  description2: z.string().optional(),
  values: z.array(z.string()).optional(),
  country: z.string().optional(),
  content: z.looseObject({}).optional(),
});
export type ShownExtension = z.infer<typeof ExtensionOutput>;

export async function extensionsAt(client: SearchClient, account: string, { from, where }: Place) {
  const rows = await client.rows(account, {
    select: [...ASSET_FIELDS, `${from}.field_type`, `${from}.status`, ...where.map(({ field }) => field)],
    from,
    where: [
      ...where,
      among(`${from}.field_type`, Object.values(KINDS).map(Literal.word)),
      among(`${from}.status`, ['ENABLED', 'PAUSED'].map(Literal.word)),
    ],
    orderBy: [{ field: 'asset.id' }],
  });
  return rows.map((row) => ({ resourceName: linkIn(row)?.resourceName ?? '', shown: shownExtension(row) }));
}

const RICH: readonly ExtensionKind[] = ['price', 'promotion', 'lead_form', 'image'];

/** What a promotion is for, a form is headed or prices are of. */
function titleIn(content: Record<string, unknown> = {}): string | undefined {
  const title = content.promotion_target ?? content.headline ?? content.type;
  return title === undefined ? undefined : String(title);
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
  const kind = KIND_NAMES.find((name) => KINDS[name] === linkIn(row)?.fieldType) ?? 'sitelink';
  const { name, image, content } = shownAsset(row);
  return {
    id: row.asset?.id ?? '',
    kind,
    status: linkIn(row)?.status ?? 'UNKNOWN',
    text:
      link?.linkText ?? callout?.calloutText ?? snippet?.header ?? call?.phoneNumber ?? titleIn(content) ?? name ?? '',
    ...(row.asset?.finalUrls.length && { final_url: row.asset.finalUrls[0] }),
    ...(RICH.includes(kind) && { content: image ?? content }),
    ...(link?.description1 && { description1: link.description1, description2: link.description2 }),
    ...(snippet && { values: snippet.values }),
    ...(call && { country: call.countryCode }),
  };
}
