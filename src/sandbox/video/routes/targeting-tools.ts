import { unit } from '../../chance.ts';
import { bad } from '../errors.ts';
import { OBJECTIVES } from '../rules/campaign-rules.ts';
import { GOALS } from '../rules/goals.ts';
import { ACTION_CATEGORIES, HASHTAGS, INTERESTS, KEYWORDS, LANGUAGES } from '../targeting/interests.ts';
import { ADULTS_ONLY, PLACES, type Place, placeOf, ZIP_CODES } from '../targeting/locations.ts';
import type { Input } from './input.ts';
import { get, post, type Route } from './serve.ts';

const PLACEMENTS = ['PLACEMENT_TIKTOK', 'PLACEMENT_PANGLE', 'PLACEMENT_GLOBAL_APP_BUNDLE'];
const KEYWORDS_MAX = 10;

export const targetingToolRoutes: readonly Route[] = [
  get('tool/interest_category', ({ input }) => {
    input.integer('version', 1, 2);
    const industries = input.choices('special_industries', ['HOUSING', 'EMPLOYMENT', 'CREDIT']) ?? [];
    const placements = input.choices('placements', PLACEMENTS) ?? ['PLACEMENT_TIKTOK', 'PLACEMENT_PANGLE'];
    return {
      interest_categories: INTERESTS.filter((one) => industries.every((name) => one.industries.includes(name))).map(
        (one) => ({
          interest_category_id: one.id,
          interest_category_name: nameIn(one.names, input),
          level: one.level,
          sub_category_ids: INTERESTS.filter(({ parent }) => parent === one.id).map(({ id }) => id),
          placements,
          special_industries: one.industries,
        }),
      ),
    };
  }),
  get('tool/interest_keyword/recommend', ({ input }) => {
    const words = input.texts('keywords', KEYWORDS_MAX) ?? [input.needText('keyword')];
    input.choice('mode', ['FUZZ_MATCH', 'SEMANTIC_RECOMMEND']);
    const limit = input.integer('limit', 1, 50) ?? 50;
    const found = words.flatMap((word) => KEYWORDS.filter((one) => one.word.includes(word.toLowerCase())));
    return {
      recommended_keywords: found.slice(0, limit).map(({ id, word, isOffline }) => ({
        keyword: word,
        keyword_id: id,
        language: input.text('language') ?? 'en',
        status: isOffline ? 'INEFFECTIVE' : 'EFFECTIVE',
        keyword_status: isOffline ? 'OFFLINE' : 'ONLINE',
      })),
    };
  }),
  get('tool/action_category', ({ input }) => {
    const industries = input.choices('special_industries', ['HOUSING', 'EMPLOYMENT', 'CREDIT']) ?? [];
    const open = ACTION_CATEGORIES.filter((one) => industries.every((name) => one.industries.includes(name)));
    return {
      action_categories: open.map(({ id, name, scene, industries: special_industries }) => ({
        action_category_id: id,
        name,
        description: name,
        level: 1,
        sub_category_ids: [],
        action_scene: scene,
        special_industries,
      })),
    };
  }),
  get('tool/hashtag/recommend', ({ input }) => {
    const words = input.texts('keywords', KEYWORDS_MAX);
    if (words === undefined || words.length === 0) throw input.missing('keywords');
    const operator = input.text('operator') ?? 'AND';
    if (!['AND', 'OR'].includes(operator)) throw bad('Operator: Must be one of: AND, OR.');
    const fits = ({ word }: { word: string }) => {
      const hits = words.map((one) => word.includes(one.toLowerCase().replace(/^#/, '')));
      return operator === 'AND' ? hits.every(Boolean) : hits.some(Boolean);
    };
    return {
      recommend_keywords: HASHTAGS.filter(fits).map(({ id, word }) => ({
        keyword: word,
        keyword_id: id,
        keyword_status: 'ONLINE',
      })),
    };
  }),
  get('tool/region', ({ input }) => {
    if (!input.has('placements')) throw input.missing('placements');
    input.choices('placements', PLACEMENTS);
    input.needChoice('objective_type', OBJECTIVES);
    const levels =
      input.choice('level_range', ['ALL', 'TO_COUNTRY', 'TO_PROVINCE', 'TO_CITY', 'TO_DISTRICT']) ?? 'TO_COUNTRY';
    const depth = ['TO_COUNTRY', 'TO_PROVINCE', 'TO_CITY'].indexOf(levels);
    const shown = PLACES.filter(({ level }) => depth < 0 || ['COUNTRY', 'PROVINCE', 'CITY'].indexOf(level) <= depth);
    return {
      region_list: [...new Set(shown.map(({ region_code }) => region_code))],
      region_info: shown.map((place) => ({
        location_id: place.location_id,
        name: nameIn(place.names, input),
        parent_id: place.parent_id,
        region_code: place.region_code,
        next_level_ids: shown
          .filter(({ parent_id }) => parent_id === place.location_id)
          .map(({ location_id }) => location_id),
        area_type: place.isMarket ? 'METROPOLITAN_OR_DMA' : 'ADMIN',
        level: place.level,
        support_below_18: !ADULTS_ONLY.includes(place.region_code),
      })),
    };
  }),
  get('tool/language', () => ({ languages: Object.entries(LANGUAGES).map(([code, name]) => ({ code, name })) })),
  post('tool/targeting/search', ({ input }) => {
    input.needChoice('objective_type', OBJECTIVES);
    if (!input.has('placements')) throw input.missing('placements');
    const type = input.needChoice('search_type', ['FUZZY_SEARCH', 'BATCH_REGION_SEARCH', 'BATCH_ZIPCODE_SEARCH']);
    const keywords = input.texts('keywords', 1000) ?? [];
    const regions = input.texts('region_codes');
    if (type === 'FUZZY_SEARCH' && keywords.length !== 1) throw bad('keywords: FUZZY_SEARCH needs exactly 1 keyword.');
    if (type !== 'FUZZY_SEARCH' && !regions?.length) throw input.missing('region_codes');
    if (type === 'BATCH_ZIPCODE_SEARCH') return { targeting_tag_list: zipTags(keywords, regions ?? []) };
    const found = keywords.flatMap((keyword) =>
      PLACES.filter(
        ({ names, region_code }) => (!regions || regions.includes(region_code)) && matches(names, keyword),
      ).map((place) => tagOf(keyword, place)),
    );
    return { targeting_tag_list: found.slice(0, 100) };
  }),
  post('tool/targeting/info', ({ input }) => {
    input.needChoice('scene', ['GEO']);
    input.needChoice('objective_type', OBJECTIVES);
    if (!input.has('placements')) throw input.missing('placements');
    const ids = input.ids('targeting_ids', 1000);
    if (!ids?.length) throw input.missing('targeting_ids');
    const places = ids.flatMap((id) => placeOf(id) ?? []).map((place) => tagOf(null, place));
    const codes = ids.flatMap((id) => (ZIP_CODES[id] ? zipTags([ZIP_CODES[id].code], [ZIP_CODES[id].country]) : []));
    return { targeting_tag_list: [...places, ...codes] };
  }),
  post('ad/audience_size/estimate', ({ input, advertiser }) => {
    const objective = input.needChoice('objective_type', OBJECTIVES);
    const goal = input.needText('optimization_goal');
    if (!(goal in (GOALS[objective] ?? {}))) throw bad(`optimization_goal: ${goal} is not supported for ${objective}.`);
    const isAutomatic = input.text('placement_type') === 'PLACEMENT_TYPE_AUTOMATIC';
    if (!isAutomatic && !input.has('placements')) throw input.missing('placements');
    if (objective === 'APP_PROMOTION') input.needId('app_id');
    const places = input.ids('location_ids', 3000) ?? [];
    if (places.some((id) => placeOf(id) === undefined)) throw bad('At least 1 location ID is invalid');
    const whole = places.reduce((sum, id) => sum + peopleIn(placeOf(id)!), 0) || 1_000_000_000;
    const count = Math.round(whole * shareOf(input, advertiser.id));
    return {
      user_count: { lower_end: Math.round(count * 0.9), upper_end: Math.round(count * 1.1) },
      user_count_stage: count < 10_000 ? 1 : count < whole * 0.2 ? 2 : count < whole * 0.8 ? 3 : 4,
    };
  }),
];

function nameIn(names: Readonly<Record<string, string>>, input: Input): string {
  return names[input.text('language') ?? 'en'] ?? names.en!;
}

function matches(names: Readonly<Record<string, string>>, keyword: string): boolean {
  return Object.values(names).some((name) => name.toLowerCase().includes(keyword.toLowerCase()));
}

function tagOf(keyword: string | null, { location_id, level, isMarket, parent_id, region_code, names }: Place) {
  return {
    keyword,
    targeting_type: 'GEO',
    name: names.en,
    status_info: { status: 'ENABLED' },
    geo: { geo_id: location_id, geo_type: isMarket ? 'DMA' : level, description: names.en, region_code, parent_id },
  };
}

function zipTags(keywords: readonly string[], regions: readonly string[]) {
  return Object.entries(ZIP_CODES)
    .filter(([, { code, country }]) => keywords.includes(code) && regions.includes(country))
    .map(([geo_id, { code, country }]) => ({
      keyword: code,
      targeting_type: 'GEO',
      name: code,
      status_info: { status: 'ENABLED' },
      geo: { geo_id, geo_type: 'ZIP_CODE', description: code, region_code: country, parent_id: '0' },
    }));
}

function peopleIn({ location_id, level }: Place): number {
  const most = { COUNTRY: 90_000_000, PROVINCE: 9_000_000, CITY: 2_000_000, DISTRICT: 200_000 }[level];
  return Math.round(most * (0.5 + unit(location_id, 'people')));
}

/** Each kind of targeting leaves a part of the people. */
function shareOf(input: Input, salt: string): number {
  const ages = input.texts('age_groups')?.length;
  const gender = input.text('gender') ?? 'GENDER_UNLIMITED';
  const interests = [
    ...(input.ids('interest_category_ids', 1000) ?? []),
    ...(input.ids('interest_keyword_ids', 1000) ?? []),
  ];
  const interested =
    interests.length === 0 ? 1 : Math.min(0.6, 0.08 * interests.length + 0.02 * unit(salt, ...interests));
  return ((ages ?? 6) / 6) * (gender === 'GENDER_UNLIMITED' ? 1 : 0.5) * interested;
}
