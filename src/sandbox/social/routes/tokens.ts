import { findToken, issueToken, type Token } from '../access.ts';
import { badParameter, GraphError } from '../errors.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../format.ts';
import type { Ctx, OpenOperation, Operation, ReadOperation, Row } from '../graph/operation.ts';
import type { GraphNode, Store } from '../state.ts';
import { tokenMark } from './people.ts';

const SHORT_MS = 1.5 * HOUR_MS;
export const LONG_MS = 60 * DAY_MS;
const CODE_MS = 10 * MINUTE_MS;
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

function redeem(ctx: Open, app: GraphNode<'Application'>): unknown {
  const code = ctx.store.row(
    'SELECT * FROM social_codes WHERE code = ? AND app = ?',
    ctx.params.requiredText('code'),
    app.id,
  );
  const now = ctx.world.now();
  if (!code) throw badParameter('Invalid verification code format.');
  if (code.used === 1) throw new GraphError(100, 'This authorization code has been used.', { subcode: 36009 });
  if (Number(code.issued) + CODE_MS < now)
    throw new GraphError(100, 'This authorization code has expired.', { subcode: 36007 });
  if (code.redirect_uri !== ctx.params.text('redirect_uri')) {
    throw new GraphError(
      100,
      'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
      { subcode: 36008 },
    );
  }
  return ctx.world.change(() => {
    ctx.store.run('UPDATE social_codes SET used = 1 WHERE code = ?', String(code.code));
    const scopes: string[] = JSON.parse(String(code.scopes));
    return issued(ctx.store, {
      kind: 'USER',
      app: app.id,
      subject: String(code.subject),
      scopes,
      issued: now,
      expires: now + SHORT_MS,
    });
  });
}

function issued(store: Store, grant: Omit<Token, 'token' | 'revoked'>): Row {
  const access_token = issueToken(store, grant);
  return { access_token, token_type: 'bearer', expires_in: Math.floor((grant.expires - grant.issued) / 1000) };
}

/** A living token for a longer-lived one of the same person; a dead one cannot be renewed (reference §9). */
function lengthen(ctx: Open, app: GraphNode<'Application'>): unknown {
  const now = ctx.world.now();
  const old = findToken(ctx.store, ctx.params.requiredText('fb_exchange_token'));
  if (!old || old.revoked || old.app !== app.id)
    throw new GraphError(190, 'Invalid OAuth access token.', { subcode: 467 });
  if (old.expires !== 0 && old.expires <= now)
    throw new GraphError(190, 'Error validating access token: Session has expired.', { subcode: 463 });
  const { kind, subject, scopes } = old;
  return ctx.world.change(() =>
    issued(ctx.store, { kind, app: app.id, subject, scopes, issued: now, expires: now + LONG_MS }),
  );
}

function revoke(ctx: Open): unknown {
  appFor(ctx);
  const token = ctx.params.requiredText('revoke_token');
  return ctx.world.change((record) => {
    ctx.store.run('UPDATE social_tokens SET revoked = 1 WHERE token = ?', token);
    record({ kind: 'delete', resource: 'access_token', id: tokenMark(token) });
    return { success: true };
  });
}

function debug(ctx: Ctx): unknown {
  const presented = ctx.params.requiredText('input_token');
  const token = findToken(ctx.store, presented);
  if (!token) return invalid(467, 'The access token could not be decrypted');
  const owner = token.subject === ctx.session.person?.id || token.app === ctx.session.app.id;
  if (!owner)
    throw new GraphError(
      100,
      '(#100) You must provide an app access token, or a user access token that is an owner or developer of the app',
    );
  const now = ctx.world.now();
  const expired = token.expires !== 0 && token.expires <= now;
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
    app_id: token.app,
    type: token.kind,
    application: ctx.store.need('Application', token.app).data.name,
    ...(token.kind === 'USER' && { data_access_expires_at: seconds(token.issued + DATA_ACCESS_MS) }),
    expires_at: seconds(token.expires),
    issued_at: seconds(token.issued),
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
