import { invalidArguments, type Problem } from '../../../errors.ts';
import type { SearchClient } from '../client.ts';
import { audienceNames } from './audience.ts';
import { DAYS, LISTS, type List, type Lists, type Mode, type Schedule } from './targeting-fields.ts';
import { among, equal, Literal, unequal } from './wire/gaql.ts';
import { creating, idOf, type Operation, removing, updating } from './wire/operation.ts';
import type { Row } from './wire/row.ts';

const MINUTES = ['ZERO', 'FIFTEEN', 'THIRTY', 'FORTY_FIVE'];

export interface Targeting extends Required<Lists> {
  device_bid_modifiers: Record<string, number>;
  location_bid_modifiers: Record<string, number>;
  location_option: string | undefined;
  audience_option: string | undefined;
}

interface Held {
  list: List;
  /** What tells it from the others of its list. */
  key: string;
  row: NonNullable<Row['campaignCriterion']>;
}

const FIELDS = [
  'type',
  'criterion_id',
  'display_name',
  'negative',
  'bid_modifier',
  'location.geo_target_constant',
  'language.language_constant',
  'device.type',
  'placement.url',
  'mobile_application.app_id',
  'age_range.type',
  'gender.type',
  'user_list.user_list',
  'ad_schedule.day_of_week',
  'ad_schedule.start_hour',
  'ad_schedule.start_minute',
  'ad_schedule.end_hour',
  'ad_schedule.end_minute',
];
const TYPES = [
  ...['LOCATION', 'LANGUAGE', 'DEVICE', 'PLACEMENT', 'MOBILE_APPLICATION', 'AD_SCHEDULE'],
  ...['AGE_RANGE', 'GENDER', 'USER_LIST'],
];

export async function targetingRows(client: SearchClient, account: string, campaignId: string) {
  const rows = await client.rows(account, {
    select: FIELDS.map((field) => `campaign_criterion.${field}`),
    from: 'campaign_criterion',
    where: [
      equal('campaign.id', Literal.digits(campaignId)),
      among('campaign_criterion.type', TYPES.map(Literal.word)),
      unequal('campaign_criterion.status', Literal.word('REMOVED')),
    ],
    orderBy: [{ field: 'campaign_criterion.criterion_id' }],
  });
  return rows.flatMap(({ campaignCriterion }) => campaignCriterion ?? []);
}
type Criteria = Awaited<ReturnType<typeof targetingRows>>;

export function shownTargeting(rows: Criteria, campaign: Row['campaign']): Targeting {
  const held = heldIn(rows);
  const keys = (list: List) => sorted(held.filter((each) => each.list === list).map(({ key }) => key)) as string[];
  return {
    location_ids: keys('location_ids'),
    excluded_location_ids: keys('excluded_location_ids'),
    language_ids: keys('language_ids'),
    ad_schedule: rows.flatMap((row) => scheduleOf(row) ?? []).sort(inTime),
    excluded_placements: keys('excluded_placements'),
    excluded_apps: keys('excluded_apps'),
    excluded_ages: keys('excluded_ages') as Targeting['excluded_ages'],
    excluded_genders: keys('excluded_genders') as Targeting['excluded_genders'],
    audience_ids: keys('audience_ids'),
    excluded_audience_ids: keys('excluded_audience_ids'),
    audience_option: audienceOptionOf(campaign) ?? (keys('audience_ids').length > 0 ? 'TARGET' : undefined),
    location_option: campaign?.geoTargetTypeSetting?.positiveGeoTargetType,
    location_bid_modifiers: Object.fromEntries(
      rows.flatMap(({ location, bidModifier }) =>
        location && isModified(bidModifier) ? [[idOf(location.geoTargetConstant), bidModifier]] : [],
      ),
    ),
    device_bid_modifiers: Object.fromEntries(
      rows.flatMap(({ device, bidModifier }) =>
        device?.type && bidModifier !== undefined ? [[device.type, bidModifier]] : [],
      ),
    ),
  };
}

const isOfAudiences = ({ targetingDimension }: { targetingDimension?: string | undefined }) =>
  targetingDimension === 'AUDIENCE';

function audienceOptionOf(campaign: Row['campaign']): string | undefined {
  const own = campaign?.targetingSetting?.targetRestrictions.find(isOfAudiences);
  return own && (own.bidOnly ? 'OBSERVE' : 'TARGET');
}

/** Restrictions are one list: those of other dimensions are sent along as they are. */
export function withAudienceOption(campaign: Row['campaign'], option: string) {
  const others = (campaign?.targetingSetting?.targetRestrictions ?? []).filter((each) => !isOfAudiences(each));
  const own = { targetingDimension: 'AUDIENCE', bidOnly: option === 'OBSERVE' };
  return { targetingSetting: { targetRestrictions: [...others, own] } };
}

/** The platform shows an unset modifier as 0; 1 changes nothing. */
function isModified(modifier: number | undefined): modifier is number {
  return modifier !== undefined && modifier !== 0 && modifier !== 1;
}

/** Names of the places, languages and audiences, by their ids. */
export async function namesIn(client: SearchClient, account: string, rows: Criteria): Promise<Record<string, string>> {
  const lists = rows.flatMap(({ userList }) => userList?.userList ?? []);
  const shown = rows.flatMap(({ location, language, criterionId, displayName }) =>
    (location || language) && criterionId && displayName ? [[criterionId, displayName]] : [],
  );
  return { ...Object.fromEntries(shown), ...(await audienceNames(client, account, lists)) };
}

const AGE_PREFIX = 'AGE_RANGE_';

function heldIn(rows: Criteria): Held[] {
  return rows.flatMap((row): Held[] => {
    const { location, language, placement, mobileApplication, ageRange, gender, userList, negative } = row;
    const schedule = scheduleOf(row);
    if (location)
      return [
        { list: negative ? 'excluded_location_ids' : 'location_ids', key: idOf(location.geoTargetConstant), row },
      ];
    if (language) return [{ list: 'language_ids', key: idOf(language.languageConstant), row }];
    if (schedule) return [{ list: 'ad_schedule', key: keyOf(schedule), row }];
    if (placement?.url && negative) return [{ list: 'excluded_placements', key: placement.url, row }];
    if (mobileApplication?.appId && negative) return [{ list: 'excluded_apps', key: mobileApplication.appId, row }];
    if (ageRange?.type && negative) return [{ list: 'excluded_ages', key: ageRange.type.replace(AGE_PREFIX, ''), row }];
    if (userList)
      return [{ list: negative ? 'excluded_audience_ids' : 'audience_ids', key: idOf(userList.userList), row }];
    if (gender?.type && negative) return [{ list: 'excluded_genders', key: gender.type, row }];
    return [];
  });
}

function scheduleOf({ adSchedule: schedule, bidModifier }: Criteria[number]): Schedule | undefined {
  if (!schedule) return undefined;
  const time = (hour = 0, minute = 'ZERO') =>
    `${String(hour).padStart(2, '0')}:${String(MINUTES.indexOf(minute) * 15).padStart(2, '0')}`;
  return asShown({
    day: schedule.dayOfWeek as Schedule['day'],
    from: time(schedule.startHour, schedule.startMinute),
    to: time(schedule.endHour, schedule.endMinute),
    modifier: bidModifier,
  });
}

function asShown({ modifier, ...hours }: Schedule): Schedule {
  return { ...hours, ...(isModified(modifier) && { modifier }) };
}

function inTime(one: Schedule, other: Schedule): number {
  return DAYS.indexOf(one.day) - DAYS.indexOf(other.day) || one.from.localeCompare(other.from);
}

function keyOf(entry: string | Schedule): string {
  return typeof entry === 'string' ? entry : `${entry.day} ${entry.from}-${entry.to}`;
}

/** What no single list can say, as far as it shows without a look at the campaign. */
export function targetingProblems(lists: Lists, mode: Mode): Problem[] {
  const excluded = new Set(lists.excluded_location_ids);
  return [
    ...(lists.location_ids ?? []).flatMap((id, at) =>
      excluded.has(id) ? [{ field: `location_ids.${at}`, message: `${id} is also in excluded_location_ids` }] : [],
    ),
    ...(lists.ad_schedule ?? []).flatMap(({ from, to, modifier }, at) => [
      ...(from >= to ? [{ field: `ad_schedule.${at}.to`, message: 'must be after from' }] : []),
      ...(mode === 'remove' && modifier !== undefined
        ? [{ field: `ad_schedule.${at}.modifier`, message: 'cannot be given with mode remove' }]
        : []),
    ]),
    ...(mode === 'replace'
      ? []
      : LISTS.filter((list) => lists[list]?.length === 0).map((field) => ({
          field,
          message: `is empty; only mode replace takes an empty list, to remove all`,
        }))),
    ...LISTS.flatMap((list) => {
      const keys = ((lists[list] ?? []) as (string | Schedule)[]).map((entry) => keyOf(entry));
      return keys.flatMap((key, at) =>
        keys.indexOf(key) === at
          ? []
          : [{ field: `${list}.${at}`, message: `is the same as ${list}.${keys.indexOf(key)}` }],
      );
    }),
  ];
}

interface Wish {
  mode: Mode;
  lists: Lists;
  devices: Partial<Record<string, number>>;
  locations: Record<string, number>;
}

/** Everything in one transaction, removals first: what is targeted instead of excluded has to go before it comes again. */
export function targetingOperations(campaign: string, rows: Criteria, wish: Wish): Operation[] {
  const { mode, lists, devices, locations } = wish;
  const account = campaign.split('/').slice(0, 2).join('/');
  const held = heldIn(rows);
  const removals: Operation[] = [];
  const others: Operation[] = [];
  const problems: Problem[] = [];
  for (const list of LISTS) {
    const entries = lists[list] as (string | Schedule)[] | undefined;
    if (entries === undefined) continue;
    const mine = new Map(held.filter((each) => each.list === list).map((each) => [each.key, each.row]));
    const wanted = new Set(entries.map((entry) => keyOf(entry)));
    const goes = (key: string) => (mode === 'remove' ? wanted.has(key) : mode === 'replace' && !wanted.has(key));
    for (const [key, { resourceName }] of mine)
      if (goes(key)) removals.push(removing('campaignCriterion', resourceName, list));
    for (const [at, entry] of entries.entries()) {
      // A language can be named twice: by its code and in words.
      if (entries.indexOf(entry) !== at) continue;
      const [argument, there] = [`${list}.${at}`, mine.get(keyOf(entry))];
      if (mode === 'remove') {
        if (!there) problems.push({ field: argument, message: `${keyOf(entry)} is not there` });
      } else if (!there) {
        const bidModifier = list === 'location_ids' ? locations[keyOf(entry)] : undefined;
        const content = { ...contentOf(list, entry, account), ...(bidModifier !== undefined && { bidModifier }) };
        others.push(creating('campaignCriterion', { campaign, ...content }, argument));
      } else if (typeof entry !== 'string') {
        // With mode replace, hours given without a modifier lose theirs: 1 changes no bid.
        const bidModifier = entry.modifier ?? (mode === 'replace' ? 1 : undefined);
        if (bidModifier !== undefined && bidModifier !== (there.bidModifier || 1))
          others.push(updating('campaignCriterion', there.resourceName, { bidModifier }, argument));
      }
    }
  }
  const modified = locationOperations(rows, wish, problems);
  if (problems.length > 0) throw invalidArguments(problems);
  return [...removals, ...others, ...modified, ...deviceOperations(campaign, rows, devices)];
}

/** Modifiers of locations that are there; those that come get theirs as they are made. */
function locationOperations(rows: Criteria, { mode, lists, locations }: Wish, problems: Problem[]): Operation[] {
  const held = new Map(heldIn(rows).flatMap(({ list, key, row }) => (list === 'location_ids' ? [[key, row]] : [])));
  const given = new Set(lists.location_ids);
  const goes = (id: string) =>
    mode === 'remove' ? given.has(id) : mode === 'replace' && lists.location_ids && !given.has(id);
  return Object.entries(locations).flatMap(([id, bidModifier]) => {
    const argument = `location_bid_modifiers.${id}`;
    const there = held.get(id);
    if (there && !goes(id))
      return (there.bidModifier || 1) === bidModifier
        ? []
        : [updating('campaignCriterion', there.resourceName, { bidModifier }, argument)];
    if (mode === 'remove' || !given.has(id))
      problems.push({ field: argument, message: `${id} is not in location_ids` });
    return [];
  });
}

function deviceOperations(campaign: string, rows: Criteria, devices: Wish['devices']): Operation[] {
  return Object.entries(devices).flatMap(([type, bidModifier]) => {
    const argument = `device_bid_modifiers.${type}`;
    const held = rows.find(({ device }) => device?.type === type);
    if (!held) return [creating('campaignCriterion', { campaign, device: { type }, bidModifier }, argument)];
    if (held.bidModifier === bidModifier) return [];
    return [updating('campaignCriterion', held.resourceName, { bidModifier }, argument)];
  });
}

function contentOf(list: List, entry: string | Schedule, account: string): Record<string, unknown> {
  if (typeof entry !== 'string') {
    const part = (time: string) => [Number(time.slice(0, 2)), MINUTES[Number(time.slice(3)) / 15]] as const;
    const [[startHour, startMinute], [endHour, endMinute]] = [part(entry.from), part(entry.to)];
    const adSchedule = { dayOfWeek: entry.day, startHour, startMinute, endHour, endMinute };
    return { adSchedule, ...(entry.modifier !== undefined && { bidModifier: entry.modifier }) };
  }
  switch (list) {
    case 'location_ids':
      return { location: { geoTargetConstant: `geoTargetConstants/${entry}` } };
    case 'excluded_location_ids':
      return { negative: true, location: { geoTargetConstant: `geoTargetConstants/${entry}` } };
    case 'language_ids':
      return { language: { languageConstant: `languageConstants/${entry}` } };
    case 'excluded_placements':
      return { negative: true, placement: { url: entry } };
    case 'excluded_ages':
      return { negative: true, ageRange: { type: AGE_PREFIX + entry } };
    case 'audience_ids':
    case 'excluded_audience_ids':
      return { negative: list === 'excluded_audience_ids', userList: { userList: `${account}/userLists/${entry}` } };
    case 'excluded_genders':
      return { negative: true, gender: { type: entry } };
    default:
      return { negative: true, mobileApplication: { appId: entry } };
  }
}

/** The lists as they will be, in the form they are shown in. */
export function wantedTargeting(before: Targeting, { mode, lists, devices, locations }: Wish): Partial<Targeting> {
  const wanted: Record<string, unknown> = {};
  for (const list of LISTS) {
    const entries = lists[list] as (string | Schedule)[] | undefined;
    if (entries === undefined) continue;
    const asked = new Map(entries.map((entry) => [keyOf(entry), entry]));
    const held = new Map((before[list] as (string | Schedule)[]).map((entry) => [keyOf(entry), entry]));
    const merged = new Map([...held].filter(([key]) => mode === 'add' || (mode === 'remove' && !asked.has(key))));
    if (mode !== 'remove')
      for (const [key, entry] of asked)
        merged.set(key, typeof entry === 'string' ? entry : asShown({ ...(merged.get(key) as Schedule), ...entry }));
    wanted[list] = sorted([...merged.values()]);
  }
  // A location that goes takes its modifier along.
  const stay = new Set((wanted.location_ids ?? before.location_ids) as string[]);
  if (lists.location_ids || Object.keys(locations).length > 0)
    wanted.location_bid_modifiers = Object.fromEntries(
      Object.entries({ ...before.location_bid_modifiers, ...locations }).filter(
        ([id, modifier]) => stay.has(id) && isModified(modifier),
      ),
    );
  if (Object.keys(devices).length > 0) wanted.device_bid_modifiers = { ...before.device_bid_modifiers, ...devices };
  return wanted as Partial<Targeting>;
}

function sorted(entries: readonly (string | Schedule)[]): (string | Schedule)[] {
  return [...entries].sort((one, other) =>
    typeof one === 'string' || typeof other === 'string'
      ? String(one).localeCompare(String(other), 'en', { numeric: true })
      : inTime(one, other),
  );
}
