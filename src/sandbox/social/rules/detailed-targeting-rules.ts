import { isObject } from '../../json.ts';
import { type GraphError, ruleBroken } from '../errors.ts';
import type { Json } from '../state/shapes.ts';
import { EMPLOYERS, MAJORS, POSITIONS, professionId, SCHOOLS } from '../targeting/locations.ts';
import { ALL_OPTIONS, OPTIONS } from '../targeting/options.ts';
import { wordsIn } from './placement-rules.ts';

const idsOf = (options: readonly { id: string }[]) => new Set(options.map(({ id }) => id));
const idsOfNames = (names: readonly string[]) => new Set(names.map(professionId));

/** What people can be targeted by, and which ids it may hold. */
const CLASSES: Record<string, ReadonlySet<string>> = {
  interests: idsOf(OPTIONS.interests!),
  behaviors: idsOf(OPTIONS.behaviors!),
  life_events: idsOf(OPTIONS.life_events!),
  industries: idsOf(OPTIONS.industries!),
  income: idsOf(OPTIONS.income!),
  family_statuses: idsOf([...OPTIONS.family_statuses!, ...OPTIONS.demographics!]),
  education_schools: idsOfNames(SCHOOLS),
  education_majors: idsOfNames(MAJORS),
  work_employers: idsOfNames(EMPLOYERS),
  work_positions: idsOfNames(POSITIONS),
};
const AT_THE_ROOT_ONLY = ['relationship_statuses', 'education_statuses', 'interested_in'];
const NAMED_MAX = 200;
const LOCALES_MAX = 90;
const GROUPS_MAX = 25;
const ENTRIES_MAX = 1000;

function groupsOf(targeting: Json): Json[] {
  return Array.isArray(targeting.flexible_spec) ? targeting.flexible_spec.filter(isObject) : [];
}

function entriesOf(group: Json): { name: string; id: string }[] {
  return Object.keys(CLASSES).flatMap((name) =>
    (Array.isArray(group[name]) ? group[name] : []).map((entry) => ({
      name,
      id: isObject(entry) ? String(entry.id) : String(entry),
    })),
  );
}

export function hasDetails(targeting: Json): boolean {
  const { exclusions } = targeting;
  return [targeting, ...groupsOf(targeting), ...(isObject(exclusions) ? [exclusions] : [])].some(
    (group) => entriesOf(group).length > 0,
  );
}

export function checkDetails(targeting: Json): void {
  for (const name of ['connections', 'excluded_connections', 'friends_of_connections'])
    if (targeting[name] !== undefined)
      throw ruleBroken(1870088, 'Connections Are Gone', 'Connections can no longer be targeted.', ['targeting', name]);
  checkAmounts(targeting);
  for (const group of groupsOf(targeting)) {
    const misplaced = AT_THE_ROOT_ONLY.find((name) => group[name] !== undefined);
    if (misplaced !== undefined)
      throw ruleBroken(1885097, 'Invalid Flexible Spec', `${misplaced} belongs beside flexible_spec, not into it.`, [
        'targeting',
        'flexible_spec',
        misplaced,
      ]);
  }
  for (const { name, id } of [targeting, ...groupsOf(targeting)].flatMap(entriesOf))
    if (!CLASSES[name]!.has(id)) throw unknownOption(name, id);
  checkMinors(targeting);
}

function unknownOption(name: string, id: string): GraphError {
  const other = ALL_OPTIONS.find((option) => option.id === id);
  const message = other
    ? `${id} (${other.name}) is one of ${other.type}, not of ${name}.`
    : `${name} has no ${id} any more. Search again and choose another one.`;
  return ruleBroken(1487694, 'Targeting Category Not Available', message, ['targeting', name]);
}

function checkAmounts(targeting: Json): void {
  const groups = groupsOf(targeting);
  const entries = groups.flatMap(entriesOf).length;
  const names = ['education_schools', 'education_majors', 'work_employers', 'work_positions'];
  const crowded = names.find((name) => entriesOf(targeting).filter((entry) => entry.name === name).length > NAMED_MAX);
  const tooMany =
    groups.length > GROUPS_MAX
      ? `flexible_spec may hold ${GROUPS_MAX} elements.`
      : entries > ENTRIES_MAX
        ? `flexible_spec may hold ${ENTRIES_MAX} entries.`
        : wordsIn(targeting, 'locales').length > LOCALES_MAX
          ? `locales may hold ${LOCALES_MAX} languages.`
          : crowded && `${crowded} may hold ${NAMED_MAX} entries.`;
  if (tooMany) throw ruleBroken(undefined, 'Too Many Targeting Entries', tooMany, ['targeting']);
}

/** Where people under 18 are included, only age and place may be chosen. */
function checkMinors(targeting: Json): void {
  if (Number(targeting.age_min ?? 18) >= 18) return;
  const chosen = ['genders', 'custom_audiences', 'excluded_custom_audiences'].find(
    (name) => wordsIn(targeting, name).length > 0,
  );
  if (chosen === undefined && !hasDetails(targeting)) return;
  throw ruleBroken(
    1870165,
    'Not Allowed For Minors',
    'People under 18 can be chosen by age and location only. Raise age_min to 18 or remove the rest.',
    ['targeting', chosen ?? 'flexible_spec'],
  );
}

/** Excluding people by detail came to an end; ad sets that have it keep it. */
export function refuseExclusions(targeting: Json, before: Json | undefined): void {
  if (targeting.exclusions === undefined || before?.exclusions !== undefined) return;
  throw ruleBroken(
    undefined,
    'Detailed Exclusions Are Gone',
    'New ad sets cannot exclude people by detail. Use excluded_custom_audiences.',
    ['targeting', 'exclusions'],
  );
}
