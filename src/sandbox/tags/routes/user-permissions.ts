import { badRequest, notFound } from '../errors.ts';
import { accountPath, showPermission } from '../format.ts';
import { cleanBody, PERMISSION_FIELDS } from '../rules/fields.ts';
import type { Doc, Permission } from '../state/shapes.ts';
import { type Call, NOTHING, pageOf, type Route } from './route.ts';

const ALL = 'accounts/{account}/user_permissions';
const ONE = `${ALL}/{id}`;
/** `readonly` opens every other read. */
const OPENING = { scopes: ['manage.users'], right: 'admin' } as const;

export const userPermissionRoutes: readonly Route[] = [
  {
    ...OPENING,
    method: 'GET',
    path: ALL,
    query: ['pageToken'],
    serve(call) {
      const { account } = call.place;
      const shown = call.store.list('permission', accountPath(account)).map((one) => showPermission(account, one));
      return pageOf('userPermission', shown, call, `${account} permissions`);
    },
  },
  { ...OPENING, method: 'GET', path: ONE, serve: (call) => showPermission(call.place.account, open(call)) },
  { ...OPENING, method: 'POST', path: ALL, changes: true, serve: create },
  { ...OPENING, method: 'PUT', path: ONE, changes: true, serve: update },
  { ...OPENING, method: 'DELETE', path: ONE, changes: true, serve: remove },
];

function pathOf({ place }: Call, id: string): string {
  return `${accountPath(place.account)}/user_permissions/${id}`;
}

function open(call: Call): Permission {
  const found = call.store.find('permission', pathOf(call, call.params.id!));
  if (!found) throw notFound();
  return found;
}

function read({ body }: Call): Omit<Permission, 'permissionId' | 'emailAddress'> & { emailAddress?: string } {
  const given = cleanBody(body, PERMISSION_FIELDS, 'userPermission') as Partial<Permission>;
  const { accountAccess = { permission: 'noAccess' }, containerAccess = [], emailAddress } = given;
  return { accountAccess, containerAccess, ...(emailAddress !== undefined && { emailAddress }) };
}

function create(call: Call): Doc {
  const { emailAddress, ...access } = read(call);
  if (!emailAddress) throw badRequest('userPermission.emailAddress: The value must not be empty.');
  const others = call.store.list('permission', accountPath(call.place.account));
  if (others.some((other) => other.emailAddress === emailAddress))
    throw badRequest('Found entity with duplicate name.');
  const permissionId = call.store.nextNumber(`permission of ${call.place.account}`);
  return save(call, 'create', { permissionId, emailAddress, ...access });
}

/** Whose permission it is cannot be changed. */
function update(call: Call): Doc {
  const { permissionId, emailAddress } = open(call);
  const { emailAddress: _, ...access } = read(call);
  return save(call, 'update', { permissionId, emailAddress, ...access });
}

function save(call: Call, kind: 'create' | 'update', permission: Permission): Doc {
  call.store.save('permission', pathOf(call, permission.permissionId), permission);
  record(call, kind, permission);
  return showPermission(call.place.account, permission);
}

function remove(call: Call) {
  const permission = open(call);
  call.store.remove('permission', pathOf(call, permission.permissionId));
  record(call, 'delete', permission);
  return NOTHING;
}

function record(call: Call, kind: 'create' | 'update' | 'delete', { permissionId }: Permission): void {
  const detail = { path: pathOf(call, permissionId) };
  call.record({ kind, resource: 'user_permission', id: permissionId, account: call.place.account, detail });
}
