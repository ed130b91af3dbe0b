import { DAY_MS, HOUR_MS } from '../../../ambient.ts';
import type { CodeProblem, NewToken, Permit, Token } from '../../oauth.ts';
import { findToken, issueToken } from '../access.ts';
import { badParameter, GraphError } from '../errors.ts';
import type { Ctx, OpenOperation, Operation, ReadOperation, Row } from '../graph/operation.ts';
import type { GraphNode, Store } from '../state.ts';
import { tokenMark } from './people.ts';

const SHORT_MS = 1.5 * HOUR_MS;
export const LONG_MS = 60 * DAY_MS;
const DATA_ACCESS_MS = 90 * DAY_MS;

type Open = Omit<Ctx, 'session'>;

function appFor({ store, params }: Open): GraphNode<'Application'> {
  const app = store.findKind('Application', params.requiredText('client_id'));
  if (!app)
    throw new GraphError(101, 'Error validating application. Cannot get application info due to a system error.');
  if (app.data.secret !== params.text('client_secret'))
    throw new GraphError(1, 'Error validating client secret.', { status: 400 });
  return app;
}

function exchange(ctx: Open): unknown {
  const grant = ctx.params.text('grant_type');
  const app = appFor(ctx);
  if (grant === 'client_credentials') return { access_token: `${app.id}|${app.data.secret}`, token_type: 'bearer' };
  return grant === 'fb_exchange_token' ? lengthen(ctx, app) : redeem(ctx, app);
}

const CODE_REFUSALS: Record<CodeProblem, () => GraphError> = {
  unknown: () => badParameter('Invalid verification code format.'),
  other_client: () => badParameter('Invalid verification code format.'),
  used: () => new GraphError(100, 'This authorization code has been used.', { subcode: 36009 }),
  expired: () => new GraphError(100, 'This authorization code has expired.', { subcode: 36007 }),
  other_redirect_uri: () =>
    new GraphError(
      100,
      'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
      { subcode: 36008 },
    ),
  wrong_verifier: () => badParameter('Invalid code verifier.'),
};

function redeem(ctx: Open, app: GraphNode<'Application'>): unknown {
  const now = ctx.world.now();
  return ctx.world.change(() => {
    const code = ctx.store.tokens.redeemCode(ctx.params.requiredText('code'), {
      clientId: app.id,
      redirectUri: ctx.params.text('redirect_uri') ?? '',
      now,
    });
    if (typeof code === 'string') throw CODE_REFUSALS[code]();
    return issued(ctx.store, { kind: 'USER', ...permitOf(code), issuedAt: now, expiresAt: now + SHORT_MS });
  });
}

function permitOf({ clientId, subject, scopes }: Permit): Permit {
  return { clientId, subject, scopes };
}

function issued(store: Store, grant: Omit<NewToken, 'token'> & { expiresAt: number }): Row {
  const access_token = issueToken(store, grant);
  return { access_token, token_type: 'bearer', expires_in: Math.floor((grant.expiresAt - grant.issuedAt) / 1000) };
}

/** A living token for a longer-lived one of the same person; a dead one cannot be renewed. */
function lengthen(ctx: Open, app: GraphNode<'Application'>): unknown {
  const now = ctx.world.now();
  const old = ctx.store.tokens.checkToken(ctx.params.requiredText('fb_exchange_token'), { clientId: app.id, now });
  if (old === 'expired')
    throw new GraphError(190, 'Error validating access token: Session has expired.', { subcode: 463 });
  if (typeof old === 'string') throw new GraphError(190, 'Invalid OAuth access token.', { subcode: 467 });
  return ctx.world.change(() =>
    issued(ctx.store, { kind: old.kind, ...permitOf(old), issuedAt: now, expiresAt: now + LONG_MS }),
  );
}

function revoke(ctx: Open): unknown {
  appFor(ctx);
  const token = ctx.params.requiredText('revoke_token');
  return ctx.world.change((record) => {
    const held = ctx.store.tokens.findToken(token);
    if (held) ctx.store.tokens.revoke(held);
    record({ kind: 'delete', resource: 'access_token', id: tokenMark(token) });
    return { success: true };
  });
}

function debug(ctx: Ctx): unknown {
  const presented = ctx.params.requiredText('input_token');
  const token = findToken(ctx.store, presented);
  if (!token) return invalid(467, 'The access token could not be decrypted');
  const owner = token.subject === ctx.session.person?.id || token.clientId === ctx.session.app.id;
  if (!owner)
    throw new GraphError(
      100,
      '(#100) You must provide an app access token, or a user access token that is an owner or developer of the app',
    );
  const now = ctx.world.now();
  const expired = token.expiresAt !== null && token.expiresAt <= now;
  const facts = describe(ctx, token);
  if (token.revoked)
    return {
      data: {
        ...facts,
        ...invalid(460, 'Error validating access token: The session has been invalidated.').data,
        scopes: [],
      },
    };
  if (expired)
    return { data: { ...facts, ...invalid(463, 'Error validating access token: Session has expired.').data } };
  return { data: { ...facts, is_valid: true } };
}

function describe(ctx: Ctx, token: Token): Row {
  const seconds = (ms: number) => Math.floor(ms / 1000);
  return {
    app_id: token.clientId,
    type: token.kind,
    application: ctx.store.need('Application', token.clientId).data.name,
    ...(token.kind === 'USER' && { data_access_expires_at: seconds(token.issuedAt + DATA_ACCESS_MS) }),
    expires_at: seconds(token.expiresAt ?? 0),
    issued_at: seconds(token.issuedAt),
    scopes: token.scopes,
    granular_scopes: token.scopes.map((scope) => ({ scope })),
    ...(token.kind === 'PAGE' ? { profile_id: token.subject } : token.kind === 'APP' ? {} : { user_id: token.subject }),
  };
}

function invalid(subcode: number, message: string): { data: Row } {
  return { data: { is_valid: false, scopes: [], error: { code: 190, message, subcode } } };
}

const open = (edge: string, method: 'GET' | 'POST', run: (ctx: Open) => unknown): OpenOperation => ({
  method,
  on: 'Root',
  edge,
  open: run,
});
const debugToken: ReadOperation = { method: 'GET', on: 'Root', edge: 'debug_token', read: debug };

export const operations: Operation[] = [
  open('oauth/access_token', 'GET', exchange),
  open('oauth/access_token', 'POST', exchange),
  open('oauth/revoke', 'GET', revoke),
  debugToken,
];
