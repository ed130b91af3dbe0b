import { z } from 'zod';
import { Failure } from '../../../../errors.ts';
import { readBack, sent } from '../../../../tools/read-back.ts';
import { reportWrite } from '../../../../tools/write-report.ts';
import type { TagsClient } from '../../client.ts';
import type { Tag, Trigger, Variable } from '../../wire.ts';
import { type Draft, statusOf } from '../containers/draft.ts';
import type { ObjectKind } from '../containers/kinds.ts';
import { type AnyKind, keyOf, objectIn } from '../objects/any-object.ts';
import { builtInName } from '../objects/built-ins.ts';
import { UNREAD_NAMES } from '../objects/object-arguments.ts';
import { shownTag, shownTrigger, shownVariable } from '../objects/object-view.ts';
import { enabledTypes } from './built-in-switch.ts';
import { objectPath, readObject } from './object-store.ts';

interface Reverting {
  kind: AnyKind;
  id: string;
  fingerprint: string | undefined;
}

type Held = Readonly<Record<string, unknown>>;

interface Reverted {
  outcome: 'reverted' | 'restored' | 'removed' | 'unchanged';
  name?: string;
  applied?: Record<string, { from: unknown; to: unknown }>;
  object?: Record<string, unknown>;
}

/** The draft's own difference tells what there is to take back; without any, nothing is sent. */
export async function revertObject(client: TagsClient, draft: Draft, asked: Reverting): Promise<Reverted> {
  const { kind, id, fingerprint } = asked;
  const { workspaceChange } = await statusOf(client, draft);
  const [change] = workspaceChange.flatMap((entity) => {
    const one = objectIn(entity);
    return one && keyOf(one) === `${kind} ${id}` ? [{ status: entity.changeStatus, before: one.object }] : [];
  });
  if (!change) {
    if (kind !== 'built_in_variable') await readObject(client, draft, kind, id);
    return { outcome: 'unchanged' };
  }
  const { status, before } = change;
  if (fingerprint !== undefined && fingerprint !== before.fingerprint) throw changedSince(asked, before);
  const name = kind === 'built_in_variable' ? builtInName(id) : String(before.name ?? '');
  if (kind === 'built_in_variable') return { name, ...(await revertBuiltIn(client, draft, id, status)) };
  return { name, ...(await revertOther(client, draft, { kind, id }, before, status)) };
}

async function revertOther(
  client: TagsClient,
  draft: Draft,
  { kind, id }: { kind: ObjectKind; id: string },
  before: Held,
  status: string,
): Promise<Reverted> {
  // Of a deleted object there is no fingerprint left to compare with.
  const query = status === 'deleted' ? {} : { fingerprint: String(before.fingerprint) };
  const send = () => client.change('POST', `${objectPath(draft, kind, id)}:revert`, z.unknown(), { query });
  const read = () =>
    readObject(client, draft, kind, id).then(
      (object) => ({ object: object as Held | undefined }),
      (error: unknown) => {
        if (error instanceof Failure && error.code === 'not_found') return { object: undefined };
        throw error;
      },
    );
  const open = await sent(send);
  const { object } = open
    ? await read().catch(() => {
        throw open;
      })
    : await readBack(`The ${kind} ${id} was taken back`, read);
  const isDone =
    status === 'added'
      ? object === undefined
      : object !== undefined && (status === 'deleted' || object.fingerprint !== before.fingerprint);
  if (!isDone) throw open ?? notTaken(kind, id);
  if (!object) return { outcome: 'removed' };
  const [from, to] = [shown(kind, before), shown(kind, object)];
  if (status === 'deleted') return { outcome: 'restored', object: to };
  const { fingerprint: _f, uses: _u, ...fields } = { ...from, ...to };
  const { applied } = reportWrite(from, to, Object.fromEntries(Object.keys(fields).map((field) => [field, null])));
  return { outcome: 'reverted', applied, object: to };
}

async function revertBuiltIn(client: TagsClient, draft: Draft, type: string, status: string): Promise<Reverted> {
  const send = () => client.change('POST', `${draft.path}/built_in_variables:revert`, z.unknown(), { query: { type } });
  const open = await sent(send);
  const isOn = await readBack(`The built-in variable ${type} was taken back`, async () => ({
    value: (await enabledTypes(client, draft)).includes(type),
  })).catch((error: unknown) => {
    throw open ?? error;
  });
  if (isOn.value !== (status === 'deleted')) throw open ?? notTaken('built-in variable', type);
  return { outcome: isOn.value ? 'restored' : 'removed' };
}

/** As callers see an object; of kinds without a view of their own, all of it. */
function shown(kind: AnyKind, object: Held): Record<string, unknown> {
  if (kind === 'tag') return shownTag(object as Tag, UNREAD_NAMES);
  if (kind === 'trigger') return shownTrigger(object as Trigger, UNREAD_NAMES);
  if (kind === 'variable') return shownVariable(object as Variable, UNREAD_NAMES);
  const { path: _p, tagManagerUrl: _u, ...rest } = object;
  return rest;
}

function changedSince({ kind, id }: Reverting, now: Held): Failure {
  return new Failure({
    code: 'conflict',
    message: `Somebody else changed the ${kind} ${id} after it was read (who, the platform does not tell). Nothing was taken back.`,
    problems: [
      { field: 'fingerprint', message: `is not the present one, which is ${JSON.stringify(now.fingerprint)}` },
    ],
    nextStep: 'Look at it with get_tag_changes, then decide whether their change goes too.',
  });
}

function notTaken(kind: string, id: string): Failure {
  return new Failure({
    code: 'conflict',
    message: `The platform accepted to take back the ${kind} ${id}, but still shows it as it was.`,
    nextStep: 'Look again in a moment with get_tag_changes; if nothing has changed, call again.',
    outcome: 'not_applied',
    retryable: true,
  });
}
