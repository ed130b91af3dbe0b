import { notFound } from '../errors.ts';
import { showEntity, workspacePath } from '../format.ts';
import { type Entity, idOf, KINDS, type Kind } from '../state/shapes.ts';
import { find, recordEntity } from './entities.ts';
import {
  type Call,
  EDIT,
  NOTHING,
  openWorkspace,
  pageOf,
  READ,
  type Route,
  saveWorkspace,
  WORKSPACE,
} from './route.ts';

const FOLDER = `${WORKSPACE}/folders/{id}`;
const FEATURES = ['supportWorkspaces', 'supportFolders'];
const [FOLDERS] = KINDS.filter(({ key }) => key === 'folder');
const HELD = KINDS.filter(({ key }) => key === 'tag' || key === 'trigger' || key === 'variable');

/** What only folders can do. */
export const folderRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: `${FOLDER}:entities`,
    scopes: READ,
    right: 'read',
    features: FEATURES,
    query: ['pageToken'],
    serve: listEntities,
  },
  {
    method: 'POST',
    path: `${FOLDER}:move_entities_to_folder`,
    scopes: EDIT,
    right: 'edit',
    features: FEATURES,
    query: ['tagId', 'triggerId', 'variableId'],
    changes: true,
    serve: moveEntities,
  },
];

function listEntities(call: Call) {
  const workspace = openWorkspace(call);
  const { folderId } = find(FOLDERS!, workspace, call.params.id!);
  const held = HELD.flatMap((kind) =>
    workspace.content[kind.key]
      .filter(({ parentFolderId }) => parentFolderId === folderId)
      .map((entity) => ({ key: kind.key, shown: showEntity(call.place, kind, entity) })),
  );
  const { page = [], ...rest } = pageOf('page', held, call, `${workspacePath(call.place)} folder ${folderId}`);
  const groups = Map.groupBy(page as typeof held, ({ key }) => key);
  return { ...Object.fromEntries([...groups].map(([key, list]) => [key, list.map(({ shown }) => shown)])), ...rest };
}

function moveEntities(call: Call) {
  const workspace = openWorkspace(call);
  const { folderId } = find(FOLDERS!, workspace, call.params.id!);
  for (const kind of HELD) {
    for (const id of call.query.getAll(kind.idField)) {
      const list = workspace.content[kind.key];
      const index = list.findIndex((entity) => idOf(kind, entity) === id);
      if (index < 0) throw notFound();
      list[index] = moved(call, kind, list[index]!, String(folderId));
    }
  }
  saveWorkspace(call, workspace);
  return NOTHING;
}

function moved(call: Call, kind: Kind, entity: Entity, parentFolderId: string): Entity {
  const after = { ...entity, parentFolderId, fingerprint: call.store.nextFingerprint() };
  recordEntity(call, 'update', kind, after);
  return after;
}
