import { containerPath, showVersion, versionPath, workspacePath } from '../format.ts';
import { compiles } from '../rules/compile.ts';
import { cleanBody, VERSION_OPTIONS } from '../rules/fields.ts';
import { changesBetween, merge } from '../rules/merge.ts';
import { newWorkspace } from '../rules/new-container.ts';
import type { Doc, Version, Workspace } from '../state/shapes.ts';
import { readSwitch } from '../state/switches.ts';
import { type Call, EDIT, openWorkspace, type Route, saveWorkspace, WORKSPACE } from './route.ts';
import { recordWorkspace, showConflicts } from './workspaces.ts';

const FEATURES = ['supportWorkspaces', 'supportVersions'];

export const versionMakingRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: `${WORKSPACE}:sync`,
    scopes: EDIT,
    right: 'edit',
    features: FEATURES,
    changes: true,
    serve(call) {
      const before = openWorkspace(call);
      const workspace = synced(call, before);
      if (workspace !== before) {
        saveWorkspace(call, workspace);
        recordWorkspace(call, 'update', workspace);
      }
      if (workspace.conflicts.length === 0) return { syncStatus: {} };
      return { mergeConflict: showConflicts(call, workspace), syncStatus: { mergeConflict: true } };
    },
  },
  {
    method: 'POST',
    path: `${WORKSPACE}:quick_preview`,
    scopes: ['edit.containerversions'],
    right: 'edit',
    features: FEATURES,
    serve(call) {
      const workspace = synced(call, openWorkspace(call));
      const fault = faultOf(call, workspace);
      if (fault) return fault;
      const { workspaceId, content, fingerprint } = workspace;
      const preview = { containerVersionId: '0', name: `QUICK_PREVIEW of ${workspaceId}`, fingerprint, content };
      return { containerVersion: showVersion(call.place, call.container, preview), syncStatus: {} };
    },
  },
  {
    method: 'POST',
    path: `${WORKSPACE}:create_version`,
    scopes: ['edit.containerversions'],
    right: 'approve',
    features: FEATURES,
    changes: true,
    serve: createVersion,
  },
];

/** The workspace with every version made since it began taken in. */
function synced({ store, place, container }: Call, workspace: Workspace): Workspace {
  if (workspace.base === container.latest) return workspace;
  const base = store.find('version', versionPath(place, workspace.base))!;
  const latest = store.find('version', versionPath(place, container.latest))!;
  const { content, conflicts } = merge(base.content, workspace.content, latest.content);
  const left = workspace.conflicts.filter(({ key, id }) => !conflicts.some((one) => one.key === key && one.id === id));
  return { ...workspace, base: container.latest, content, conflicts: [...left, ...conflicts] };
}

/** Both are answered with status 200, without a version and without a reason. */
function faultOf({ world }: Call, { conflicts, content }: Workspace): Doc | undefined {
  if (conflicts.length > 0) return { syncStatus: { mergeConflict: true } };
  return readSwitch(world.db, 'compiler') === 'fails' || !compiles(content) ? { compilerError: true } : undefined;
}

/** The workspace goes into the version and is gone; a new one stands in its place. */
function createVersion(call: Call): Doc {
  const { store, place, container, body, record } = call;
  const { name, notes } = cleanBody(body, VERSION_OPTIONS, 'options') as { name?: string; notes?: string };
  const workspace = synced(call, openWorkspace(call));
  saveWorkspace(call, workspace);
  const fault = faultOf(call, workspace);
  if (fault) return fault;
  const { content } = workspace;
  const base = store.find('version', versionPath(place, container.latest))!;
  if (changesBetween(base.content, content).length === 0) return {};
  const version: Version = {
    containerVersionId: nextVersion(call),
    ...(name !== undefined && { name }),
    ...(notes !== undefined && { description: notes }),
    fingerprint: store.nextFingerprint(),
    content,
  };
  const id = version.containerVersionId;
  const path = versionPath(place, id);
  store.save('version', path, version);
  store.save('container', containerPath(place), { ...container, latest: id });
  record({ kind: 'create', resource: 'version', id, account: place.account, detail: { path, name } });
  store.remove('workspace', workspacePath(place));
  recordWorkspace(call, 'delete', workspace);
  const { description } = workspace;
  const next = newWorkspace(store, place, {
    name: workspace.name,
    ...(description !== undefined && { description }),
    base: id,
    content,
  });
  recordWorkspace(call, 'create', next);
  return {
    containerVersion: showVersion(place, container, version),
    newWorkspacePath: workspacePath({ ...place, workspace: next.workspaceId }),
    syncStatus: {},
  };
}

function nextVersion({ store, place }: Call): string {
  const ids = store.list('version', containerPath(place)).map(({ containerVersionId }) => Number(containerVersionId));
  return String(Math.max(...ids) + 1);
}
