import { unit } from '../../chance.ts';
import { entitiesOf, facetOf } from '../targeting/catalogue.ts';
import type { COUNTS, DayNumbers } from './numbers.ts';

/**
 * How a day's numbers are split over the values of a breakdown. Each value has its share of the cost and its own click and
 * conversion rates, always the same, so that wasteful segments can be found.
 */
interface Share {
  value: string;
  cost: number;
  clicks: number;
  conversions: number;
}

/** `id cost clicks conversions`: the part of the cost in percent, then how it compares. */
const TRAITS: Readonly<Record<string, readonly [facet: string, shares: string]>> = {
  MEMBER_SENIORITY: ['seniorities', '3 26 0.7 0, 4 24 1 0.9, 5 22 1.1 1.3, 6 17 1.3 1.9, 7 11 1.1 1.4'],
  MEMBER_JOB_FUNCTION: ['jobFunctions', '8 27 1.1 1.3, 13 25 1.2 1.6, 15 20 1 1, 25 16 0.9 0.7, 12 12 0.5 0'],
  MEMBER_INDUSTRY: ['industries', '4 30 1.2 1.5, 96 25 1.1 1.3, 43 20 1 0.9, 80 15 0.8 0.5, 14 10 0.5 0'],
  MEMBER_COMPANY_SIZE: [
    'staffCountRanges',
    '201,500 24 1.2 1.5, 1001,5000 24 1.1 1.4, 51,200 20 1 1, 11,50 18 0.9 0.5, 2,10 14 0.6 0',
  ],
  MEMBER_JOB_TITLE: ['titles', '4 30 1.1 1.2, 9 24 1.1 1.4, 100 20 1 0.9, 728 14 1 0.8, 25 12 0.6 0'],
  MEMBER_REGION_V2: ['locations', '102095887 36 1.1 1.4, 105080838 32 1 1.1, 90000084 20 0.9 0.7, 102748797 12 0.7 0'],
  MEMBER_COMPANY: ['employers', '1035 28 1 1.1, 1441 26 1.1 1.2, 1586 24 1 1, 3000001 12 0.8 0.6, 3000002 10 0.6 0'],
};

const DEVICES: readonly Share[] = [
  { value: 'MOBILE_APP', cost: 0.55, clicks: 1.1, conversions: 0.6 },
  { value: 'DESKTOP_WEB', cost: 0.35, clicks: 1, conversions: 1.9 },
  { value: 'MOBILE_WEB', cost: 0.1, clicks: 0.6, conversions: 0.2 },
];

export const BROKEN_DOWN = [...Object.keys(TRAITS), 'MEMBER_COUNTRY_V2'];

const tables = new Map(Object.entries(TRAITS).map(([pivot, [facet, text]]) => [pivot, tableOf(facet, text)]));

function tableOf(facet: string, text: string): Share[] {
  const known = entitiesOf(facetOf(`urn:li:adTargetingFacet:${facet}`)!);
  return text.split(', ').map((line) => {
    const [id, cost, clicks, conversions] = line.split(' ');
    const entity = known.find(({ urn }) => urn.endsWith(`:${id}`) || urn.endsWith(`:(${id})`));
    if (!entity) throw new Error(`no ${facet} ${id} in the catalogue`);
    return { value: entity.urn, cost: Number(cost) / 100, clicks: Number(clicks), conversions: Number(conversions) };
  });
}

/** Members are where the campaign was aimed at. */
function places({ campaign }: DayNumbers): Share[] {
  const clauses = campaign.fields.targetingCriteria?.include?.and ?? [];
  const urns = clauses.flatMap(({ or }) => or['urn:li:adTargetingFacet:locations'] ?? []);
  const values = urns.length > 0 ? urns : ['urn:li:geo:90009492'];
  // Where there are several, the last hardly buys.
  return values.map((value, at) => {
    const poor = at > 0 && at === values.length - 1;
    return { value, cost: 1 / values.length, clicks: poor ? 0.8 : 1, conversions: poor ? 0.2 : 1 };
  });
}

/** The Audience Network is cheap and brings no conversions. */
const LOCATIONS: readonly Share[] = [
  { value: 'ONSITE', cost: 0.7, clicks: 0.9, conversions: 1.4 },
  { value: 'OFFSITE', cost: 0.3, clicks: 1.3, conversions: 0 },
];

function sharesOf(pivot: string, whole: DayNumbers): readonly Share[] {
  const shares = tables.get(pivot);
  if (pivot === 'SERVING_LOCATION') return whole.campaign.fields.offsiteDeliveryEnabled ? LOCATIONS : [EVERYWHERE];
  if (pivot === 'MEMBER_COUNTRY_V2') return places(whole);
  // The table's regions lie in the United States; campaigns for other countries get their own locations.
  if (pivot === 'MEMBER_REGION_V2' && !places(whole).some(({ value }) => value === 'urn:li:geo:103644278'))
    return places(whole);
  return shares ?? DEVICES;
}

const EVERYWHERE: Share = { value: 'ONSITE', cost: 1, clicks: 1, conversions: 1 };

/** For each count the rate it follows and the count it cannot exceed, which stands above it in this list. */
const DEALT: readonly (readonly [(typeof COUNTS)[number], by: keyof Share, room?: (typeof COUNTS)[number]])[] = [
  ['clicks', 'clicks', 'impressions'],
  ['landingPageClicks', 'clicks', 'clicks'],
  ['externalWebsiteConversions', 'conversions', 'clicks'],
  ['externalWebsitePostClickConversions', 'conversions', 'externalWebsiteConversions'],
  ['oneClickLeadFormOpens', 'clicks', 'clicks'],
  ['oneClickLeads', 'conversions', 'oneClickLeadFormOpens'],
  ['videoStarts', 'cost', 'impressions'],
  ['videoViews', 'cost', 'videoStarts'],
  ['videoCompletions', 'cost', 'videoStarts'],
  ['likes', 'clicks', 'impressions'],
  ['comments', 'clicks', 'impressions'],
  ['shares', 'clicks', 'impressions'],
  ['follows', 'clicks', 'clicks'],
];

/** Parts that add up to the whole again, in every count. */
export function shared(whole: DayNumbers, pivot: string): { value: string; part: DayNumbers }[] {
  const shares = sharesOf(pivot, whole);
  const parts = shares.map(() => ({ ...whole }));
  const spread = (name: 'impressions' | 'cost') => {
    let [sum, given] = [0, 0];
    for (const [at, part] of parts.entries()) {
      sum += shares[at]!.cost;
      part[name] = (at === parts.length - 1 ? whole[name] : Math.round(whole[name] * sum)) - given;
      given += part[name];
    }
  };
  spread('impressions');
  spread('cost');
  for (const [name, by, room] of DEALT) {
    const weights = shares.map((share) => (by === 'cost' ? share.cost : share.cost * Number(share[by])));
    const rooms = parts.map((part) => (room ? part[room] : Number.POSITIVE_INFINITY));
    const words = [whole.creative.id, whole.day, pivot, name];
    for (const [at, count] of dealt(whole[name], weights, rooms, words).entries()) parts[at]![name] = count;
  }
  const worth = whole.externalWebsiteConversions > 0 ? whole.value / whole.externalWebsiteConversions : 0;
  for (const part of parts) {
    part.externalWebsitePostViewConversions =
      part.externalWebsiteConversions - part.externalWebsitePostClickConversions;
    part.totalEngagements = part.clicks + part.likes + part.comments + part.shares;
    part.value = Math.round(part.externalWebsiteConversions * worth);
  }
  return parts.flatMap((part, at) =>
    part.impressions > 0 || part.clicks > 0 ? [{ value: shares[at]!.value, part }] : [],
  );
}

/** Splits a count by weight, rounding down, then deals the rest one by one to parts that have room. */
function dealt(
  count: number,
  weights: readonly number[],
  rooms: readonly number[],
  words: readonly (string | number)[],
): number[] {
  const whole = weights.reduce((total, weight) => total + weight, 0);
  const given = weights.map((weight, at) => Math.min(rooms[at]!, Math.floor((count * weight) / whole)));
  const left = count - given.reduce((total, one) => total + one, 0);
  for (let nth = 0; nth < left; nth++) {
    const open = weights.map((weight, at) => (given[at]! < rooms[at]! ? weight : 0));
    const sum = open.reduce((total, weight) => total + weight, 0);
    let draw = unit(...words, nth) * sum;
    const drawn = open.findIndex((weight) => {
      draw -= weight;
      return weight > 0 && draw < 0;
    });
    const at = drawn >= 0 ? drawn : given.findIndex((one, index) => one < rooms[index]!);
    given[Math.max(0, at)]! += 1;
  }
  return given;
}
