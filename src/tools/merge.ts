import { invalidArguments } from '../errors.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * For what a platform replaces whole, where the change of one key would wipe the rest: each key that is given takes the
 * place of that key, an empty list or object takes the key away, and everything else stays, known to us or not.
 */
export function mergeKeys(current: Fields, change: Fields): Record<string, unknown> {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const merged = Object.entries({ ...current, ...given });
  return Object.fromEntries(merged.filter(([key, value]) => !(Object.hasOwn(given, key) && isEmpty(value))));
}

type Groups = readonly Fields[];

/**
 * Refuses a list of groups that would lose, by taking the place of the one there, kinds that it does not name. A kind with an
 * empty list is named, and gives up what stands there; an empty list of groups gives up everything.
 */
export function refuseLostKinds(field: string, current: Groups, change: Groups): void {
  if (change.length === 0) return;
  const named = new Set(change.flatMap((group) => Object.keys(group)));
  const held = current.flatMap((group) => Object.keys(group).filter((kind) => !isEmpty(group[kind])));
  const lost = [...new Set(held)].filter((kind) => !named.has(kind));
  if (lost.length === 0) return;
  const message = `takes the place of the whole list, in which ${lost.join(', ')} stand${lost.length === 1 ? 's' : ''} too: repeat what shall stay, and give what shall go an empty list`;
  throw invalidArguments([{ field, message }]);
}

/**
 * Refuses a list of groups, all of which have to fit, that is shorter than the one there: a group that is lost lets in everybody whom
 * it kept out. An empty group stands for one that shall go. `more`: groups that the same change adds elsewhere.
 */
export function refuseLostGroups(field: string, current: Groups, change: Groups, more = 0): void {
  const filled = current.filter((group) => !isEmpty(filledIn(group)));
  if (change.length === 0 || change.length + more >= filled.length) return;
  const kept = new Set(change.map(contentOf));
  const lost = filled.filter((group) => !kept.has(contentOf(group))).map(shownGroup);
  const message = `has ${change.length} of ${filled.length} groups, all of which have to fit now, and takes the place of the whole list. It does not repeat ${lost.join(' and ')}: repeat what shall stay, and give {} for each group that shall go`;
  throw invalidArguments([{ field, message }]);
}

function filledIn(group: Fields): Fields {
  return Object.fromEntries(Object.entries(group).filter(([, values]) => !isEmpty(values)));
}

/** The same for two groups that hold the same ids, however they are named and ordered. */
function contentOf(group: Fields): string {
  const kinds = Object.entries(filledIn(group)).map(([kind, values]) => [kind, [values].flat().map(idIn).sort()]);
  return JSON.stringify(kinds.sort(([one], [other]) => String(one).localeCompare(String(other))));
}

const VALUES_SHOWN = 5;

function shownGroup(group: Fields): string {
  const kinds = Object.entries(filledIn(group)).map(([kind, values]) => {
    const names = [values].flat().map((value) => nameIn(value));
    const more = names.length > VALUES_SHOWN ? ` and ${names.length - VALUES_SHOWN} more` : '';
    return `${kind}: ${names.slice(0, VALUES_SHOWN).join(', ')}${more}`;
  });
  return `{${kinds.join('; ')}}`;
}

function idIn(value: unknown): string {
  return String((value as { id?: unknown } | null)?.id ?? value);
}

function nameIn(value: unknown): string {
  const { name } = (value ?? {}) as { name?: unknown };
  return typeof name === 'string' ? name : idIn(value);
}

/** An object or a list without anything in it. */
export function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
