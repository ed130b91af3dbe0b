import { isObject } from '../../json.ts';
import { GraphError, ruleBroken } from '../errors.ts';
import type { Ctx } from '../graph/operation.ts';
import type { Json } from '../state/shapes.ts';
import { countriesReached } from '../targeting/reach.ts';
import { checkDetails, refuseExclusions } from './detailed-targeting-rules.ts';
import { checkLocations, invalidTargeting } from './location-rules.ts';
import { checkPlacements, wordsIn } from './placement-rules.ts';

/** Checks a targeting spec and gives it back as the platform would show it. */
export function checkTargeting(ctx: Ctx, asked: Json, account: string, before?: Json): Json {
  if (!hasLocation(asked) && !hasEntries(asked.custom_audiences)) throw nowhere();
  checkLocations(asked);
  checkAges(asked);
  const targeting = checkPlacements(asked);
  checkDetails(targeting);
  refuseExclusions(targeting, before);
  checkAudiences(ctx, targeting, account);
  checkThailand(targeting);
  return { age_min: 18, age_max: 65, ...targeting };
}

export function nowhere(): GraphError {
  return ruleBroken(1885364, 'Targeting Has No Location', 'Choose at least one location or a custom audience.', [
    'targeting',
    'geo_locations',
  ]);
}

export function hasEntries(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}

function hasLocation({ geo_locations: places }: Json): boolean {
  return (
    isObject(places) && Object.entries(places).some(([kind, list]) => kind !== 'location_types' && hasEntries(list))
  );
}

function checkAges(targeting: Json): void {
  const { age_min: min = 18, age_max: max = 65, genders } = targeting;
  if (!isAge(min) || !isAge(max) || Number(min) > Number(max))
    throw invalidTargeting('Ages must lie between 13 and 65, the lower one first.', 'age_min');
  if (genders !== undefined && !(Array.isArray(genders) && genders.every((gender) => gender === 1 || gender === 2))) {
    throw invalidTargeting('genders must be a list of 1 (male) and 2 (female).', 'genders');
  }
  const field = ['targeting', 'targeting_automation', 'advantage_audience'];
  const automation = targeting.targeting_automation;
  const advantage = isObject(automation) ? automation.advantage_audience : undefined;
  if (advantage === undefined) {
    const message = 'Say with targeting_automation.advantage_audience 1 or 0 whether Advantage audience is on.';
    throw ruleBroken(1870227, 'Advantage Audience Flag Required', message, field);
  }
  if (!['0', '1'].includes(String(advantage)))
    throw ruleBroken(1870196, 'Invalid Targeting Automation', 'advantage_audience must be 0 or 1.', field);
  if (Number(advantage) === 1 && (Number(max) < 65 || Number(min) > 25)) {
    const message = 'With Advantage audience the lower age may be 25 at most and the upper age must be 65.';
    throw ruleBroken(1870189, 'Age Not Allowed With Advantage Audience', message, ['targeting', 'age_max']);
  }
}

function isAge(value: unknown): boolean {
  return Number.isInteger(Number(value)) && Number(value) >= 13 && Number(value) <= 65;
}

function checkAudiences(ctx: Ctx, targeting: Json, account: string): void {
  const ids = (name: string) =>
    (Array.isArray(targeting[name]) ? targeting[name] : []).map((entry) =>
      isObject(entry) ? String(entry.id) : String(entry),
    );
  for (const name of ['custom_audiences', 'excluded_custom_audiences'])
    for (const id of ids(name)) checkAudience(ctx, id, account, name);
  const both = ids('custom_audiences').find((id) => ids('excluded_custom_audiences').includes(id));
  if (both !== undefined)
    throw ruleBroken(undefined, 'Audience Included and Excluded', `Custom audience ${both} is included and excluded.`, [
      'targeting',
      'excluded_custom_audiences',
    ]);
}

function checkAudience(ctx: Ctx, id: string, account: string, name: string): void {
  const audience = ctx.store.findKind('CustomAudience', id);
  if (audience?.links.account !== account)
    throw new GraphError(100, `Object with ID '${id}' does not exist or cannot be used by this ad account.`, {
      subcode: 33,
      type: 'GraphMethodException',
      blame: ['targeting', name],
    });
  if (audience.data.deleted)
    throw ruleBroken(1870065, 'Audience Not Available', `Custom audience ${id} has been deleted.`, ['targeting', name]);
}

function checkThailand(targeting: Json): void {
  const manual = wordsIn(targeting, 'publisher_platforms').length > 0;
  if (!manual || Number(targeting.age_min ?? 18) >= 20 || !countriesReached(targeting).has('TH')) return;
  throw ruleBroken(1870249, 'Age Not Allowed in Thailand', 'With chosen placements age_min must be 20 in Thailand.', [
    'targeting',
    'age_min',
  ]);
}
