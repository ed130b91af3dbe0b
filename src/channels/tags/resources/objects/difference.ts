import { isDeepStrictEqual } from 'node:util';
import { Turns } from '../../../../event-loop/turns.ts';
import { clipped } from '../../../../text/clean-text.ts';
import type { Contents } from '../containers/contents.ts';
import { type AnyKind, type AnyObject, idOf, nameOf, objectsIn } from './any-object.ts';
import type { Names } from './names.ts';
import { shownTag, shownTrigger, shownVariable } from './object-view.ts';

/** What became of one object. */
export type Difference = {
  change: 'added' | 'updated' | 'deleted';
  kind: AnyKind;
  id: string;
  name: string;
  /** One sentence. */
  words: string;
  /** Each field that differs, parameters as `parameters.html`; of an added object only `to`, of a deleted one only `from`. */
  fields: Record<string, { from?: unknown; to?: unknown }>;
};

/** Texts in a sentence; `fields` have them whole. */
const WORDS_CHARACTERS_MAX = 80;
/** What differs whenever anything does, or follows from another field. */
const UNCOMPARED = new Set([
  'fingerprint',
  'uses',
  'shortened',
  'kind_in_words',
  'when',
  'tag_id',
  'trigger_id',
  'variable_id',
]);

/** The two states of one object; undefined where no shown field differs. */
export function differenceOf(
  before: AnyObject | undefined,
  after: AnyObject | undefined,
  names: { before: Names; after: Names },
): Difference | undefined {
  const known = after ?? before;
  if (!known) return undefined;
  const [from, to] = [before && fieldsOf(before, names.before), after && fieldsOf(after, names.after)];
  const fields: Difference['fields'] = {};
  for (const field of new Set([...Object.keys(from ?? {}), ...Object.keys(to ?? {})])) {
    if (isDeepStrictEqual(compared(from?.[field]), compared(to?.[field]))) continue;
    fields[field] = { ...(from && { from: from[field] ?? null }), ...(to && { to: to[field] ?? null }) };
  }
  const change = !before ? 'added' : !after ? 'deleted' : 'updated';
  if (change === 'updated' && Object.keys(fields).length === 0) return undefined;
  const about = { change, kind: known.kind, id: idOf(known), name: nameOf(known) } as const;
  return { ...about, fields, words: wordsOf(about, fields) };
}

/** Triggers are compared by id: another name of a trigger is no change of the tags that fire on it. */
function compared(value: unknown): unknown {
  if (!Array.isArray(value)) return value ?? null;
  return value.map((item) => (item as { trigger_id?: unknown })?.trigger_id ?? item);
}

/** Every object that two states of a container have differently, in turns: a container may hold thousands. */
export async function differencesBetween(before: Contents, after: Contents, names: { before: Names; after: Names }) {
  const turns = new Turns();
  const [old, now] = [objectsIn(before), objectsIn(after)];
  const made = await turns.map(new Set([...old.keys(), ...now.keys()]), (key) => {
    const [from, to] = [old.get(key), now.get(key)];
    const isSame = from && to && fingerprintOf(from) !== '' && fingerprintOf(from) === fingerprintOf(to);
    return isSame ? undefined : differenceOf(from, to, names);
  });
  return made.filter((difference) => difference !== undefined);
}

function fingerprintOf({ object }: AnyObject): unknown {
  return object.fingerprint ?? '';
}

/** As callers see it, with parameters one by one. */
function fieldsOf(one: AnyObject, names: Names): Record<string, unknown> {
  const { parameters = {}, settings = {}, ...rest } = shownObject(one, names);
  return Object.fromEntries([
    ...Object.entries(rest).filter(([field]) => !UNCOMPARED.has(field)),
    ...Object.entries(parameters as object).map(([key, value]) => [`parameters.${key}`, value]),
    ...Object.entries(settings as object).map(([key, value]) => [`settings.${key}`, value]),
  ]);
}

/** Any object as its get or list shows it. */
function shownObject(one: AnyObject, names: Names): Record<string, unknown> {
  switch (one.kind) {
    case 'tag':
      return shownTag(one.object, names);
    case 'trigger':
      return shownTrigger(one.object, names);
    case 'variable':
      return shownVariable(one.object, names);
    case 'template':
      return { name: one.object.name, code: one.object.templateData };
    case 'built_in_variable':
      return { name: nameOf(one) };
    default: {
      const {
        path: _p,
        tagManagerUrl: _u,
        fingerprint: _f,
        accountId: _a,
        containerId: _c,
        workspaceId: _w,
        ...rest
      } = one.object as Record<string, unknown>;
      return rest;
    }
  }
}

function wordsOf(
  { change, kind, name }: Pick<Difference, 'change' | 'kind' | 'name'>,
  fields: Difference['fields'],
): string {
  const what = `${kind.replaceAll('_', ' ')} "${clipped(name, WORDS_CHARACTERS_MAX)}"`;
  if (kind === 'built_in_variable') return `${what} ${change === 'added' ? 'enabled' : 'disabled'}`;
  if (change !== 'updated') return `${what} ${change}`;
  return `${what}: ${Object.entries(fields).map(fieldWords).join('; ')}`;
}

function fieldWords([field, { from, to }]: [string, { from?: unknown; to?: unknown }]): string {
  if (field === 'paused') return to === true ? 'paused' : 'no longer paused';
  if (field === 'name') return `renamed from "${clipped(String(from), WORDS_CHARACTERS_MAX)}"`;
  const label = field.replace(/^(parameters|settings)\./, '').replaceAll('_', ' ');
  const [old, now] = [valueWords(from), valueWords(to)];
  if (old === undefined) return `${label} set to ${now}`;
  if (now === undefined) return `${label} removed, was ${old}`;
  if (old === now) return `${label} changed (${lengthOf(from)} to ${lengthOf(to)} characters)`;
  return `${label} from ${old} to ${now}`;
}

/** Lists of triggers by their names; long texts in part. */
function valueWords(value: unknown): string | undefined {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return undefined;
  if (Array.isArray(value)) return clipped(value.map(itemWords).join(', '), WORDS_CHARACTERS_MAX);
  return clipped(typeof value === 'string' ? value : JSON.stringify(value), WORDS_CHARACTERS_MAX);
}

function itemWords(item: unknown): string {
  const name = typeof item === 'object' && item !== null && 'name' in item ? item.name : undefined;
  return typeof name === 'string' ? name : typeof item === 'string' ? item : JSON.stringify(item);
}

function lengthOf(value: unknown): number {
  return (typeof value === 'string' ? value : JSON.stringify(value)).length;
}
