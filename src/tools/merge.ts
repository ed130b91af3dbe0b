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

/** An object or a list without anything in it. */
export function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
