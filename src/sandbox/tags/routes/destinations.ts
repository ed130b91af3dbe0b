import { badRequest, notFound } from '../errors.ts';
import { containerPath, showDestination } from '../format.ts';
import { type Call, CONTAINER, EDIT, pageOf, READ, type Route } from './route.ts';

const ALL = `${CONTAINER}/destinations`;

export const destinationRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: ALL,
    scopes: READ,
    right: 'read',
    query: ['pageToken'],
    serve(call) {
      const path = containerPath(call.place);
      const shown = call.store.list('destination', path).map((one) => showDestination(call.place, one));
      return pageOf('destination', shown, call, `${path} destinations`);
    },
  },
  {
    method: 'GET',
    path: `${ALL}/{id}`,
    scopes: READ,
    right: 'read',
    serve({ store, place, params }) {
      const found = store.find('destination', `${containerPath(place)}/destinations/${params.id}`);
      if (!found) throw notFound();
      return showDestination(place, found);
    },
  },
  {
    method: 'POST',
    path: `${ALL}:link`,
    scopes: EDIT,
    right: 'edit',
    query: ['destinationId', 'allowUserPermissionFeatureUpdate'],
    changes: true,
    serve: link,
  },
];

/** A destination belongs to one container: linking takes it away from the one before. */
function link({ store, place, query, record }: Call) {
  const destinationId = query.get('destinationId') ?? '';
  if (!/^(G|AW|DC|GT)-\w+$/.test(destinationId))
    throw badRequest(`Invalid value at 'destinationId', "${destinationId}"`);
  for (const { accountId, containerId } of store.list('container')) {
    const path = containerPath({ account: accountId, container: containerId });
    const held = store.list('destination', path).find((one) => one.destinationId === destinationId);
    if (held) store.remove('destination', `${path}/destinations/${held.destinationLinkId}`);
  }
  const destinationLinkId = store.nextNumber(`destination of ${place.container}`, 101);
  const destination = { destinationLinkId, destinationId, name: destinationId, fingerprint: store.nextFingerprint() };
  const path = `${containerPath(place)}/destinations/${destinationLinkId}`;
  store.save('destination', path, destination);
  record({
    kind: 'create',
    resource: 'destination',
    id: destinationLinkId,
    account: place.account,
    detail: { path, destinationId },
  });
  return showDestination(place, destination);
}
