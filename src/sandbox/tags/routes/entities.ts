import type { Effect } from '../../emulator.ts';
import { notFound } from '../errors.ts';
import { showEntity, versionPath, workspacePath } from '../format.ts';
import { checkUnused, readEntity } from '../rules/entities.ts';
import { type Entity, idOf, KINDS, type Kind, type Workspace } from '../state/shapes.ts';
import {
  type Call,
  checkFingerprint,
  EDIT,
  NOTHING,
  openWorkspace,
  pageOf,
  READ,
  type Route,
  saveWorkspace,
  WORKSPACE,
} from './route.ts';

/** All kinds of entities are read and written alike. */
export const entityRoutes: readonly Route[] = KINDS.flatMap(routesOf);

function routesOf(kind: Kind): Route[] {
  const all = `${WORKSPACE}/${kind.collection}`;
  const one = `${all}/{id}`;
  const features = ['supportWorkspaces', kind.feature];
  const write = { scopes: EDIT, right: 'edit', features, changes: true } as const;
  const routes: Route[] = [
    {
      method: 'GET',
      path: all,
      scopes: READ,
      right: 'read',
      features,
      query: ['pageToken'],
      serve(call) {
        const shown = openWorkspace(call).content[kind.key].map((entity) => showEntity(call.place, kind, entity));
        return pageOf(kind.listKey, shown, call, `${workspacePath(call.place)} ${kind.key}`);
      },
    },
    {
      method: 'GET',
      path: one,
      scopes: READ,
      right: 'read',
      features,
      serve: (call) => showEntity(call.place, kind, find(kind, openWorkspace(call), call.params.id!)),
    },
    { ...write, method: 'POST', path: all, serve: (call) => create(call, kind) },
    { ...write, method: 'PUT', path: one, query: ['fingerprint'], serve: (call) => update(call, kind) },
    { ...write, method: 'DELETE', path: one, serve: (call) => remove(call, kind) },
  ];
  if (kind.key === 'gtagConfig') return routes;
  return [
    ...routes,
    { ...write, method: 'POST', path: `${one}:revert`, query: ['fingerprint'], serve: (call) => revert(call, kind) },
  ];
}

export function find(kind: Kind, { content }: Workspace, id: string): Entity {
  const found = content[kind.key].find((entity) => idOf(kind, entity) === id);
  if (!found) throw notFound();
  return found;
}

function create(call: Call, kind: Kind) {
  const workspace = openWorkspace(call);
  const entity = addEntity(call, kind, workspace, readEntity(kind, call.body, workspace.content));
  saveWorkspace(call, workspace);
  return showEntity(call.place, kind, entity);
}

/** Gives a new entity its id, which is of its kind alone: tag 3 and trigger 3 are two things. */
export function addEntity(call: Call, kind: Kind, { content }: Workspace, read: Entity): Entity {
  const { store, place } = call;
  const id = store.nextNumber(`${kind.key} of ${place.container}`);
  const own = kind.key === 'customTemplate' && { containerId: place.container };
  const entity: Entity = { [kind.idField]: id, ...own, ...read, fingerprint: store.nextFingerprint() };
  content[kind.key].push(entity);
  recordEntity(call, 'create', kind, entity);
  return entity;
}

function update(call: Call, kind: Kind) {
  const workspace = openWorkspace(call);
  const before = find(kind, workspace, call.params.id!);
  checkFingerprint(call, before.fingerprint);
  const entity = replaceEntity(call, kind, workspace, before, readEntity(kind, call.body, workspace.content, before));
  saveWorkspace(call, workspace);
  return showEntity(call.place, kind, entity);
}

/** Every field that the body leaves out is gone. */
export function replaceEntity(call: Call, kind: Kind, workspace: Workspace, before: Entity, read: Entity): Entity {
  const id = idOf(kind, before);
  const own = kind.key === 'customTemplate' && { containerId: call.place.container };
  const entity: Entity = { [kind.idField]: id, ...own, ...read, fingerprint: call.store.nextFingerprint() };
  const list = workspace.content[kind.key];
  list[list.indexOf(before)] = entity;
  recordEntity(call, 'update', kind, entity);
  return entity;
}

function remove(call: Call, kind: Kind) {
  const workspace = openWorkspace(call);
  removeEntity(call, kind, workspace, find(kind, workspace, call.params.id!));
  saveWorkspace(call, workspace);
  return NOTHING;
}

export function removeEntity(call: Call, kind: Kind, { content }: Workspace, entity: Entity): void {
  checkUnused(kind, entity, content);
  content[kind.key] = content[kind.key].filter((other) => other !== entity);
  if (kind.key === 'folder') {
    for (const each of [...content.tag, ...content.trigger, ...content.variable])
      if (each.parentFolderId === entity.folderId) delete each.parentFolderId;
  }
  recordEntity(call, 'delete', kind, entity);
}

/** Back to the version that the workspace began from; what that version has not is removed, and the answer is empty. */
function revert(call: Call, kind: Kind) {
  const workspace = openWorkspace(call);
  const id = call.params.id!;
  const base = call.store.find('version', versionPath(call.place, workspace.base));
  const was = base?.content[kind.key].find((entity) => idOf(kind, entity) === id);
  const now = workspace.content[kind.key].find((entity) => idOf(kind, entity) === id);
  if (!was && !now) throw notFound();
  checkFingerprint(call, (now ?? was)!.fingerprint);
  if (!was) {
    removeEntity(call, kind, workspace, now!);
    saveWorkspace(call, workspace);
    return {};
  }
  const entity = { ...was, fingerprint: call.store.nextFingerprint() };
  workspace.content[kind.key] = [...workspace.content[kind.key].filter((other) => other !== now), entity];
  recordEntity(call, now ? 'update' : 'create', kind, entity);
  saveWorkspace(call, workspace);
  return { [kind.listKey]: showEntity(call.place, kind, entity) };
}

export function recordEntity({ place, record }: Call, effect: Effect['kind'], kind: Kind, entity: Entity): void {
  const id = idOf(kind, entity);
  const path = `${workspacePath(place)}/${kind.collection}/${id}`;
  record({ kind: effect, resource: kind.resource, id, account: place.account, detail: { path, name: entity.name } });
}
