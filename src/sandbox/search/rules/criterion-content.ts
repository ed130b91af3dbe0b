import { isIP } from 'node:net';
import type { Complaints, Session } from '../mutate/session.ts';
import type { Doc, Entity, Value } from '../state.ts';
import { A_DAY_MAX, intervalOf, overlaps } from './schedules.ts';
import { checkUserList } from './user-lists.ts';

interface Place {
  session: Session;
  body: Doc;
  complaints: Complaints;
  /** The campaign it is in, or above. */
  campaign: Entity;
  /** Existing criteria of the same parent. */
  siblings(): Entity[];
}

const isRemoved = ({ doc }: Entity): boolean => doc.status === 'REMOVED';

/** Rules of each criterion type, at campaign and ad group level alike. */
const CHECKS: Readonly<Record<string, (content: Doc, place: Place) => void>> = {
  location: (content, place) => checkConstant(place, 'location', 'geo_target_constant', content.geo_target_constant),
  language: (content, place) => checkConstant(place, 'language', 'language_constant', content.language_constant),
  proximity: checkProximity,
  ad_schedule: checkSchedule,
  placement: checkPlacement,
  ip_block: checkIpBlock,
  mobile_application: checkApp,
  user_list: checkUserList,
  user_interest: (_, { campaign, complaints }) => {
    if (campaign.doc.advertising_channel_type === 'SEARCH')
      complaints.add(
        'criterionError.CANNOT_ADD_USER_INTERESTS_TO_SEARCH_CAMPAIGNS',
        'Search campaigns take no interests.',
        'user_interest',
      );
  },
};

export function checkContent(type: string, place: Place): void {
  CHECKS[type.toLowerCase()]?.(place.body[type.toLowerCase()] as Doc, place);
}

const COLLECTIONS: Readonly<Record<string, string>> = {
  geo_target_constant: 'geoTargetConstants',
  language_constant: 'languageConstants',
};

function checkConstant({ session, complaints }: Place, type: string, kind: string, name: Value): void {
  const at = `${type}.${kind}`;
  const found = session.store.find('global', kind, String(name).replace(`${COLLECTIONS[kind]}/`, ''));
  if (!found)
    complaints.add('criterionError.INVALID_CRITERION_ID', `There is no such ${type}.`, at, { trigger: String(name) });
  else if (found.doc.status === 'REMOVAL_PLANNED')
    complaints.add('criterionError.CANNOT_TARGET_OBSOLETE_CRITERION', `The ${type} is obsolete.`, at);
}

const RADIUS_MAX: Readonly<Record<string, number>> = { KILOMETERS: 800, MILES: 500 };

function checkProximity(content: Doc, { complaints }: Place): void {
  const radius = Number(content.radius ?? 0);
  if (!(radius > 0 && radius <= (RADIUS_MAX[String(content.radius_units)] ?? 0)))
    complaints.add(
      'criterionError.INVALID_PROXIMITY_RADIUS',
      'A radius is above 0 and at most 800 kilometres or 500 miles.',
      'proximity.radius',
      { trigger: radius },
    );
  const point = content.geo_point as Doc | undefined;
  if (!point && !content.address)
    complaints.add(
      'criterionError.PROXIMITY_GEOPOINT_AND_ADDRESS_BOTH_CANNOT_BE_NULL',
      'It needs a point or an address.',
      'proximity',
    );
  for (const [name, max] of [
    ['latitude', 90_000_000],
    ['longitude', 180_000_000],
  ] as const) {
    const degrees = point?.[`${name}_in_micro_degrees`] ?? 0;
    if (Math.abs(Number(degrees)) > max)
      complaints.add(`criterionError.INVALID_${name.toUpperCase()}`, `It is no ${name}.`, 'proximity.geo_point');
  }
}

function checkSchedule(content: Doc, { complaints, siblings }: Place): void {
  const fail = (code: string, message: string) =>
    complaints.add(`criterionError.AD_SCHEDULE_${code}`, message, 'ad_schedule');
  const interval = intervalOf(content);
  if (!interval) {
    fail('INVALID_TIME_INTERVAL', 'It is no stretch of a day in quarters of an hour.');
    return;
  }
  const others = siblings()
    .filter((each) => !isRemoved(each) && each.doc.ad_schedule !== undefined)
    .map(({ doc }) => intervalOf(doc.ad_schedule as Doc))
    .filter((each) => each?.day === interval.day);
  if (others.some((each) => overlaps(each!, interval))) fail('TIME_INTERVALS_OVERLAP', 'It overlaps with another.');
  if (others.length >= A_DAY_MAX) fail('EXCEEDED_INTERVALS_PER_DAY_LIMIT', `At most ${A_DAY_MAX} a day.`);
}

const PLACEMENT_MAX = 250;

function checkPlacement(content: Doc, { body, campaign, complaints }: Place): void {
  const url = String(content.url ?? '');
  const fail = (code: string, message: string) =>
    complaints.add(`criterionError.${code}`, message, 'placement.url', { trigger: url });
  if (url.length > PLACEMENT_MAX) fail('PLACEMENT_URL_IS_TOO_LONG', `At most ${PLACEMENT_MAX} characters.`);
  if (/[\s,;]/.test(url.trim())) fail('PLACEMENT_URL_HAS_MULTIPLE_SITES_IN_LINE', 'One site at a time.');
  if (/(^|\/\/|\.)(youtube\.com|youtu\.be)(\/|$)/i.test(url))
    fail('YOUTUBE_URL_UNSUPPORTED', 'Channels and videos have criteria of their own.');
  if (body.negative !== true && campaign.doc.advertising_channel_type === 'SEARCH')
    fail('CANNOT_TARGET_PLACEMENTS_FOR_SEARCH_CAMPAIGNS', 'A search campaign can only exclude placements.');
}

/** An app is named by its shop, 1 or 2, and by its id there. */
function checkApp(content: Doc, { complaints }: Place): void {
  const id = String(content.app_id ?? '');
  if (!/^(1-\d+|2-[A-Za-z][\w.]*)$/.test(id))
    complaints.add('criterionError.INVALID_MOBILE_APP', 'There is no such app.', 'mobile_application.app_id', {
      trigger: id,
    });
}

const IP_BLOCKS_MAX = 500;

function checkIpBlock(content: Doc, { body, complaints, siblings, campaign }: Place): void {
  const text = String(content.ip_address ?? '');
  const [address = '', length, ...rest] = text.split('/');
  const bits = isIP(address) === 4 ? 32 : 128;
  const isLength = length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= bits);
  if (isIP(address) === 0 || !isLength || rest.length > 0)
    complaints.add('criterionError.INVALID_IP_FORMAT', 'It is no address or block of them.', 'ip_block.ip_address', {
      trigger: text,
    });
  if (body.negative !== true)
    complaints.add('criterionError.CANNOT_ADD_CRITERIA_TYPE', 'Addresses can only be excluded.', 'negative');
  const blocks = siblings().filter((each) => !isRemoved(each) && each.doc.ip_block !== undefined);
  if (blocks.length >= IP_BLOCKS_MAX)
    complaints.add(
      'resourceCountLimitExceededError.CAMPAIGN_LIMIT',
      `A campaign excludes at most ${IP_BLOCKS_MAX} addresses.`,
      undefined,
      {
        details: {
          resourceCountDetails: {
            enclosingId: campaign.key,
            enclosingResource: 'CAMPAIGN',
            limit: IP_BLOCKS_MAX,
            limitType: 'IP_BLOCKS_PER_CAMPAIGN',
            existingCount: blocks.length,
          },
        },
      },
    );
}

const WITH_MODIFIER = [
  'LOCATION',
  'PROXIMITY',
  'DEVICE',
  'AD_SCHEDULE',
  'USER_LIST',
  'AGE_RANGE',
  'GENDER',
  'INCOME_RANGE',
];

export function checkModifier(type: string, body: Doc, complaints: Complaints): void {
  const modifier = body.bid_modifier;
  if (typeof modifier !== 'number') return;
  const fail = (code: `${string}.${string}`, message: string) =>
    complaints.add(code, message, 'bid_modifier', { trigger: modifier });
  if (body.negative === true)
    fail('criterionError.CANNOT_BID_MODIFY_NEGATIVE_CRITERION', 'What is excluded has no bids.');
  else if (!WITH_MODIFIER.includes(type))
    fail('criterionError.CANNOT_BID_MODIFY_CRITERION_TYPE', `Bids are not modified by ${type}.`);
  else if (modifier < 0.1 && !(modifier === 0 && type === 'DEVICE'))
    fail('multiplierError.MULTIPLIER_TOO_LOW', 'A modifier is at least 0.1.');
  else if (modifier > 10) fail('multiplierError.MULTIPLIER_TOO_HIGH', 'A modifier is at most 10.');
}
