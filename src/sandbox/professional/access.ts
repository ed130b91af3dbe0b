import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { DAY_MS } from '../../ambient.ts';
import type { NewToken } from '../oauth.ts';
import { coded } from './errors.ts';
import { urn } from './format.ts';
import { type Call, forbidden, type Session } from './restli/resource.ts';
import type { Entity, Store } from './state.ts';

export const ACCESS_TOKEN_MS = 60 * DAY_MS;
export const REFRESH_TOKEN_MS = 365 * DAY_MS;

export const SCOPES = [
  'r_ads',
  'rw_ads',
  'r_ads_reporting',
  'rw_conversions',
  'r_marketing_leadgen_automation',
  'rw_dmp_segments',
  'r_organization_social',
  'w_organization_social',
  'r_organization_admin',
  'rw_organization_admin',
  'r_basicprofile',
];

export function openSession(store: Store, request: FastifyRequest, now: number): Session {
  const { authorization = '' } = request.headers;
  if (authorization.trim() === '') throw coded(401, 'EMPTY_ACCESS_TOKEN', 'Empty oauth2 access token', 65604);
  const [scheme = '', presented = ''] = authorization.trim().split(/\s+/);
  if (scheme.toLowerCase() !== 'bearer')
    throw coded(401, 'INVALID_ACCESS_TOKEN', 'Unknown authentication schema', 65600);
  if (presented === '') throw coded(401, 'EMPTY_ACCESS_TOKEN', 'Empty oauth2 access token', 65604);
  const token = store.tokens.checkToken(presented, { kind: 'access', now });
  if (token === 'revoked')
    throw coded(401, 'REVOKED_ACCESS_TOKEN', 'The token used in the request has been revoked by the user', 65601);
  if (token === 'expired') throw coded(401, 'EXPIRED_ACCESS_TOKEN', 'The token used in the request has expired', 65602);
  const member = typeof token === 'string' ? undefined : store.find('member', token.subject);
  if (typeof token === 'string' || !member) throw coded(401, 'INVALID_ACCESS_TOKEN', 'Invalid access token', 65600);
  return { token, member };
}

/** The day each version ends; those that are not here never were, or are long gone. */
const SUNSETS: Readonly<Record<string, string>> = {
  '202509': '2026-09-15',
  '202510': '2026-10-15',
  '202511': '2026-11-16',
  '202601': '2027-01-15',
  '202602': '2027-02-15',
  '202603': '2027-03-16',
  '202604': '2027-04-15',
  '202605': '2027-05-15',
  '202606': '2027-06-15',
  '202607': '2027-07-15',
  '202608': '2027-08-16',
  '202609': '2027-09-15',
};

/** The cut comes on the day itself, without grace. */
export function checkVersion(header: string | undefined, now: number): number {
  if (header === undefined) {
    throw coded(
      400,
      'VERSION_MISSING',
      'A version must be present. Please specify a version by adding the LinkedIn-Version header.',
    );
  }
  const month = /^(\d{6})(\d{2})?$/.exec(header)?.[1];
  const sunset = month === undefined ? undefined : SUNSETS[month];
  if (sunset === undefined || now >= Date.parse(sunset)) {
    const shown = header.length === 6 ? `${header}01` : header;
    throw coded(426, 'NONEXISTENT_VERSION', `Requested version ${shown} is not active`);
  }
  return Number(month);
}

/** The scope to write includes the one to read. */
const INCLUDES: Readonly<Record<string, string>> = { rw_ads: 'r_ads', rw_organization_admin: 'r_organization_admin' };

export function checkScope({ token }: Session, anyOf: readonly string[], what: string): void {
  const held = token.scopes.flatMap((scope) => [scope, INCLUDES[scope] ?? scope]);
  if (anyOf.length === 0 || anyOf.some((scope) => held.includes(scope))) return;
  throw coded(403, 'ACCESS_DENIED', `Not enough permissions to access: ${what}`, 100);
}

const ROLES = ['VIEWER', 'CREATIVE_MANAGER', 'CAMPAIGN_MANAGER', 'ACCOUNT_MANAGER', 'ACCOUNT_BILLING_ADMIN'];

export function roleOn({ store, session }: Pick<Call, 'store' | 'session'>, account: string): string | undefined {
  return store.find('accountUser', `${account}:${session.member.id}`)?.fields.role;
}

/** The account of a call, when the caller has a role on it. */
export function accountFor(call: Call, id: string, needed = 'VIEWER'): Entity<'account'> {
  const role = roleOn(call, id);
  const account = call.store.find('account', id);
  if (!account || role === undefined) {
    throw forbidden(`No permission to access ${urn('sponsoredAccount', id)}`);
  }
  if (ROLES.indexOf(role) < ROLES.indexOf(needed)) {
    throw forbidden(`The role ${role} does not permit this on ${urn('sponsoredAccount', id)}`);
  }
  return account;
}

const POSTING_ROLES = ['ADMINISTRATOR', 'CONTENT_ADMINISTRATOR', 'DIRECT_SPONSORED_CONTENT_POSTER'];

/** Whether the caller may post in a page's name. */
export function mayPostFor({ store, session }: Call, organization: string): boolean {
  return store
    .list('organizationAcl', { parent: session.member.id })
    .some(({ fields }) => fields.organization === organization && POSTING_ROLES.includes(fields.role));
}

/** Ads and files are made in the name of pages only, never of people. */
export function checkMayPost(call: Call, author: string): void {
  if (!mayPostFor(call, author)) throw coded(403, 'ACCESS_DENIED', `Not enough permissions to post as ${author}`, 100);
}

export function issueToken(store: Store, grant: Omit<NewToken, 'token'> & { token?: string }): string {
  const token = grant.token ?? `AQ${grant.kind === 'refresh' ? 'W' : 'V'}${randomBytes(120).toString('base64url')}`;
  store.tokens.saveToken({ ...grant, token });
  return token;
}
