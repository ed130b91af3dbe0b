import { badRequest } from '../errors.ts';
import { containerPath, showEntity, showWorkspace, versionPath, workspacePath } from '../format.ts';
import { cleanBody, WORKSPACE_FIELDS } from '../rules/fields.ts';
import { changesBetween, statusOf } from '../rules/merge.ts';
import { newWorkspace } from '../rules/new-container.ts';
import { ALL_KINDS, type Conflict, type Doc, idOf, type Workspace } from '../state/shapes.ts';
import {
  type Call,
  CONTAINER,
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

/** The default one and two more; paid containers have no limit. */
const WORKSPACES_MAX = 3;

const FEATURES = ['supportWorkspaces'];
const WRITE = { scopes: EDIT, right: 'edit', features: FEATURES, changes: true } as const;

export const workspaceRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: `${CONTAINER}/workspaces`,
    scopes: READ,
    right: 'read',
    features: FEATURES,
    query: ['pageToken'],
    serve(call) {
      const path = containerPath(call.place);
      const shown = call.store.list('workspace', path).map((workspace) => showWorkspace(call.place, workspace));
      return pageOf('workspace', shown, call, `${path} workspaces`);
    },
  },
  { ...WRITE, method: 'POST', path: `${CONTAINER}/workspaces`, serve: create },
  {
    method: 'GET',
    path: WORKSPACE,
    scopes: READ,
    right: 'read',
    features: FEATURES,
    serve: (call) => showWorkspace(call.place, openWorkspace(call)),
  },
  { ...WRITE, method: 'PUT', path: WORKSPACE, query: ['fingerprint'], serve: update },
  { ...WRITE, method: 'DELETE', path: WORKSPACE, scopes: ['delete.containers'], serve: remove },
  {
    method: 'GET',
    path: `${WORKSPACE}/status`,
    scopes: READ,
    right: 'read',
    features: FEATURES,
    serve: (call) => showStatus(call, openWorkspace(call)),
  },
];

/** A new workspace begins from the latest version, not from the published one. */
function create({ store, place, container, body, record }: Call): Doc {
  const { name, description } = readWorkspace(body);
  const others = store.list('workspace', containerPath(place));
  if (others.some((other) => other.name === name)) throw badRequest('Found entity with duplicate name.');
  if (others.length >= WORKSPACES_MAX) throw badRequest('The maximum number of workspaces has been reached.');
  const { content } = store.find('version', versionPath(place, container.latest))!;
  const workspace = newWorkspace(store, place, {
    name,
    ...(description !== undefined && { description }),
    base: container.latest,
    content,
  });
  recordWorkspace({ place, record }, 'create', workspace);
  return showWorkspace(place, workspace);
}

function update(call: Call): Doc {
  const { store, place, body } = call;
  const { description: _, ...before } = openWorkspace(call);
  checkFingerprint(call, before.fingerprint);
  const given = readWorkspace(body);
  const others = store.list('workspace', containerPath(place));
  if (others.some((other) => other.name === given.name && other.workspaceId !== before.workspaceId)) {
    throw badRequest('Found entity with duplicate name.');
  }
  const after: Workspace = { ...before, ...given, fingerprint: store.nextFingerprint() };
  saveWorkspace(call, after);
  recordWorkspace(call, 'update', after);
  return showWorkspace(place, after);
}

function readWorkspace(body: Doc): { name: string; description?: string } {
  const given = cleanBody(body, WORKSPACE_FIELDS, 'workspace') as { name?: string; description?: string };
  if (!given.name) throw badRequest('workspace.name: The value must not be empty.');
  return { ...given, name: given.name };
}

function remove(call: Call) {
  const workspace = openWorkspace(call);
  call.store.remove('workspace', workspacePath(call.place));
  recordWorkspace(call, 'delete', workspace);
  return NOTHING;
}

export function recordWorkspace(
  { place, record }: Pick<Call, 'place' | 'record'>,
  kind: 'create' | 'update' | 'delete',
  { workspaceId, name }: Workspace,
): void {
  const path = workspacePath({ ...place, workspace: workspaceId });
  record({ kind, resource: 'workspace', id: workspaceId, account: place.account, detail: { path, name } });
}

/** The difference from the version the workspace began from, and what a synchronisation left open. */
function showStatus(call: Call, workspace: Workspace): Doc {
  const base = call.store.find('version', versionPath(call.place, workspace.base))!;
  const changes = changesBetween(base.content, workspace.content).map(({ kind, status, entity }) => ({
    changeStatus: status,
    [kind.key]: showEntity(call.place, kind, entity),
  }));
  return {
    ...(changes.length > 0 && { workspaceChange: changes }),
    ...(workspace.conflicts.length > 0 && { mergeConflict: showConflicts(call, workspace) }),
  };
}

export function showConflicts({ place }: Call, { content, conflicts }: Workspace): Doc[] {
  return conflicts.map(({ key, id, before, theirs }: Conflict) => {
    const kind = ALL_KINDS.find((one) => one.key === key)!;
    const ours = content[key].find((entity) => idOf(kind, entity) === id);
    const side = (entity: typeof ours) => ({
      changeStatus: statusOf(before, entity),
      [key]: showEntity(place, kind, (entity ?? before)!),
    });
    return { entityInWorkspace: side(ours), entityInBaseVersion: side(theirs) };
  });
}
