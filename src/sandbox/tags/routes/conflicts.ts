import { badRequest, notFound, staleFingerprint } from '../errors.ts';
import { readEntity } from '../rules/entities.ts';
import { readEntityMessage } from '../rules/entity-message.ts';
import { ALL_KINDS, type Conflict, type Entity, idOf, type Kind, type Workspace } from '../state/shapes.ts';
import { readSwitch } from '../state/switches.ts';
import { recordEntity } from './entities.ts';
import { type Call, EDIT, NOTHING, openWorkspace, type Route, saveWorkspace, WORKSPACE } from './route.ts';

export const conflictRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: `${WORKSPACE}:resolve_conflict`,
    scopes: EDIT,
    right: 'edit',
    features: ['supportWorkspaces'],
    query: ['fingerprint'],
    changes: true,
    serve: resolve,
  },
];

/** The body is the form that shall stand, and the fingerprint that of the entity in the workspace. */
function resolve(call: Call) {
  const workspace = openWorkspace(call);
  const { kind, status, entity } = readEntityMessage(call.body, 'entity');
  const id = String(entity[kind.idField] ?? '');
  const conflict = workspace.conflicts.find((one) => one.key === kind.key && one.id === id);
  if (!conflict) throw notFound();
  const ours = inWorkspace(workspace, conflict);
  const given = call.query.get('fingerprint');
  if (given && given !== (ours ?? conflict.before)?.fingerprint) {
    throw staleFingerprint(readSwitch(call.world.db, 'stale_fingerprint'));
  }
  if (status === 'none' && Object.keys(entity).length === 0) throw badRequest('entity: The value must not be empty.');
  workspace.conflicts = workspace.conflicts.filter((one) => one !== conflict);
  const others = workspace.content[kind.key].filter((one) => one !== ours);
  if (status === 'deleted') {
    workspace.content[kind.key] = others;
    if (ours) recordEntity(call, 'delete', kind, ours);
  } else {
    const resolved = readResolved(call, kind, workspace, ours ?? conflict.theirs, entity);
    workspace.content[kind.key] = [...others, resolved];
    recordEntity(call, ours ? 'update' : 'create', kind, resolved);
  }
  saveWorkspace(call, workspace);
  return NOTHING;
}

function readResolved(call: Call, kind: Kind, workspace: Workspace, before: Entity | undefined, given: Entity): Entity {
  const read = readEntity(kind, given, workspace.content, before);
  const own = kind.key === 'customTemplate' && { containerId: call.place.container };
  return { [kind.idField]: given[kind.idField], ...own, ...read, fingerprint: call.store.nextFingerprint() };
}

function inWorkspace({ content }: Workspace, { key, id }: Conflict): Entity | undefined {
  const kind = ALL_KINDS.find((one) => one.key === key)!;
  return content[key].find((entity) => idOf(kind, entity) === id);
}
