import type { CriterionContent } from '../resources/wire/criterion-row.ts';
import type { Row } from '../resources/wire/row.ts';

type Content = keyof typeof CriterionContent;
type Criterion = NonNullable<Row['campaignCriterion']> | NonNullable<Row['adGroupCriterion']>;

const PEOPLE = {
  ageRange: ['type'],
  gender: ['type'],
  incomeRange: ['type'],
  parentalStatus: ['type'],
  userList: ['user_list'],
  userInterest: ['user_interest_category'],
  combinedAudience: ['combined_audience'],
  customAudience: ['custom_audience'],
  lifeEvent: ['life_event_id'],
  extendedDemographic: ['extended_demographic_id'],
};
const PLACES = { placement: ['url'], mobileApplication: ['app_id'] };
const KEYWORD = { keyword: ['text', 'match_type'] };

/** What a criterion that can be made again consists of, by its level: the fields of each content. */
const COPIED: Record<'campaign_criterion' | 'ad_group_criterion', Partial<Record<Content, readonly string[]>>> = {
  campaign_criterion: {
    ...KEYWORD,
    ...PEOPLE,
    ...PLACES,
    location: ['geo_target_constant'],
    proximity: [
      ...['radius', 'radius_units'],
      ...['latitude', 'longitude'].map((name) => `geo_point.${name}_in_micro_degrees`),
      ...['street_address', 'city_name', 'postal_code'].map((name) => `address.${name}`),
      ...['province_code', 'province_name', 'country_code'].map((name) => `address.${name}`),
    ],
    language: ['language_constant'],
    device: ['type'],
    contentLabel: ['type'],
    brandList: ['shared_set'],
    ipBlock: ['ip_address'],
    adSchedule: ['day_of_week', 'start_hour', 'start_minute', 'end_hour', 'end_minute'],
  },
  ad_group_criterion: { ...KEYWORD, ...PEOPLE, ...PLACES },
};

const inSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The fields to read for a copy, under names of the platform. */
export function criterionFieldNames(from: keyof typeof COPIED): string[] {
  const contents = Object.entries(COPIED[from]).flatMap(([content, parts]) =>
    parts.map((part) => `${inSnakeCase(content)}.${part}`),
  );
  return ['type', 'negative', 'bid_modifier', ...contents].map((name) => `${from}.${name}`);
}

/** Its content, for a new criterion; undefined for a type that is not copied. */
export function contentOf(from: keyof typeof COPIED, criterion: Criterion) {
  const [content] = (Object.keys(COPIED[from]) as Content[]).filter((name) => criterion[name] !== undefined);
  return content && { [content]: criterion[content] };
}

/** An unset modifier is shown as 0, which only a device can really have. */
export function modifierOf({ type, bidModifier }: Criterion): number | undefined {
  return type === 'DEVICE' ? bidModifier : bidModifier || undefined;
}
