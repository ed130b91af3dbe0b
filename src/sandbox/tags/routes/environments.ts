import { badRequest, notFound } from '../errors.ts';
import { containerPath, showEnvironment, versionPath } from '../format.ts';
import { cleanBody, ENVIRONMENT_FIELDS } from '../rules/fields.ts';
import { newAuthorization, newEnvironment } from '../rules/new-container.ts';
import type { Doc, Environment } from '../state/shapes.ts';
import { type Call, CONTAINER, checkFingerprint, EDIT, NOTHING, pageOf, READ, type Route } from './route.ts';

const ALL = `${CONTAINER}/environments`;
const ONE = `${ALL}/{id}`;
const FEATURES = ['supportEnvironments'];
const WRITE = { scopes: EDIT, right: 'edit', features: FEATURES, changes: true } as const;

export const environmentRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: ALL,
    scopes: READ,
    right: 'read',
    features: FEATURES,
    query: ['pageToken'],
    serve(call) {
      const path = containerPath(call.place);
      const shown = call.store.list('environment', path).map((one) => showEnvironment(call.place, call.container, one));
      return pageOf('environment', shown, call, `${path} environments`);
    },
  },
  {
    method: 'GET',
    path: ONE,
    scopes: READ,
    right: 'read',
    features: FEATURES,
    serve: (call) => show(call, open(call)),
  },
  { ...WRITE, method: 'POST', path: ALL, serve: create },
  { ...WRITE, method: 'PUT', path: ONE, query: ['fingerprint'], serve: update },
  { ...WRITE, method: 'DELETE', path: ONE, serve: remove },
  { ...WRITE, method: 'POST', path: `${ONE}:reauthorize`, scopes: ['publish'], right: 'publish', serve: reauthorize },
];

function open({ store, place, params }: Call): Environment {
  const found = store.find('environment', `${containerPath(place)}/environments/${params.id}`);
  if (!found) throw notFound();
  return found;
}

function show({ place, container }: Call, environment: Environment): Doc {
  return showEnvironment(place, container, environment);
}

function create(call: Call): Doc {
  const environment = newEnvironment(call.store, call.place, { ...read(call), type: 'user' });
  record(call, 'create', environment);
  return show(call, environment);
}

function update(call: Call): Doc {
  const before = open(call);
  checkFingerprint(call, before.fingerprint);
  if (before.type !== 'user') throw badRequest('Only environments of type user can be changed.');
  const { environmentId, type, authorizationCode, authorizationTimestamp } = before;
  const fingerprint = call.store.nextFingerprint();
  const after = { ...read(call), environmentId, type, authorizationCode, authorizationTimestamp, fingerprint };
  save(call, after);
  record(call, 'update', after);
  return show(call, after);
}

function read({ store, place, body }: Call): { name: string } & Partial<Environment> {
  const given = cleanBody(body, ENVIRONMENT_FIELDS, 'environment') as Partial<Environment>;
  const { name, type = 'user', containerVersionId } = given;
  if (!name) throw badRequest('environment.name: The value must not be empty.');
  if (type !== 'user') throw badRequest('Only environments of type user can be made.');
  if (containerVersionId !== undefined && !store.find('version', versionPath(place, containerVersionId)))
    throw notFound();
  return { ...given, name };
}

function remove(call: Call) {
  const environment = open(call);
  if (environment.type !== 'user') throw badRequest('Only environments of type user can be deleted.');
  call.store.remove('environment', `${containerPath(call.place)}/environments/${environment.environmentId}`);
  record(call, 'delete', environment);
  return NOTHING;
}

/** A new code; links with the old one no longer open. */
function reauthorize(call: Call): Doc {
  const after = { ...open(call), ...newAuthorization(call.store), fingerprint: call.store.nextFingerprint() };
  save(call, after);
  record(call, 'update', after);
  return show(call, after);
}

function save({ store, place }: Call, environment: Environment): void {
  store.save('environment', `${containerPath(place)}/environments/${environment.environmentId}`, environment);
}

function record(call: Call, kind: 'create' | 'update' | 'delete', { environmentId, name }: Environment): void {
  const path = `${containerPath(call.place)}/environments/${environmentId}`;
  call.record({
    kind,
    resource: 'environment',
    id: environmentId,
    account: call.place.account,
    detail: { path, name },
  });
}
