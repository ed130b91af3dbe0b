import { permissionOf, rightOn } from '../access.ts';
import { badRequest, notFound } from '../errors.ts';
import { accountPath, containerPath, showContainer } from '../format.ts';
import { CONTAINER_FIELDS, cleanBody } from '../rules/fields.ts';
import { newContainer } from '../rules/new-container.ts';
import type { Container } from '../state/shapes.ts';
import { readFlag } from './query.ts';
import { type Call, CONTAINER, checkFingerprint, EDIT, NOTHING, pageOf, READ, type Route } from './route.ts';

const IN_ACCOUNT = 'accounts/{account}/containers';

export const containerRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: IN_ACCOUNT,
    scopes: READ,
    right: 'none',
    query: ['pageToken', 'includeGoogleTags'],
    serve(call) {
      const { store, place, permission, query } = call;
      const account = store.find('account', accountPath(place.account));
      const googleTags = readFlag(query, 'includeGoogleTags') || account?.googleTags === true;
      const shown = store
        .list('container', accountPath(place.account))
        .filter((container) => rightOn(permission, container.containerId) !== 'noAccess')
        .filter((container) => googleTags || !container.googleTag);
      return pageOf('container', shown.map(showContainer), call, `containers ${place.account} ${googleTags}`);
    },
  },
  {
    method: 'GET',
    path: 'accounts/containers:lookup',
    scopes: READ,
    right: 'none',
    query: ['tagId', 'destinationId'],
    serve: (call) => showContainer(lookUp(call)),
  },
  {
    method: 'POST',
    path: IN_ACCOUNT,
    scopes: EDIT,
    right: 'admin',
    changes: true,
    serve: create,
  },
  { method: 'GET', path: CONTAINER, scopes: READ, right: 'read', serve: ({ container }) => showContainer(container) },
  {
    method: 'PUT',
    path: CONTAINER,
    scopes: EDIT,
    right: 'edit',
    query: ['fingerprint'],
    changes: true,
    serve: update,
  },
  {
    method: 'DELETE',
    path: CONTAINER,
    scopes: ['delete.containers'],
    right: 'admin',
    changes: true,
    serve: remove,
  },
  {
    method: 'GET',
    path: `${CONTAINER}:snippet`,
    scopes: READ,
    right: 'read',
    serve: ({ container }) => snippetOf(container),
  },
];

/** One call from `GTM-…` to the container, over all accounts that the caller sees. */
function lookUp({ store, query, caller }: Call): Container {
  const [tagId, destinationId] = [query.get('tagId'), query.get('destinationId')];
  if (!tagId && !destinationId) throw badRequest('Either tagId or destinationId must be given.');
  const found = store.list('container').find((container) => {
    if (tagId) return container.publicId === tagId;
    const path = containerPath({ account: container.accountId, container: container.containerId });
    return (
      container.publicId === destinationId ||
      store.list('destination', path).some((one) => one.destinationId === destinationId)
    );
  });
  const permission = found && permissionOf(store, caller.email, found.accountId);
  if (!found || !permission || rightOn(permission, found.containerId) === 'noAccess') throw notFound();
  return found;
}

function create({ store, place, body, permission, record }: Call) {
  const { name, usageContext, ...more } = cleanBody(body, CONTAINER_FIELDS, 'container');
  if (!name) throw badRequest('container.name: The value must not be empty.');
  const context = (usageContext ?? []) as string[];
  if (context.length === 0) throw badRequest('container.usageContext: The value must not be empty.');
  if (store.list('container', accountPath(place.account)).some((other) => other.name === name)) {
    throw badRequest('Found entity with duplicate name.');
  }
  const containerId = store.nextNumber('container', 900_001);
  const publicId = `GTM-${Number(containerId).toString(36).toUpperCase().padStart(7, 'N')}`;
  const container = newContainer(store, {
    ...more,
    accountId: place.account,
    containerId,
    name: String(name),
    publicId,
    usageContext: context,
  });
  permission.containerAccess.push({ containerId, permission: 'publish' });
  store.save('permission', `${accountPath(place.account)}/user_permissions/${permission.permissionId}`, permission);
  const path = containerPath({ ...place, container: containerId });
  record({ kind: 'create', resource: 'container', id: containerId, account: place.account, detail: { path, name } });
  return showContainer(container);
}

function update(call: Call) {
  const { store, place, body, container, record } = call;
  checkFingerprint(call, container.fingerprint);
  const { name, usageContext: _, ...more } = cleanBody(body, CONTAINER_FIELDS, 'container');
  if (!name) throw badRequest('container.name: The value must not be empty.');
  const { notes, domainName, taggingServerUrls, ...kept } = container;
  const after: Container = { ...kept, ...more, name: String(name), fingerprint: store.nextFingerprint() };
  const path = containerPath(place);
  store.save('container', path, after);
  record({
    kind: 'update',
    resource: 'container',
    id: place.container,
    account: place.account,
    detail: { path, name },
  });
  return showContainer(after);
}

function remove({ store, place, record }: Call) {
  const path = containerPath(place);
  for (const { workspaceId } of store.list('workspace', path))
    store.remove('workspace', `${path}/workspaces/${workspaceId}`);
  for (const { containerVersionId } of store.list('version', path))
    store.remove('version', `${path}/versions/${containerVersionId}`);
  for (const { environmentId } of store.list('environment', path))
    store.remove('environment', `${path}/environments/${environmentId}`);
  store.remove('container', path);
  record({ kind: 'delete', resource: 'container', id: place.container, account: place.account, detail: { path } });
  return NOTHING;
}

function snippetOf({ publicId, usageContext }: Container) {
  if (usageContext.includes('server'))
    return { containerConfig: Buffer.from(`id=${publicId}&env=1`).toString('base64') };
  return {
    snippet: `<!-- Google Tag Manager -->\n<script>(function(w,d,s,l,i){w[l]=w[l]||[];w[l].push({'gtm.start':new Date().getTime(),event:'gtm.js'});})(window,document,'script','dataLayer','${publicId}');</script>\n<!-- End Google Tag Manager -->`,
  };
}
