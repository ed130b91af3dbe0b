import { z } from 'zod';
import { DAY_MS } from '../../../ambient.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { missingScopes } from '../../../tools/scopes.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import { channel } from '../channel.ts';
import { API_VERSION } from '../client.ts';
import { ERRORS } from '../errors.ts';
import type { TokenFacts } from '../oauth.ts';
import { isoTime } from '../resources/fields.ts';
import { tokenStatus } from '../resources/token.ts';

const WARN_DAYS = 14;

export default defineTool(channel, {
  name: 'get_token_info',
  title: 'Get token status',
  description: "State of the connection's token: valid or not, kind, expiry, permissions held and missing, advice.",
  toolset: 'tokens',
  access: 'read',
  repeat: 'safe',
  scopes: [],
  account: false,
  input: z.strictObject({}),
  output: z.object({
    token: z
      .looseObject({
        status: z.enum(['valid', 'expiring_soon', 'invalid']),
        kind: z.string(),
        expires_at: z.string().nullable().describe('null: never'),
        scopes: z.array(z.string()),
      })
      .describe('Also days_left, data_access_expires_at, app_id, problem'),
    missing_scopes: z.array(z.object({ scope: z.string(), tools: z.array(z.string()) })),
    configuration: z.looseObject({}),
    checked_at: z.string(),
    cached: z.boolean(),
    recommendations: z.array(z.string()),
  }),
  async run(_args, { client, channelTools, now }) {
    const { facts, checkedAt, cached } = await tokenStatus(client);
    const { app_secret } = await client.session.credentials();
    const token = tokenOf(facts, now());
    const missing = facts.is_valid ? missingScopes(channelTools, facts.scopes, channel.platformScopes ?? {}) : [];
    return {
      token,
      missing_scopes: missing,
      configuration: {
        mode: client.session.mode,
        api_version: API_VERSION,
        app_secret_configured: Boolean(app_secret),
      },
      checked_at: new Date(checkedAt).toISOString(),
      cached,
      recommendations: adviceFor(token, missing, Boolean(app_secret), now()),
    };
  },
});

type Token = ReturnType<typeof tokenOf>;

function tokenOf(facts: TokenFacts, now: number) {
  const expires_at = isoTime(facts.expires_at ?? 0) ?? null;
  const days_left = expires_at === null ? undefined : Math.max(0, Math.floor((Date.parse(expires_at) - now) / DAY_MS));
  const soon = days_left !== undefined && days_left < WARN_DAYS;
  const status = facts.is_valid ? (soon ? 'expiring_soon' : 'valid') : 'invalid';
  const told = withoutUnset({
    status: status as 'valid' | 'expiring_soon' | 'invalid',
    kind: facts.type ?? 'UNKNOWN',
    days_left,
    data_access_expires_at: isoTime(facts.data_access_expires_at ?? 0),
    scopes: facts.scopes,
    app_id: facts.app_id,
    problem: facts.error && ERRORS.find(facts.error.code, facts.error.subcode)?.meaning,
  });
  // null says "never"; `known` would leave it out.
  return { ...told, expires_at };
}

function adviceFor(token: Token, missing: { scope: string; tools: string[] }[], proof: boolean, now: number): string[] {
  const ended = token.data_access_expires_at !== undefined && Date.parse(token.data_access_expires_at) < now;
  return [
    ...(token.status === 'invalid' ? ['Reconnect the social channel (adhelm connect social).'] : []),
    ...(token.status === 'expiring_soon'
      ? [`The token ends in ${token.days_left} days and cannot be renewed afterwards: reconnect before then.`]
      : []),
    ...(ended ? ['Access to user data has lapsed although the token lives: the user has to log in again.'] : []),
    ...(token.kind === 'USER' ? ['A system user token does not depend on one person and need not expire.'] : []),
    ...missing.map(({ scope, tools }) => `Grant ${scope} to use ${tools.join(', ')}.`),
    ...(proof ? [] : ['Put the app secret on the connection, so that every call proves it comes from your app.']),
  ];
}
