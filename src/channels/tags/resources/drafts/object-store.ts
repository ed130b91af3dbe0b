import { isDeepStrictEqual } from 'node:util';
import { Failure, type Problem } from '../../../../errors.ts';
import { notFound } from '../../../../tools/not-found.ts';
import { changeAndReadBack, readBack } from '../../../../tools/read-back.ts';
import type { Shown, WriteReport } from '../../../../tools/write-report.ts';
import { pathOf } from '../../../../upstream/path.ts';
import type { TagsClient } from '../../client.ts';
import type { Tag, Trigger, Variable } from '../../wire.ts';
import type { Draft } from '../containers/draft.ts';
import { KINDS, type KindFacts, type ObjectKind } from '../containers/kinds.ts';
import { plainOf } from '../objects/parameters.ts';

/** The kinds that tools make and change. */
export interface Written {
  tag: Tag;
  trigger: Trigger;
  variable: Variable;
}
export type WrittenKind = keyof Written;
type Body = Readonly<Record<string, unknown>>;

export function objectPath({ path }: Draft, kind: ObjectKind, id: string): string {
  return `${path}/${KINDS[kind].collection}${pathOf`/${id}`}`;
}

/** One object of a draft; an id of another kind is told apart from one that is gone. */
export async function readObject<K extends ObjectKind>(client: TagsClient, draft: Draft, kind: K, id: string) {
  const { schema } = KINDS[kind] as KindFacts<K extends WrittenKind ? Written[K] : Record<string, unknown>>;
  return await client.get(objectPath(draft, kind, id), schema).catch((error: unknown) => {
    if (!(error instanceof Failure) || error.code !== 'not_found') throw error;
    throw notFound({
      ...{ what: kind, id, where: `draft ${draft.id}`, list: 'get_container', upstream: error.details.upstream },
      hint: `Ids count within a kind: ${kind} ${id} has nothing to do with another kind's ${id}.`,
    });
  });
}

interface Making<K extends WrittenKind> {
  client: TagsClient;
  draft: Draft;
  kind: K;
  body: Body & { name: string };
}

/** Makes one object. A create is never sent twice: after a lost answer, a look by its name decides. */
export async function createObject<K extends WrittenKind>({
  client,
  draft,
  kind,
  body,
}: Making<K>): Promise<Written[K]> {
  const { collection, schema, idField } = KINDS[kind] as KindFacts<Written[K]>;
  let id: string;
  try {
    const made = await client.change('POST', `${draft.path}/${collection}`, schema, { json: body });
    id = String(made[idField as keyof typeof made]);
  } catch (error) {
    if (!(error instanceof Failure) || error.outcome !== 'unknown') throw error;
    const all = await client.every(`${draft.path}/${collection}`, kind, schema).catch(() => []);
    const own = all.find((one) => one.name === body.name && isAsSent(one as unknown as Body, body));
    if (own) return own;
    throw error;
  }
  return readBack(`The ${kind} "${body.name}" was created with ${idField} ${id}`, () =>
    client.get(objectPath(draft, kind, id), schema),
  );
}

/** Whether a stored object is what was sent, as far as that told anything. */
function isAsSent(stored: Body, sent: Body): boolean {
  return Object.entries(sent).every(([field, value]) =>
    isDeepStrictEqual(comparable(field, stored[field]), comparable(field, value)),
  );
}

function comparable(field: string, value: unknown): unknown {
  if (field === 'parameter') return plainOf((value ?? []) as never);
  if (Array.isArray(value) && value.length === 0) return undefined;
  return value === false ? undefined : JSON.parse(JSON.stringify(value ?? null));
}

interface Changing<K extends WrittenKind> {
  client: TagsClient;
  draft: Draft;
  kind: K;
  id: string;
  before: Written[K];
  /** The whole object as it shall be: the platform erases what is left out. */
  next: Written[K];
  /** The fingerprint that the caller read; undefined: that of the object as the call finds it. */
  fingerprint: string | undefined;
  shown(object: Written[K]): Shown;
}

/** Replaces an object by its changed copy, unless somebody else has changed it since it was read. */
export async function updateObject<K extends WrittenKind>(
  changing: Changing<K>,
): Promise<{ after: Shown; report: WriteReport }> {
  const { client, draft, kind, id, before, next, fingerprint, shown } = changing;
  const { schema } = KINDS[kind] as KindFacts<Written[K]>;
  const read = async () => (await readObject(client, draft, kind, id)) as Written[K];
  const [from, to] = [shown(before), shown(next)];
  const wanted = Object.fromEntries(
    [...new Set([...Object.keys(from), ...Object.keys(to)])]
      .filter((field) => !DERIVED.includes(field) && !isDeepStrictEqual(from[field], to[field]))
      .map((field) => [field, to[field] ?? null]),
  );
  if (fingerprint !== undefined && fingerprint !== before.fingerprint) throw changedBetween(changing, from, wanted);
  if (Object.keys(wanted).length === 0) return { after: from, report: { applied: {}, not_applied: [] } };
  const json = sendable(next);
  const send = () =>
    client.change('PUT', objectPath(draft, kind, id), schema, { query: { fingerprint: before.fingerprint }, json });
  return await changeAndReadBack<Shown>({
    done: `The ${kind} ${id} was changed`,
    before: from,
    wanted,
    send: () =>
      send().catch(async (error: unknown) => {
        if (!isStale(error)) throw error;
        throw changedBetween(changing, shown(await read()), wanted, error);
      }),
    read: async () => shown(await read()),
  });
}

/** Fields that follow from others. */
const DERIVED = ['fingerprint', 'uses', 'when', 'kind_in_words'];

/** What the platform fills in itself need not go back to it. */
function sendable(object: Body): Body {
  const { path: _path, tagManagerUrl: _url, fingerprint: _fingerprint, ...rest } = object;
  return rest;
}

function isStale(error: unknown): error is Failure {
  return (
    error instanceof Failure && error.code === 'conflict' && error.outcome === 'not_applied' && !isNameTaken(error)
  );
}

function isNameTaken({ details }: Failure): boolean {
  return details.upstream?.subcode === 'duplicateName';
}

/** Both sides of a conflict, field by field; nothing was overwritten. */
function changedBetween<K extends WrittenKind>(
  { kind, id }: Pick<Changing<K>, 'kind' | 'id'>,
  now: Shown,
  wanted: Shown,
  cause?: Failure,
): Failure {
  const sides = Object.entries(wanted).map(
    ([field, value]): Problem => ({
      field,
      message: `you wanted ${told(value)}; now it is ${told(now[field] ?? null)}`,
    }),
  );
  return new Failure({
    code: 'conflict',
    message:
      `Somebody else changed the ${kind} ${id} after it was read (who, the platform does not tell). Nothing was overwritten. ${sides
        .map(({ field, message }) => `${field}: ${message}`)
        .join('; ')}`.trim(),
    problems: [
      { field: 'fingerprint', message: `is not the present one, which is ${told(now.fingerprint)}` },
      ...sides,
    ],
    nextStep: `Decide which change stays. To go on with yours over what stands now, call again with "fingerprint": ${JSON.stringify(now.fingerprint)}.`,
    ...(cause?.details.upstream && { upstream: cause.details.upstream }),
    cause,
  });
}

const TOLD_CHARACTERS_MAX = 300;
function told(value: unknown): string {
  const text = JSON.stringify(value ?? null);
  return text.length <= TOLD_CHARACTERS_MAX ? text : `${text.slice(0, TOLD_CHARACTERS_MAX)}…`;
}
