import { bad, Refusal } from '../errors.ts';
import type { Input } from '../routes/input.ts';
import type { AdvertiserCall } from '../routes/serve.ts';
import type { CampaignData, Fields } from '../state/shapes.ts';
import { ACTION_CATEGORIES, HASHTAGS, INTERESTS, KEYWORDS, LANGUAGES } from '../targeting/interests.ts';
import { ADULTS_ONLY, parentsOf, placeOf, ZIP_CODES } from '../targeting/locations.ts';

const AGES = ['AGE_13_17', 'AGE_18_24', 'AGE_25_34', 'AGE_35_44', 'AGE_45_54', 'AGE_55_100'];
const ADULT_AGES = AGES.slice(1);
const SMART_OBJECTIVES = ['TRAFFIC', 'APP_PROMOTION', 'LEAD_GENERATION', 'WEB_CONVERSIONS'];
const LOCATIONS_MAX = 3000;

interface Aim {
  campaign: CampaignData;
  placements: readonly string[];
  /** The stored group, for an update. */
  held?: Fields;
}

/** The targeting of an ad group: the given fields over the stored ones. */
export function targetingOf(call: AdvertiserCall, { campaign, placements, held = {} }: Aim): Fields {
  const { input } = call;
  const onlyTikTok = placements.length === 1 && placements[0] === 'PLACEMENT_TIKTOK';
  const zipcode_ids = zipCodesOf(input, held, onlyTikTok);
  const location_ids = locationsOf(input, held, zipcode_ids);
  const countries = [
    ...new Set([
      ...location_ids.map((id) => placeOf(id)!.region_code),
      ...zipcode_ids.map((id) => ZIP_CODES[id]!.country),
    ]),
  ];
  if (
    placements.includes('PLACEMENT_GLOBAL_APP_BUNDLE') &&
    !countries.every((one) => APP_BUNDLE_COUNTRIES.includes(one))
  )
    throw bad('placements: PLACEMENT_GLOBAL_APP_BUNDLE is not supported in the selected locations.');
  const age_groups = agesOf(input, countries, held);
  const given: Fields = {
    gender: input.choice('gender', ['GENDER_UNLIMITED', 'GENDER_MALE', 'GENDER_FEMALE']),
    languages: input.choices('languages', Object.keys(LANGUAGES)),
    operating_systems: input.choices('operating_systems', ['ANDROID', 'IOS']),
    interest_category_ids: knownIds(input, 'interest_category_ids', INTERESTS),
    interest_keyword_ids: knownIds(input, 'interest_keyword_ids', KEYWORDS),
    purchase_intention_keyword_ids: input.ids('purchase_intention_keyword_ids', 1000),
    audience_ids: audiencesOf(call, 'audience_ids'),
    excluded_audience_ids: audiencesOf(call, 'excluded_audience_ids'),
    network_types: input.choices('network_types', ['WIFI', '2G', '3G', '4G', '5G']),
    device_model_ids: input.ids('device_model_ids', 1000),
    device_price_ranges: priceRanges(input),
    spending_power: input.choice('spending_power', ['ALL', 'HIGH']),
    household_income: input.choices('household_income', ['TOP5', 'TOP10', 'TOP10_25', 'TOP25_50']),
    actions: actionsOf(input, onlyTikTok),
    dayparting: daypartingOf(input),
    smart_audience_enabled: input.flag('smart_audience_enabled'),
    smart_interest_behavior_enabled: input.flag('smart_interest_behavior_enabled'),
    saved_audience_id: input.id('saved_audience_id'),
    brand_safety_type: brandSafetyOf(input, onlyTikTok, campaign.objective_type),
  };
  const kept = Object.fromEntries(Object.keys(given).flatMap((name) => (name in held ? [[name, held[name]]] : [])));
  const targeting: Fields = {
    gender: 'GENDER_UNLIMITED',
    ...kept,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    age_groups,
  };
  checkPairs(targeting, input, countries, onlyTikTok, campaign);
  if (campaign.special_industries.length > 0) {
    if (zipcode_ids.length > 0) throw bad('zipcode_ids: not supported for special ad categories.');
    checkIndustries(call, targeting, campaign.special_industries);
  }
  return { ...targeting, location_ids, ...(zipcode_ids.length > 0 && { zipcode_ids }) };
}

const ZIP_COUNTRIES = ['US', 'CA', 'BR', 'ID', 'TH', 'VN'];
const APP_BUNDLE_COUNTRIES = ['BR', 'ID', 'VN', 'PH', 'TH', 'MY', 'MX', 'SA', 'JP'];

function zipCodesOf(input: Input, held: Fields, onlyTikTok: boolean): string[] {
  const ids = input.ids('zipcode_ids', LOCATIONS_MAX) ?? ((held.zipcode_ids ?? []) as string[]);
  const places = ids.map((id) => ZIP_CODES[id]);
  if (places.includes(undefined)) throw bad('At least 1 location ID is invalid');
  if (ids.length > 0 && (!onlyTikTok || places.some((one) => !ZIP_COUNTRIES.includes(one!.country))))
    throw bad('zipcode_ids: only in US, CA, BR, ID, TH, VN, with PLACEMENT_TIKTOK alone.');
  return ids;
}

function locationsOf(input: Input, held: Fields, zipCodes: readonly string[]): string[] {
  const before = (held.location_ids ?? []) as string[];
  const given = input.ids('location_ids', LOCATIONS_MAX);
  const ids = given ?? before;
  if (ids.length + zipCodes.length === 0) throw input.missing('location_ids');
  if (ids.length + zipCodes.length > LOCATIONS_MAX)
    throw bad(`location_ids: Longer than maximum length ${LOCATIONS_MAX}.`);
  if (ids.some((id) => placeOf(id) === undefined)) throw bad('At least 1 location ID is invalid');
  const overlaps = ids.some((id) => parentsOf(id).some(({ location_id }) => ids.includes(location_id)));
  if (overlaps || new Set(ids).size < ids.length) throw bad('location_ids: locations overlap.');
  const inUs = (all: readonly string[]) => all.some((id) => placeOf(id)?.region_code === 'US');
  if (given && inUs(before) && !inUs(given) && !zipCodes.some((id) => ZIP_CODES[id]?.country === 'US'))
    throw bad('location_ids: an ad group in the US cannot leave it.');
  return ids;
}

function agesOf(input: Input, countries: readonly string[], held: Fields): string[] {
  const given = input.choices('age_groups', AGES);
  const adultsOnly = countries.some((country) => ADULTS_ONLY.includes(country));
  if (given?.includes('AGE_13_17') && adultsOnly)
    throw new Refusal(40065, 'Targeting ages 13-17 is not supported in the selected locations.');
  return given ?? (held.age_groups as string[] | undefined) ?? (adultsOnly ? ADULT_AGES : AGES);
}

function knownIds(input: Input, field: string, known: readonly { id: string }[]): string[] | undefined {
  const ids = input.ids(field, 1000);
  const unknown = ids?.find((id) => !known.some((one) => one.id === id));
  if (unknown !== undefined) throw bad(`${field}: ${unknown} does not exist.`);
  return ids;
}

function audiencesOf({ input, store, advertiser, now }: AdvertiserCall, field: string): string[] | undefined {
  const ids = input.ids(field, 400);
  for (const id of ids ?? []) {
    const audience = store.find('Audience', id);
    if (!audience || audience.links.advertiser !== advertiser.id || audience.data.deleted)
      throw bad(`${field}: the audience ${id} does not exist.`);
    if (audience.data.ready > now || audience.data.cover_num < 1000)
      throw bad(`${field}: the audience ${id} is still processing or has fewer than 1,000 users.`);
  }
  return ids;
}

function priceRanges(input: Input): unknown[] | undefined {
  const ranges = input.list('device_price_ranges');
  if (ranges?.some((price) => typeof price !== 'number' || (price % 50 !== 0 && price !== 10_000)))
    throw bad('device_price_ranges: must be multiples of 50.');
  return ranges;
}

function actionsOf(input: Input, onlyTikTok: boolean): unknown[] | undefined {
  const actions = input.objects('actions');
  for (const action of actions ?? []) {
    const scene = action.needChoice('action_scene', ['VIDEO_RELATED', 'CREATOR_RELATED', 'HASHTAG_RELATED']);
    const period = action.number('action_period') ?? 0;
    if (![0, 7, 15].includes(period) || (scene !== 'VIDEO_RELATED' && period !== 0))
      throw bad('action_period: must be 7 or 15 for videos, 0 otherwise.');
    const ids = action.ids('action_category_ids', 1000) ?? [];
    if (ids.length > 0 && !onlyTikTok) throw bad('action_category_ids: only with PLACEMENT_TIKTOK alone.');
    const known = scene === 'HASHTAG_RELATED' ? HASHTAGS : ACTION_CATEGORIES.filter((one) => one.scene === scene);
    if (ids.some((id) => !known.some((one) => one.id === id)))
      throw bad('action_category_ids: at least 1 category does not exist.');
  }
  return actions?.map(({ values }) => values);
}

function daypartingOf(input: Input): string | undefined {
  const dayparting = input.text('dayparting');
  if (dayparting !== undefined && !/^[01]{336}$/.test(dayparting))
    throw bad('dayparting: must be 336 signs of 0 and 1.');
  return dayparting;
}

/** In other countries only chosen advertisers may use it, and no seeded advertiser is chosen. */
const BRAND_SAFETY_OBJECTIVES = ['REACH', 'VIDEO_VIEWS', 'ENGAGEMENT', 'RF_REACH'];

function brandSafetyOf(input: Input, onlyTikTok: boolean, objective: string): string | undefined {
  const type = input.choice('brand_safety_type', [
    'NO_BRAND_SAFETY',
    'EXPANDED_INVENTORY',
    'STANDARD_INVENTORY',
    'LIMITED_INVENTORY',
    'THIRD_PARTY',
  ]);
  if (type === undefined || type === 'NO_BRAND_SAFETY') return type;
  if (!onlyTikTok) throw bad('brand_safety_type: only with PLACEMENT_TIKTOK alone.');
  if (type === 'THIRD_PARTY' && !input.has('brand_safety_partner')) throw input.missing('brand_safety_partner');
  if (!BRAND_SAFETY_OBJECTIVES.includes(objective))
    throw new Refusal(40118, 'brand_safety_type: the advertiser is not on the allowlist.');
  return type;
}

function checkPairs(
  targeting: Fields,
  input: Input,
  countries: readonly string[],
  onlyTikTok: boolean,
  campaign: CampaignData,
): void {
  const has = (name: string) =>
    targeting[name] !== undefined && !(Array.isArray(targeting[name]) && targeting[name].length === 0);
  const { objective_type } = campaign;
  if (has('device_model_ids') && has('device_price_ranges'))
    throw bad('device_model_ids and device_price_ranges cannot be given together.');
  if (has('interest_keyword_ids') && has('purchase_intention_keyword_ids'))
    throw bad('interest_keyword_ids and purchase_intention_keyword_ids cannot be given together.');
  if (input.has('included_pangle_audience_package_ids') && input.has('excluded_pangle_audience_package_ids'))
    throw bad('included_ and excluded_pangle_audience_package_ids cannot be given together.');
  const included = (targeting.audience_ids ?? []) as string[];
  if (((targeting.excluded_audience_ids ?? []) as string[]).some((id) => included.includes(id)))
    throw bad('excluded_audience_ids: an audience cannot be included and excluded.');
  if (has('household_income') && (countries.join() !== 'US' || !onlyTikTok))
    throw bad('household_income: only in the US, with PLACEMENT_TIKTOK alone.');
  if (has('spending_power') && targeting.spending_power !== 'ALL' && objective_type === 'PRODUCT_SALES')
    throw bad('spending_power: not supported for PRODUCT_SALES.');
  const isSmart = targeting.smart_audience_enabled === true || targeting.smart_interest_behavior_enabled === true;
  if (isSmart && !SMART_OBJECTIVES.includes(objective_type))
    throw bad(`smart_audience_enabled: not supported for ${objective_type}.`);
  if (input.flag('auto_targeting_enabled') || input.has('targeting_expansion'))
    throw bad('auto_targeting_enabled: automatic targeting is no longer supported.');
  if (has('saved_audience_id') && objective_type === 'PRODUCT_SALES')
    throw bad('saved_audience_id: not supported for PRODUCT_SALES.');
  if (countries.includes('GB') && input.flag('is_hfss') && !input.flag('is_lhf_compliance'))
    throw bad('is_lhf_compliance: needed with is_hfss in the United Kingdom.');
}

/** Housing, employment and credit ads may not use most targeting. */
function checkIndustries({ store }: AdvertiserCall, targeting: Fields, industries: readonly string[]): void {
  const refuse = (field: string) => bad(`${field}: not supported for special ad categories.`);
  if (targeting.gender !== 'GENDER_UNLIMITED') throw refuse('gender');
  if ((targeting.age_groups as string[]).toSorted().join() !== ADULT_AGES.join()) throw refuse('age_groups');
  for (const field of [
    'household_income',
    'interest_keyword_ids',
    'device_price_ranges',
    'saved_audience_id',
    'smart_audience_enabled',
    'smart_interest_behavior_enabled',
  ]) {
    const value = targeting[field];
    if (value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0)) throw refuse(field);
  }
  const audiences = (targeting.audience_ids ?? []) as string[];
  if (audiences.some((id) => store.find('Audience', id)?.data.audience_type === 'Lookalike Audience'))
    throw refuse('audience_ids');
  const actions = (targeting.actions ?? []) as { action_scene: string; action_category_ids?: string[] }[];
  const categories = actions.flatMap(({ action_category_ids = [] }) => action_category_ids);
  const isOpenAction = (id: string) =>
    industries.every((industry) => ACTION_CATEGORIES.find((one) => one.id === id)?.industries.includes(industry));
  if (actions.some(({ action_scene }) => action_scene === 'HASHTAG_RELATED') || !categories.every(isOpenAction))
    throw refuse('actions');
  const interests = (targeting.interest_category_ids ?? []) as string[];
  const isOpen = (id: string) =>
    industries.every((industry) => INTERESTS.find((one) => one.id === id)?.industries.includes(industry));
  if (!interests.every(isOpen)) throw refuse('interest_category_ids');
}
