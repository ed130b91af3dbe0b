import { badRequest } from '../errors.ts';
import { showEntity, versionPath, workspacePath } from '../format.ts';
import { BUILT_INS } from '../rules/built-ins.ts';
import { duplicateName } from '../rules/entities.ts';
import { BUILT_IN, type Entity } from '../state/shapes.ts';
import { recordEntity } from './entities.ts';
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

const PATH = `${WORKSPACE}/built_in_variables`;
const FEATURES = ['supportWorkspaces', BUILT_IN.feature];
const WRITE = { scopes: EDIT, right: 'edit', features: FEATURES, query: ['type'], changes: true } as const;

export const builtInVariableRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: PATH,
    scopes: READ,
    right: 'read',
    features: FEATURES,
    query: ['pageToken'],
    serve(call) {
      const shown = openWorkspace(call).content.builtInVariable.map((entity) => show(call, entity));
      return pageOf('builtInVariable', shown, call, `${workspacePath(call.place)} built-in`);
    },
  },
  {
    ...WRITE,
    method: 'POST',
    path: PATH,
    serve(call) {
      const types = typesOf(call);
      for (const type of types) enable(call, type);
      const enabled = openWorkspace(call).content.builtInVariable.filter(({ type }) => types.includes(type!));
      return { builtInVariable: enabled.map((entity) => show(call, entity)) };
    },
  },
  {
    ...WRITE,
    method: 'DELETE',
    path: PATH,
    serve(call) {
      for (const type of typesOf(call)) disable(call, type);
      return NOTHING;
    },
  },
  {
    ...WRITE,
    method: 'POST',
    path: `${PATH}:revert`,
    serve(call) {
      const [type = ''] = typesOf(call);
      const base = call.store.find('version', versionPath(call.place, openWorkspace(call).base));
      const enabled = base?.content.builtInVariable.some((each) => each.type === type) ?? false;
      if (enabled) enable(call, type);
      else disable(call, type);
      return { enabled };
    },
  },
];

function typesOf({ query }: Call): string[] {
  const types = query.getAll('type');
  if (types.length === 0) throw badRequest('Required parameter: type');
  const unknown = types.find((type) => !BUILT_INS.has(type));
  if (unknown !== undefined) throw badRequest(`Invalid value at 'type' (TYPE_ENUM), "${unknown}"`);
  return types;
}

function enable(call: Call, type: string): void {
  const workspace = openWorkspace(call);
  const { builtInVariable, variable } = workspace.content;
  if (builtInVariable.some((each) => each.type === type)) return;
  const entity = { type, name: BUILT_INS.get(type)! };
  if (variable.some(({ name }) => name === entity.name)) throw duplicateName();
  builtInVariable.push(entity);
  saveWorkspace(call, workspace);
  recordEntity(call, 'create', BUILT_IN, entity);
}

function disable(call: Call, type: string): void {
  const workspace = openWorkspace(call);
  const found = workspace.content.builtInVariable.find((each) => each.type === type);
  if (!found) return;
  workspace.content.builtInVariable = workspace.content.builtInVariable.filter((each) => each !== found);
  saveWorkspace(call, workspace);
  recordEntity(call, 'delete', BUILT_IN, found);
}

function show({ place }: Call, entity: Entity) {
  return showEntity(place, BUILT_IN, entity);
}
