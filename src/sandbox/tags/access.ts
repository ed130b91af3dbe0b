import type { FastifyRequest } from 'fastify';
import type { World } from '../emulator.ts';
import { OAuthStore } from '../oauth.ts';
import { bearerOf } from '../request-parts.ts';
import { badCredentials, forbidden, insufficientScopes, notFound } from './errors.ts';
import { accountPath, containerPath } from './format.ts';
import { type Container, type Permission, RIGHTS, type Right } from './state/shapes.ts';
import type { Store } from './state.ts';

export type Scope =
  | 'readonly'
  | 'edit.containers'
  | 'delete.containers'
  | 'edit.containerversions'
  | 'publish'
  | 'manage.accounts'
  | 'manage.users';

export const SCOPE_PREFIX = 'https://www.googleapis.com/auth/tagmanager.';

export const ALL_SCOPES = (
  [
    'readonly',
    'edit.containers',
    'delete.containers',
    'edit.containerversions',
    'publish',
    'manage.accounts',
    'manage.users',
  ] satisfies Scope[]
).map((scope) => SCOPE_PREFIX + scope);

export interface Caller {
  email: string;
  clientId: string;
  scopes: readonly string[];
}

export function authenticate(world: World, request: FastifyRequest): Caller {
  const token = bearerOf(request);
  if (!token) throw badCredentials('CREDENTIALS_MISSING');
  const known = new OAuthStore(world.db, 'tags').checkToken(token, { kind: 'access', now: world.now() });
  if (known === 'expired') throw badCredentials('ACCESS_TOKEN_EXPIRED');
  if (typeof known === 'string') throw badCredentials('ACCESS_TOKEN_TYPE_UNSUPPORTED');
  return { email: known.subject, clientId: known.clientId, scopes: known.scopes };
}

/** Any one of the scopes opens a call. */
export function checkScopes({ scopes }: Caller, opening: readonly Scope[]): void {
  if (!opening.some((scope) => scopes.includes(SCOPE_PREFIX + scope))) throw insufficientScopes();
}

/** The caller's permission on an account; an account without one does not exist for the caller. */
export function openAccount(store: Store, { email }: Caller, account: string): Permission {
  const found = permissionOf(store, email, account);
  if (!found || !store.find('account', accountPath(account))) throw notFound();
  return found;
}

export function checkAdmin({ accountAccess }: Permission): void {
  if (accountAccess.permission !== 'admin') throw forbidden();
}

export function openContainer(
  store: Store,
  permission: Permission,
  place: { account: string; container: string },
  needed: Right,
): Container {
  const container = store.find('container', containerPath(place));
  const right = rightOn(permission, place.container);
  if (!container || right === 'noAccess') throw notFound();
  if (RIGHTS.indexOf(right) < RIGHTS.indexOf(needed)) throw forbidden();
  return container;
}

export function rightOn({ containerAccess }: Permission, container: string): Right {
  return containerAccess.find(({ containerId }) => containerId === container)?.permission ?? 'noAccess';
}

export function permissionOf(store: Store, email: string, account: string): Permission | undefined {
  return store
    .list('permission', accountPath(account))
    .find(({ emailAddress, accountAccess }) => emailAddress === email && accountAccess.permission !== 'noAccess');
}
