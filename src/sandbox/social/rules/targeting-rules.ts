import { isObject } from '../../json.ts';
import { type GraphError, ruleBroken } from '../errors.ts';
import type { Ctx } from '../graph/operation.ts';
import type { Json } from '../state/shapes.ts';

const POSITIONS: Record<string, string[]> = {
  publisher_platforms: ['facebook', 'instagram', 'threads', 'messenger', 'audience_network', 'whatsapp'],
  facebook_positions:
    'feed right_hand_column marketplace story search instream_video facebook_reels facebook_reels_overlay profile_feed notification'.split(
      ' ',
    ),
  instagram_positions: 'stream story explore_home reels profile_feed ig_search profile_reels'.split(' '),
  device_platforms: ['mobile', 'desktop'],
};

const EU = new Set('AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE'.split(' '));

/** Checks a targeting spec and gives it back as the platform would show it. */
export function checkTargeting(ctx: Ctx, targeting: Json, account: string): Json {
  if (!hasLocation(targeting) && !hasEntries(targeting.custom_audiences)) {
    throw ruleBroken(1885364, 'Targeting Has No Location', 'Choose at least one location or a custom audience.', [
      'targeting',
      'geo_locations',
    ]);
  }
  checkLocationTypes(targeting);
  checkAges(targeting);
  checkPositions(targeting);
  checkAudiences(ctx, targeting, account);
  return { age_min: 18, age_max: 65, ...targeting };
}

function hasEntries(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}

function hasLocation({ geo_locations: places }: Json): boolean {
  return (
    isObject(places) && Object.entries(places).some(([kind, list]) => kind !== 'location_types' && hasEntries(list))
  );
}

function checkLocationTypes({ geo_locations: places }: Json): void {
  const types = isObject(places) ? places.location_types : undefined;
  if (types === undefined || (Array.isArray(types) && types.length === 0)) return;
  if (Array.isArray(types) && [...types].sort().join() === 'home,recent') return;
  throw ruleBroken(1870199, 'Invalid Location Types', 'location_types must be empty or hold home and recent.', [
    'targeting',
    'geo_locations',
    'location_types',
  ]);
}

function checkAges(targeting: Json): void {
  const { age_min: min = 18, age_max: max = 65, genders } = targeting;
  if (!isAge(min) || !isAge(max) || Number(min) > Number(max))
    throw invalidTargeting('age_min', 'Ages must lie between 13 and 65, the lower one first.');
  if (genders !== undefined && !(Array.isArray(genders) && genders.every((gender) => gender === 1 || gender === 2))) {
    throw invalidTargeting('genders', 'genders must be a list of 1 (male) and 2 (female).');
  }
  const automation = targeting.targeting_automation;
  const advantage = isObject(automation) ? automation.advantage_audience : undefined;
  if (advantage === undefined) {
    const message = 'Say with targeting_automation.advantage_audience 1 or 0 whether Advantage audience is on.';
    throw ruleBroken(1870227, 'Advantage Audience Flag Required', message, [
      'targeting',
      'targeting_automation',
      'advantage_audience',
    ]);
  }
  if (advantage !== 0 && advantage !== 1 && advantage !== '0' && advantage !== '1') {
    throw ruleBroken(1870196, 'Invalid Targeting Automation', 'advantage_audience must be 0 or 1.', [
      'targeting',
      'targeting_automation',
      'advantage_audience',
    ]);
  }
  if (Number(advantage) === 1 && (Number(max) < 65 || Number(min) > 25)) {
    const message = 'With Advantage audience the lower age may be 25 at most and the upper age must be 65.';
    throw ruleBroken(1870189, 'Age Not Allowed With Advantage Audience', message, ['targeting', 'age_max']);
  }
}

function isAge(value: unknown): boolean {
  return Number.isInteger(Number(value)) && Number(value) >= 13 && Number(value) <= 65;
}

function checkPositions(targeting: Json): void {
  for (const [name, allowed] of Object.entries(POSITIONS)) {
    const wanted = targeting[name];
    if (wanted === undefined) continue;
    const odd = Array.isArray(wanted) ? wanted.find((value) => !allowed.includes(String(value))) : wanted;
    if (odd !== undefined) throw invalidTargeting(name, `${name} cannot hold ${String(odd)}.`);
  }
  if (Array.isArray(targeting.publisher_platforms) && targeting.publisher_platforms.join() === 'audience_network') {
    throw invalidTargeting('publisher_platforms', 'audience_network cannot be the only platform.');
  }
}

function checkAudiences(ctx: Ctx, targeting: Json, account: string): void {
  for (const name of ['custom_audiences', 'excluded_custom_audiences']) {
    const list = targeting[name];
    for (const entry of Array.isArray(list) ? list : []) {
      const id = isObject(entry) ? String(entry.id) : String(entry);
      const audience = ctx.store.findKind('CustomAudience', id);
      if (audience?.links.account !== account)
        throw invalidTargeting(name, `Custom audience ${id} does not exist in this ad account.`);
      if (audience.data.deleted)
        throw ruleBroken(1870065, 'Audience Not Available', `Custom audience ${id} has been deleted.`, [
          'targeting',
          name,
        ]);
    }
  }
}

function invalidTargeting(field: string, message: string): GraphError {
  return ruleBroken(1487079, 'Invalid Targeting Spec', message, ['targeting', field]);
}

export function checkSpecialCategory(targeting: Json, categories: readonly string[]): void {
  if (categories.length === 0) return;
  if (Number(targeting.age_min) !== 18 || Number(targeting.age_max) !== 65 || hasEntries(targeting.genders)) {
    throw invalidTargeting('age_min', 'In a special ad category ages are 18 to 65+ and all genders.');
  }
}

export function reachesEu(targeting: Json): boolean {
  const places = targeting.geo_locations;
  const countries = isObject(places) && Array.isArray(places.countries) ? places.countries : [];
  return countries.some((country) => EU.has(String(country)));
}
