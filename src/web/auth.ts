import { betterAuth } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { type Ambient, newId } from '../ambient.ts';
import type { Log } from '../observe/log.ts';
import type { Store } from '../store/store.ts';

export interface AuthOptions {
  store: Store;
  key: Buffer;
  ambient: Ambient;
  log: Log;
  /** Public address of the service; better-auth builds its links from it. */
  baseUrl: string;
  isSecure: boolean;
}

/** The client's address as the HTTP edge found it. `headersOf` never copies a header of this name from the client. */
export const ADDRESS_HEADER = 'x-adhelm-address';

const DAY_S = 86_400;
const PREFIXES: Readonly<Record<string, string>> = { user: 'per', session: 'ses', account: 'sgn' };

const TIMES = { createdAt: 'created_at', updatedAt: 'updated_at' };
const PERSON_COLUMNS = { ...TIMES, emailVerified: 'email_verified' };
const SESSION_COLUMNS = {
  ...TIMES,
  userId: 'person_id',
  expiresAt: 'expires_at',
  ipAddress: 'ip_address',
  userAgent: 'user_agent',
};
const SIGN_IN_COLUMNS = {
  ...TIMES,
  userId: 'person_id',
  accountId: 'account_id',
  providerId: 'provider_id',
  accessToken: 'access_token',
  refreshToken: 'refresh_token',
  idToken: 'id_token',
  accessTokenExpiresAt: 'access_token_expires_at',
  refreshTokenExpiresAt: 'refresh_token_expires_at',
};
const TWO_FACTOR_COLUMNS = {
  userId: 'person_id',
  backupCodes: 'backup_codes',
  failedVerificationCount: 'failed_verification_count',
  lockedUntil: 'locked_until',
};

/** Sign-in by better-auth: e-mail and password, sessions, TOTP. Accounts are made only by one-time links, never by itself. */
export function createAuth({ store, key, ambient, log, baseUrl, isSecure }: AuthOptions) {
  return betterAuth({
    appName: 'Adhelm',
    baseURL: baseUrl,
    basePath: '/api/auth',
    secret: key.toString('hex'),
    telemetry: { enabled: false },
    logger: {
      level: 'warn',
      log: (level, message) => log.write(level === 'error' ? 'error' : 'info', 'sign_in', { detail: message }),
    },
    database: { db: store.db, type: store.kind },
    user: { modelName: 'people', fields: PERSON_COLUMNS },
    session: {
      modelName: 'sessions',
      fields: SESSION_COLUMNS,
      expiresIn: 7 * DAY_S,
      updateAge: DAY_S,
      // Every request reads the session from the store, so that a revoked one is refused at once.
      cookieCache: { enabled: false },
    },
    account: { modelName: 'sign_ins', fields: SIGN_IN_COLUMNS },
    verification: { modelName: 'verifications', fields: { ...TIMES, expiresAt: 'expires_at' } },
    emailAndPassword: { enabled: true, disableSignUp: true, minPasswordLength: 10, maxPasswordLength: 128 },
    // Attempts are limited by the service's own limiter, per address and per account (`sign-in-attempts.ts`).
    rateLimit: { enabled: false },
    // The HTTP edge has already refused changing requests from other origins.
    trustedOrigins: (request) => [request?.headers.get('origin') ?? baseUrl],
    advanced: {
      cookiePrefix: 'adhelm',
      useSecureCookies: isSecure,
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      database: { generateId: ({ model }) => newId(ambient, PREFIXES[model] ?? 'aut') },
    },
    plugins: [
      twoFactor({
        issuer: 'Adhelm',
        // It locks out the person with the guesser; codes are limited in `sign-in-attempts.ts`.
        accountLockout: { enabled: false },
        schema: {
          user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
          twoFactor: { modelName: 'two_factors', fields: TWO_FACTOR_COLUMNS },
        },
      }),
    ],
    hooks: { before: endOtherSessions, after: deleteReplacedSession },
  });
}

/** A new password ends all other sessions even if the request does not ask for it: the old one may be stolen. */
const endOtherSessions = createAuthMiddleware(async (ctx) => {
  if (ctx.path === '/change-password') return { context: { body: { ...ctx.body, revokeOtherSessions: true } } };
});

const deleteReplacedSession = createAuthMiddleware(async (ctx) => {
  const fresh = ctx.context.newSession?.session.token;
  if (fresh === undefined) return;
  const old = await ctx.getSignedCookie(ctx.context.authCookies.sessionToken.name, ctx.context.secret);
  if (old && old !== fresh) await ctx.context.internalAdapter.deleteSession(old);
});

export type Auth = ReturnType<typeof createAuth>;
