import { badRequest, notFound, unexplained } from '../errors.ts';
import { containerPath, showVersion, showVersionHeader, versionPath } from '../format.ts';
import { cleanBody, VERSION_FIELDS } from '../rules/fields.ts';
import type { Container, Doc, Version } from '../state/shapes.ts';
import { readSwitch } from '../state/switches.ts';
import { readFlag } from './query.ts';
import { type Call, CONTAINER, checkFingerprint, NOTHING, pageOf, READ, type Route } from './route.ts';

const VERSION = `${CONTAINER}/versions/{version}`;
const FEATURES = ['supportVersions'];

/** Few a page, so that a container with some history has several. */
const HEADERS_A_PAGE = 10;

const READ_VERSIONS = [...READ, 'edit.containerversions'] as const;
const WRITE = { scopes: ['edit.containerversions'], right: 'approve', features: FEATURES, changes: true } as const;

export const versionRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: `${CONTAINER}/version_headers`,
    scopes: READ_VERSIONS,
    right: 'read',
    features: FEATURES,
    query: ['pageToken', 'includeDeleted'],
    serve(call) {
      const deleted = readFlag(call.query, 'includeDeleted');
      const shown = versionsOf(call)
        .filter((version) => deleted || !version.deleted)
        .map((version) => showVersionHeader(call.place, version));
      const list = `${containerPath(call.place)} headers ${deleted}`;
      return pageOf('containerVersionHeader', shown, call, list, HEADERS_A_PAGE);
    },
  },
  {
    method: 'GET',
    path: `${CONTAINER}/version_headers:latest`,
    scopes: READ_VERSIONS,
    right: 'read',
    features: FEATURES,
    serve: (call) => showVersionHeader(call.place, open(call, call.container.latest)),
  },
  {
    method: 'GET',
    path: `${CONTAINER}/versions:live`,
    scopes: READ_VERSIONS,
    right: 'read',
    features: FEATURES,
    serve: (call) => show(call, open(call, call.container.live)),
  },
  {
    method: 'GET',
    path: VERSION,
    scopes: READ_VERSIONS,
    right: 'read',
    features: FEATURES,
    serve: (call) => show(call, open(call)),
  },
  { ...WRITE, method: 'PUT', path: VERSION, query: ['fingerprint'], serve: update },
  { ...WRITE, method: 'DELETE', path: VERSION, serve: remove },
  { ...WRITE, method: 'POST', path: `${VERSION}:undelete`, serve: undelete },
  {
    ...WRITE,
    method: 'POST',
    path: `${VERSION}:publish`,
    scopes: ['publish'],
    right: 'publish',
    query: ['fingerprint'],
    serve: publish,
  },
  { ...WRITE, method: 'POST', path: `${VERSION}:set_latest`, scopes: ['edit.containers'], serve: setLatest },
];

/** Version 0 is what an untouched container begins from; no list tells of it. */
function versionsOf({ store, place }: Call): Version[] {
  return store
    .list('version', containerPath(place))
    .filter(({ containerVersionId }) => containerVersionId !== '0')
    .sort((a, b) => Number(a.containerVersionId) - Number(b.containerVersionId));
}

function open({ store, place, params }: Call, id: string | undefined = params.version): Version {
  const found = id === undefined ? undefined : store.find('version', versionPath(place, id));
  if (!found) throw notFound();
  return found;
}

function show({ place, container }: Call, version: Version): Doc {
  return showVersion(place, container, version);
}

function save(call: Call, version: Version, action: string): void {
  const path = versionPath(call.place, version.containerVersionId);
  call.store.save('version', path, version);
  recordVersion(call, version, action);
}

function recordVersion({ place, record }: Call, { containerVersionId, name }: Version, action: string): void {
  const path = versionPath(place, containerVersionId);
  record({
    kind: 'update',
    resource: 'version',
    id: containerVersionId,
    account: place.account,
    detail: { path, name, action },
  });
}

function update(call: Call): Doc {
  const { name: _, description: __, ...before } = open(call);
  checkFingerprint(call, before.fingerprint);
  const given = cleanBody(call.body, VERSION_FIELDS, 'version') as Pick<Version, 'name' | 'description'>;
  const after: Version = { ...before, ...given, fingerprint: call.store.nextFingerprint() };
  save(call, after, 'update');
  return show(call, after);
}

function remove(call: Call) {
  const version = open(call);
  if (version.deleted) throw notFound();
  if (call.container.live === version.containerVersionId) throw badRequest('The published version cannot be deleted.');
  save(call, { ...version, deleted: true, fingerprint: call.store.nextFingerprint() }, 'delete');
  const left = versionsOf(call).filter(({ deleted }) => !deleted);
  if (call.container.latest === version.containerVersionId) {
    saveContainer(call, { ...call.container, latest: left.at(-1)?.containerVersionId ?? '0' });
  }
  return NOTHING;
}

function undelete(call: Call): Doc {
  const { deleted: _, ...version } = open(call);
  const after: Version = { ...version, fingerprint: call.store.nextFingerprint() };
  save(call, after, 'undelete');
  return show(call, after);
}

/** Publishing an old version makes no new one, and does not make it the latest. */
function publish(call: Call): Doc {
  const version = open(call);
  checkFingerprint(call, version.fingerprint);
  if (version.deleted) throw unexplained();
  if (readSwitch(call.world.db, 'compiler') === 'fails') return { compilerError: true };
  saveContainer(call, { ...call.container, live: version.containerVersionId });
  recordVersion(call, version, 'publish');
  return { containerVersion: show(call, version) };
}

function setLatest(call: Call): Doc {
  const version = open(call);
  if (version.deleted) throw unexplained();
  saveContainer(call, { ...call.container, latest: version.containerVersionId });
  recordVersion(call, version, 'set_latest');
  return show(call, version);
}

function saveContainer({ store, place }: Call, container: Container): void {
  store.save('container', containerPath(place), container);
}
