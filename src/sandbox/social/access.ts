import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { NewToken, Token } from '../oauth.ts';
import { GraphError } from './errors.ts';
import type { Params } from './graph/params.ts';
import { type GraphNode, isKind, type Store } from './state.ts';

export type Person = GraphNode<'User'> | GraphNode<'SystemUser'>;

/** The caller of a request: person or system user, app and permissions. */
export interface Session {
  token: Token;
  app: GraphNode<'Application'>;
  /** Absent for an app's own token. */
  person: Person | undefined;
}

export function openSession(store: Store, presented: string | undefined, params: Params, now: number): Session {
  if (presented === undefined || presented === '') {
    throw new GraphError(104, 'An access token is required to request this resource.');
  }
  const token = findToken(store, presented);
  if (!token || token.revoked) throw badToken(467, 'Invalid OAuth access token - Cannot parse access token');
  if (token.expiresAt !== null && token.expiresAt <= now) {
    const end = new Date(token.expiresAt).toUTCString();
    throw badToken(
      463,
      `Error validating access token: Session has expired on ${end}. The current time is ${new Date(now).toUTCString()}.`,
    );
  }
  const app = store.need('Application', token.clientId);
  checkProof(app, presented, params.text('appsecret_proof'));
  return { token, app, person: personOf(store, token) };
}

function badToken(subcode: number, message: string): GraphError {
  return new GraphError(190, message, { subcode });
}

function personOf(store: Store, token: Token): Person | undefined {
  const subject = token.kind === 'APP' ? undefined : store.find(token.subject);
  return subject && (isKind(subject, 'User') || isKind(subject, 'SystemUser')) ? subject : undefined;
}

export function proofOf(secret: string, token: string): string {
  return createHmac('sha256', secret).update(token).digest('hex');
}

export function proofMatches(secret: string, token: string, proof: string): boolean {
  const expected = Buffer.from(proofOf(secret, token));
  const given = Buffer.from(proof);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

function checkProof(app: GraphNode<'Application'>, token: string, proof: string | undefined): void {
  const type = 'GraphMethodException' as const;
  if (proof === undefined) {
    if (!app.data.proof_required) return;
    throw new GraphError(100, 'API calls from the server require an appsecret_proof argument', { type });
  }
  if (!proofMatches(app.data.secret, token, proof)) {
    throw new GraphError(100, 'Invalid appsecret_proof provided in the API argument', { type });
  }
}

/** An app may also call with `{app-id}|{app-secret}`. */
export function findToken(store: Store, token: string): Token | undefined {
  const [appId, secret] = token.split('|');
  if (secret !== undefined) {
    const app = store.findKind('Application', appId!);
    if (app?.data.secret !== secret) return undefined;
    const permit = { clientId: app.id, subject: app.id, scopes: [] };
    return { ...permit, token, kind: 'APP', issuedAt: 0, expiresAt: null, parent: null, revoked: false };
  }
  return store.tokens.findToken(token);
}

/** Kinds are `USER`, `SYSTEM_USER` and `PAGE`, as the platform names them when a token is looked into. */
export function issueToken(store: Store, grant: Omit<NewToken, 'token'> & { token?: string }): string {
  const token = grant.token ?? `EAA${randomBytes(60).toString('base64url').replace(/[-_]/g, 'Z')}`;
  store.tokens.saveToken({ ...grant, token });
  return token;
}

/** Whether the caller may see a node at all: by its account, its business, or because it is the caller. */
export function canSee(session: Session, node: GraphNode): boolean {
  const { person } = session;
  if (node.id === session.app.id || node.id === session.token.subject) return true;
  if (!person) return session.token.kind === 'PAGE' && 'page' in node.data && node.data.page === session.token.subject;
  if (isKind(node, 'AdAccount')) return person.data.accounts.includes(node.id);
  if (node.links.account !== undefined) return person.data.accounts.includes(node.links.account);
  if (isKind(node, 'Business')) return node.id === person.data.business;
  return 'business' in node.data && node.data.business === person.data.business;
}

export function checkScope(session: Session, anyOf: readonly string[]): void {
  if (anyOf.length === 0 || anyOf.some((scope) => session.token.scopes.includes(scope))) return;
  const names = anyOf.join(' or ');
  throw new GraphError(200, `(#200) Ad account owner has NOT granted ${names} permission`);
}

/** What a page published, and its forms, are told to the page alone. */
export function requirePageToken({ session }: { session: Session }, pageId: string): void {
  if (session.token.kind === 'PAGE' && session.token.subject === pageId) return;
  throw new GraphError(210, '(#210) A page access token is required to request this resource.');
}
