import { z } from 'zod';
import type { Problem } from '../../../errors.ts';
import { Id } from '../../../tools/fields.ts';
import { notFound } from '../../../tools/not-found.ts';
import { needs, notBoth } from '../../../tools/rules.ts';
import type { SearchClient } from '../client.ts';
import { type Condition, equal, Literal } from './wire/gaql.ts';
import type { Kind } from './wire/operation.ts';
import type { Row } from './wire/row.ts';

export const TRACKING = ['tracking_url_template', 'final_url_suffix', 'url_custom_parameters'] as const;
/** An account has no parameters of its own. */
const OF_ACCOUNT = ['tracking_url_template', 'final_url_suffix'] as const;

/** The object whose tracking is meant: the lowest one that is named, or the account. */
export const trackingPlace = {
  campaign_id: Id.optional().describe('Of this campaign; of the account when nothing is named'),
  ad_group_id: Id.optional().describe('Of this ad group'),
  ad_id: Id.optional().describe('Of this ad'),
  keyword_id: Id.optional().describe('Of this keyword; with ad_group_id'),
  asset_id: Id.optional().describe('Of this sitelink or other extension'),
};
const Place = z.object(trackingPlace);
type Place = z.output<typeof Place>;

export function placeProblems(args: Place): Problem[] {
  const others = ['campaign_id', 'ad_group_id', 'ad_id', 'asset_id'] as const;
  return [
    ...needs(args, 'keyword_id', 'ad_group_id'),
    ...others.flatMap((one, at) => others.slice(at + 1).flatMap((other) => notBoth(args, one, other))),
    ...others.filter((other) => other !== 'ad_group_id').flatMap((other) => notBoth(args, 'keyword_id', other)),
  ];
}

const LEVELS = {
  account: { kind: 'customer', from: 'customer', holder: 'customer' },
  campaign: { kind: 'campaign', from: 'campaign', holder: 'campaign' },
  ad_group: { kind: 'adGroup', from: 'ad_group', holder: 'ad_group' },
  ad: { kind: 'ad', from: 'ad_group_ad', holder: 'ad_group_ad.ad' },
  keyword: { kind: 'adGroupCriterion', from: 'ad_group_criterion', holder: 'ad_group_criterion' },
  asset: { kind: 'asset', from: 'asset', holder: 'asset' },
} as const satisfies Record<string, { kind: Kind; from: string; holder: string }>;
type Level = keyof typeof LEVELS;

const ABOVE: Readonly<Record<Level, readonly Level[]>> = {
  account: [],
  campaign: ['account'],
  ad_group: ['account', 'campaign'],
  ad: ['account', 'campaign', 'ad_group'],
  keyword: ['account', 'campaign', 'ad_group'],
  asset: ['account'],
};

export const TrackingOutput = z.object({
  level: z.enum(Object.keys(LEVELS) as [Level, ...Level[]]),
  id: z.string(),
  tracking_url_template: z.string().optional(),
  final_url_suffix: z.string().optional(),
  custom_parameters: z.record(z.string(), z.string()).optional(),
});
type ShownTracking = z.infer<typeof TrackingOutput>;

interface TrackingHeld {
  kind: Kind;
  resourceName: string;
  /** The account first, the object itself last. */
  levels: [...ShownTracking[], ShownTracking];
}

/** What the object and everything above it say about tracking, in one query. */
export async function trackingOf(client: SearchClient, account: string, place: Place): Promise<TrackingHeld> {
  const [level, id] = levelOf(place);
  const { from, kind } = LEVELS[level];
  const chain = [...ABOVE[level], level];
  const row = await client.row(account, {
    select: chain.flatMap(fieldsOf),
    from,
    where: conditionsFor(level, place),
  });
  if (!row) throw absent(level, id);
  const levels = chain.map((each) => shownTracking(each, row)) as TrackingHeld['levels'];
  return { kind, resourceName: heldAt(level, row)?.resourceName ?? '', levels };
}

function levelOf({ campaign_id, ad_group_id, ad_id, keyword_id, asset_id }: Place): [Level, string] {
  if (asset_id !== undefined) return ['asset', asset_id];
  if (keyword_id !== undefined) return ['keyword', keyword_id];
  if (ad_id !== undefined) return ['ad', ad_id];
  if (ad_group_id !== undefined) return ['ad_group', ad_group_id];
  return campaign_id === undefined ? ['account', ''] : ['campaign', campaign_id];
}

function fieldsOf(level: Level): string[] {
  const { holder } = LEVELS[level];
  const id = level === 'keyword' ? 'criterion_id' : 'id';
  return [id, ...(level === 'account' ? OF_ACCOUNT : TRACKING)].map((field) => `${holder}.${field}`);
}

function conditionsFor(level: Level, place: Place): Condition[] {
  const [, id] = levelOf(place);
  if (level === 'account') return [];
  if (level !== 'keyword') return [equal(`${LEVELS[level].holder}.id`, Literal.digits(id))];
  return [
    equal('ad_group.id', Literal.digits(place.ad_group_id ?? '')),
    equal('ad_group_criterion.criterion_id', Literal.digits(id)),
  ];
}

function heldAt(level: Level, { customer, campaign, adGroup, adGroupAd, adGroupCriterion, asset }: Row) {
  const held = { account: customer, campaign, ad_group: adGroup, ad: adGroupAd?.ad, keyword: adGroupCriterion, asset };
  return held[level];
}

function shownTracking(level: Level, row: Row): ShownTracking {
  const held = heldAt(level, row);
  const parameters = held && 'urlCustomParameters' in held ? held.urlCustomParameters : [];
  return {
    level,
    id: (level === 'keyword' ? row.adGroupCriterion?.criterionId : held && 'id' in held ? held.id : undefined) ?? '',
    ...(held?.trackingUrlTemplate && { tracking_url_template: held.trackingUrlTemplate }),
    ...(held?.finalUrlSuffix && { final_url_suffix: held.finalUrlSuffix }),
    ...(parameters.length > 0 && {
      custom_parameters: Object.fromEntries(parameters.map(({ key, value }) => [key, value])),
    }),
  };
}

function absent(level: Level, id: string) {
  const list = level === 'account' ? 'list_customers' : `list_${level}s`;
  return notFound({ what: level.replace('_', ' '), id, list, accountArgument: 'customer_id' });
}
