import type { FastifyRequest } from 'fastify';
import type { World } from '../emulator.ts';
import { type Detail, errorInfo as infoOf, StatusError } from '../google/status.ts';
import { OAuthStore } from '../oauth.ts';
import { bearerOf } from '../request-parts.ts';
import { adsError } from './errors.ts';
import { type Entity, type Store, storeOf } from './state.ts';

export const ADS_SCOPE = 'https://www.googleapis.com/auth/adwords';
export const DATA_MANAGER_SCOPE = 'https://www.googleapis.com/auth/datamanager';

export interface Caller {
  email: string;
  clientId: string;
}

/** The user and project of this request's bearer token. */
export function authenticate(world: World, request: FastifyRequest, scope = ADS_SCOPE): Caller {
  const header = request.headers.authorization;
  if (!header) {
    throw credentialsError(
      'CREDENTIALS_MISSING',
      'Request is missing required authentication credential. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
    );
  }
  const token = new OAuthStore(world.db, 'search').checkToken(bearerOf(request) ?? '', {
    kind: 'access',
    now: world.now(),
  });
  if (token === 'revoked') throw adsError('authenticationError.OAUTH_TOKEN_REVOKED', 'OAuth token has been revoked.');
  if (token === 'expired') throw adsError('authenticationError.OAUTH_TOKEN_EXPIRED', 'OAuth token has expired.');
  if (typeof token === 'string') throw credentialsError('ACCESS_TOKEN_TYPE_UNSUPPORTED');
  if (!token.scopes.includes(scope)) {
    throw new StatusError(403, 'Request had insufficient authentication scopes.', [
      errorInfo('ACCESS_TOKEN_SCOPE_INSUFFICIENT'),
    ]);
  }
  return { email: token.subject, clientId: token.clientId };
}

function credentialsError(reason: string, message?: string): StatusError {
  return new StatusError(401, message, [errorInfo(reason)]);
}

function errorInfo(reason: string): Detail {
  return infoOf('googleads.googleapis.com', reason);
}

/** An empty developer token is still refused although the header itself is optional by now. */
export function checkDeveloperToken(request: FastifyRequest): void {
  if (request.headers['developer-token'] === '')
    throw adsError(
      'requestError.DEVELOPER_TOKEN_PARAMETER_MISSING',
      'Developer token parameter was missing in the request.',
    );
}

export function loginCustomer(request: FastifyRequest): string | undefined {
  const login = request.headers['login-customer-id'];
  if (login === undefined) return undefined;
  if (!/^\d+$/.test(String(login)))
    throw adsError('headerError.INVALID_LOGIN_CUSTOMER_ID', 'The login customer ID could not be validated.');
  return String(login);
}

export function checkCustomerId(customer: string): void {
  if (!/^\d{1,19}$/.test(customer)) {
    throw adsError('requestError.INVALID_CUSTOMER_ID', `Invalid customer ID '${customer}'.`, {
      trigger: customer,
      path: 'customer_id',
    });
  }
}

export interface Account {
  id: string;
  currency: string;
  timeZone: string;
  manager: boolean;
  role: string;
}

/** Whether the account exists, the caller reaches it through the account it names, it is open, and the project may use it. */
export function openAccount(
  world: World,
  {
    caller,
    customer,
    login,
    version,
  }: { caller: Caller; customer: string; login: string | undefined; version: string },
): Account {
  const store = storeOf(world);
  const account = store.find(customer, 'customer', customer);
  if (!account)
    throw adsError('authenticationError.CUSTOMER_NOT_FOUND', 'No customer found for the provided customer ID.');
  const through = login ?? customer;
  const role = roleOn(store, caller.email, login === undefined ? [customer] : managers(store, through));
  if (role === undefined || !managers(store, customer).has(through)) {
    throw adsError(
      'authorizationError.USER_PERMISSION_DENIED',
      "User doesn't have permission to access customer. Note: If you're accessing a client customer, the manager's customer id must be set in the 'login-customer-id' header.",
    );
  }
  if (account.doc.status !== 'ENABLED') {
    throw adsError(
      'authorizationError.CUSTOMER_NOT_ENABLED',
      "The customer account can't be accessed because it is not yet enabled or has been deactivated.",
    );
  }
  checkProject(store, caller, account, version);
  return {
    id: customer,
    currency: String(account.doc.currency_code),
    timeZone: String(account.doc.time_zone),
    manager: account.doc.manager === true,
    role,
  };
}

/** The project that owns the OAuth client must be let into production. */
function checkProject(store: Store, caller: Caller, account: Entity, version: string): void {
  const client = store.prepare('SELECT access_level FROM search_projects WHERE client_id = ?').get(caller.clientId);
  if (client?.access_level !== 'TEST' || account.doc.test_account === true) return;
  throw Number(version.slice(1)) >= 25
    ? adsError(
        'authorizationError.CLOUD_PROJECT_NOT_APPROVED_FOR_PRODUCTION',
        'The Google Cloud project is only approved for use with test accounts.',
      )
    : adsError(
        'authorizationError.ACTION_NOT_PERMITTED',
        'The access level of the project does not permit this action.',
      );
}

/** The account itself and every manager above it. */
function managers(store: Store, customer: string): Set<string> {
  const found = new Set([customer]);
  const above = store.prepare('SELECT manager FROM search_links WHERE client = ?');
  for (const id of found) for (const row of above.all(id)) found.add(String(row.manager));
  return found;
}

/** The user's role on the first of these accounts with direct access. A manager counts only when login-customer-id names it. */
function roleOn(store: Store, email: string, accounts: Iterable<string>): string | undefined {
  const grant = store.prepare('SELECT role FROM search_access WHERE email = ? AND customer = ?');
  for (const id of accounts) {
    const role = grant.get(email, id)?.role;
    if (role !== undefined) return String(role);
  }
  return undefined;
}

/** Accounts with direct access; accounts below a manager are not listed. */
export function directAccounts(world: World, caller: Caller): string[] {
  return storeOf(world)
    .prepare('SELECT customer FROM search_access WHERE email = ? ORDER BY customer')
    .all(caller.email)
    .map((row) => String(row.customer));
}

export interface Client {
  entity: Entity;
  level: number;
}

/** An account and everything below it, nearest first. */
export function accountTree(store: Store, customer: string): Client[] {
  const found = new Map<string, number>([[customer, 0]]);
  const below = store.prepare('SELECT client FROM search_links WHERE manager = ? ORDER BY client');
  for (const [id, level] of found)
    for (const row of below.all(id)) if (!found.has(String(row.client))) found.set(String(row.client), level + 1);
  return [...found].map(([id, level]) => ({ entity: store.find(id, 'customer', id)!, level }));
}
