import { createHash } from 'node:crypto';
import { DAY_MS } from '../../../ambient.ts';
import { fromArray, type Source } from '../../paging.ts';
import { issueToken, type Person, proofMatches } from '../access.ts';
import { badParameter, GraphError } from '../errors.ts';
import { createNode, saveNode } from '../graph/changes.ts';
import { type Ctx, type Operation, ofKind, type Recorder, stored } from '../graph/operation.ts';
import type { GraphNode } from '../state.ts';
import { TASKS } from './accounts.ts';
import { pagesOfPerson } from './pages.ts';

const user = ofKind('User');
const systemUser = ofKind('SystemUser');

export const SCOPES = [
  'ads_management',
  'ads_read',
  'business_management',
  'catalog_management',
  'instagram_basic',
  'leads_retrieval',
  'pages_manage_ads',
  'pages_manage_metadata',
  'pages_read_engagement',
  'pages_show_list',
  'read_insights',
];

export const userType = user.type(['name'], stored('name'));
export const systemUserType = systemUser.type(['name'], stored('name', 'role'));

/** Edges of every kind of person. */
function commonEdges<K extends 'User' | 'SystemUser'>(person: ReturnType<typeof ofKind<K>>): Operation[] {
  return [
    person.list('adaccounts', (ctx, node) => accountsOf(ctx, node as Person)),
    person.list('assigned_ad_accounts', (ctx, node) => accountsOf(ctx, node as Person), {
      nodes: { fields: { tasks: () => TASKS } },
    }),
    person.list('accounts', (ctx, node) => pagesOf(ctx, node as Person), {
      scopes: ['pages_show_list', 'pages_manage_ads', 'ads_management'],
      nodes: pagesOfPerson,
    }),
    person.list('assigned_pages', (ctx, node) => pagesOf(ctx, node as Person), {
      nodes: { fields: pagesOfPerson.fields },
    }),
    person.list('businesses', (ctx, node) => fromArray([ctx.store.need('Business', node.data.business)])),
    person.list('permissions', (ctx) =>
      fromArray(ctx.session.token.scopes.map((permission) => ({ permission, status: 'granted' }))),
    ),
  ];
}

function accountsOf(ctx: Ctx, person: Person): Source<GraphNode> {
  return fromArray(person.data.accounts.map((id) => ctx.store.need('AdAccount', id)));
}

function pagesOf(ctx: Ctx, person: Person): Source<GraphNode> {
  const business = ctx.store.need('Business', person.data.business);
  return fromArray(business.data.pages.map((id) => ctx.store.need('Page', id)));
}

function generateToken(ctx: Ctx, node: GraphNode<'SystemUser'>, record: Recorder): unknown {
  const app = ctx.store.findKind('Application', ctx.params.requiredText('business_app'));
  if (!app) throw new GraphError(101, 'Error validating application. Invalid application ID.');
  const proof = ctx.params.text('appsecret_proof');
  if (proof === undefined || !proofMatches(app.data.secret, ctx.session.token.token, proof)) {
    throw new GraphError(100, 'Invalid appsecret_proof provided in the API argument', { type: 'GraphMethodException' });
  }
  if (!mayActFor(ctx, node))
    throw new GraphError(10, '(#10) The system user is not an admin of the business', { subcode: 1690129 });
  if (!node.data.apps.includes(app.id))
    throw new GraphError(100, '(#100) The system user must have installed the app', { blame: ['business_app'] });
  const scopes = ctx.params.words('scope') ?? [];
  const unknown = scopes.find((scope) => !SCOPES.includes(scope));
  if (scopes.length === 0) throw badParameter('The parameter scope is required', 'scope');
  if (unknown !== undefined) throw badParameter(`Invalid Scopes: ${unknown}`, 'scope');
  const now = ctx.world.now();
  const expiresAt = ctx.params.boolean('set_token_expires_in_60_days') ? now + 60 * DAY_MS : null;
  const token = issueToken(ctx.store, {
    kind: 'SYSTEM_USER',
    clientId: app.id,
    subject: node.id,
    scopes,
    issuedAt: now,
    expiresAt,
  });
  record({
    kind: 'create',
    resource: 'access_token',
    id: tokenMark(token),
    detail: { system_user: node.id, scopes, expires: expiresAt ?? 0 },
  });
  return { access_token: token };
}

/** The ledger must be able to tell tokens apart without holding one. */
export function tokenMark(token: string): string {
  return createHash('sha256').update(token).digest('hex').slice(0, 16);
}

function mayActFor(ctx: Ctx, node: GraphNode<'SystemUser'>): boolean {
  const { person } = ctx.session;
  if (!person || person.data.business !== node.data.business) return false;
  return person.id === node.id || person.kind === 'User' || (person as GraphNode<'SystemUser'>).data.role === 'ADMIN';
}

export const operations: Operation[] = [
  ...commonEdges(user),
  ...commonEdges(systemUser),
  { ...user.remove((ctx, node, record) => revokeAll(ctx, node, record), 'permissions'), scopes: [] },
  systemUser.create('access_tokens', generateToken, { scopes: ['business_management'] }),
  {
    ...systemUser.remove((ctx, node, record) => revokeAll(ctx, node, record), 'access_tokens'),
    scopes: ['business_management'],
  },
  systemUser.create(
    'applications',
    (ctx, node, record) => {
      const app = ctx.store.findKind('Application', ctx.params.requiredText('business_app'));
      if (!app) throw new GraphError(101, 'Error validating application. Invalid application ID.');
      if (!node.data.apps.includes(app.id)) node.data.apps.push(app.id);
      saveNode(ctx, record, node, { app: app.id });
      return { success: true };
    },
    { scopes: ['business_management'] },
  ),
];

function revokeAll(ctx: Ctx, node: GraphNode, record: Recorder): unknown {
  ctx.store.tokens.revokeAll(node.id, ctx.session.app.id);
  record({ kind: 'delete', resource: 'access_token', id: node.id });
  return { success: true };
}

export function createSystemUser(ctx: Ctx, business: GraphNode<'Business'>, record: Recorder): unknown {
  const role = ctx.params.oneOf('role', ['ADMIN', 'EMPLOYEE']) ?? 'EMPLOYEE';
  const data = { name: ctx.params.requiredText('name'), business: business.id, accounts: [], role, apps: [] };
  return { id: createNode(ctx, record, 'SystemUser', {}, data).id };
}
