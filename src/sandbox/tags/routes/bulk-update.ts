import { isObject } from '../../json.ts';
import { badRequest, notFound } from '../errors.ts';
import { showEntity } from '../format.ts';
import { readEntity } from '../rules/entities.ts';
import { type EntityMessage, readEntityMessage } from '../rules/entity-message.ts';
import type { Doc, Workspace } from '../state/shapes.ts';
import { addEntity, find, removeEntity, replaceEntity } from './entities.ts';
import { type Call, EDIT, openWorkspace, type Route, saveWorkspace, WORKSPACE } from './route.ts';

export const bulkUpdateRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: `${WORKSPACE}/bulk_update`,
    scopes: EDIT,
    right: 'edit',
    features: ['supportWorkspaces'],
    changes: true,
    serve: bulkUpdate,
  },
];

/** What others cite comes first: tags cite triggers, folders, templates and, by name, the Google tag. */
const ORDER = ['folder', 'customTemplate', 'variable', 'trigger', 'googtag'];

/** All changes or none. New items may be cited by the ids they came with, `new_1`, by any other of the call. */
function bulkUpdate(call: Call): Doc {
  const given = call.body.changes ?? [];
  const unknown = Object.keys(call.body).find((name) => name !== 'changes');
  if (unknown !== undefined) {
    throw badRequest(`Invalid JSON payload received. Unknown name "${unknown}": Cannot find field.`);
  }
  if (!Array.isArray(given)) throw badRequest(`Invalid value at 'changes' (TYPE_MESSAGE), ${JSON.stringify(given)}`);
  const changes = given.map((change, index) => readEntityMessage(change, `changes[${index}]`));
  const workspace = openWorkspace(call);
  const made = new Map<string, string>();
  const stored = new Map<EntityMessage, Doc>();
  for (const change of inOrder(changes)) stored.set(change, apply(call, workspace, change, made));
  saveWorkspace(call, workspace);
  return { changes: changes.map((change) => stored.get(change)) };
}

function inOrder(changes: readonly EntityMessage[]): EntityMessage[] {
  const place = ({ kind, status, entity }: EntityMessage) => {
    const index = ORDER.indexOf(entity.type === 'googtag' ? 'googtag' : kind.key);
    const step = index < 0 ? ORDER.length : index;
    // Deletions come last and the other way round, when nothing of the call uses them any more.
    return status === 'deleted' ? 2 * ORDER.length + 1 - step : step;
  };
  return changes.toSorted((a, b) => place(a) - place(b));
}

function apply(
  call: Call,
  workspace: Workspace,
  { kind, status, entity }: EntityMessage,
  made: Map<string, string>,
): Doc {
  if (kind.key === 'builtInVariable')
    throw badRequest('builtInVariable: Built-in variables cannot be changed in bulk.');
  const id = String(entity[kind.idField] ?? '');
  if (status === 'deleted') {
    const gone = find(kind, workspace, id);
    removeEntity(call, kind, workspace, gone);
    return { changeStatus: status, [kind.key]: showEntity(call.place, kind, gone) };
  }
  const body = withIds(entity, made) as Doc;
  if (status === 'added') {
    const added = addEntity(call, kind, workspace, readEntity(kind, body, workspace.content));
    if (/^new_\d+$/.test(id)) made.set(id, String(added[kind.idField]));
    return { changeStatus: status, [kind.key]: showEntity(call.place, kind, added) };
  }
  const before = workspace.content[kind.key].find((one) => one[kind.idField] === id);
  if (!before) throw notFound();
  if (status === 'none') return { changeStatus: status, [kind.key]: showEntity(call.place, kind, before) };
  const after = replaceEntity(call, kind, workspace, before, readEntity(kind, body, workspace.content, before));
  return { changeStatus: status, [kind.key]: showEntity(call.place, kind, after) };
}

const CITING = ['parentFolderId', 'firingTriggerId', 'blockingTriggerId', 'enablingTriggerId', 'disablingTriggerId'];

/** Ids of the call's own items in place of the ones they came with. */
function withIds(value: unknown, made: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((each) => withIds(each, made));
  if (!isObject(value)) return value;
  const swap = (text: unknown) => made.get(String(text)) ?? text;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      if (CITING.includes(name)) return [name, Array.isArray(each) ? each.map(swap) : swap(each)];
      if (name === 'value' && value.type === 'triggerReference') return [name, swap(each)];
      return [name, withIds(each, made)];
    }),
  );
}
