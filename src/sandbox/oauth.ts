import { createHash } from 'node:crypto';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { prepare } from './statements.ts';

/** What a user granted an application, as a code or a token represents it. */
export interface Permit {
  clientId: string;
  /** The user's id. */
  subject: string;
  scopes: readonly string[];
}

export interface Token extends Permit {
  token: string;
  /** `access`, `refresh`, or the platform's own names for its kinds. */
  kind: string;
  issuedAt: number;
  /** Null for never. */
  expiresAt: number | null;
  /** The refresh token it came from; revoking one revokes both. */
  parent: string | null;
  revoked: boolean;
}

export interface Code extends Permit {
  code: string;
  redirectUri: string;
  issuedAt: number;
  expiresAt: number;
  /** PKCE, when the application sent one. */
  challenge: string | null;
  challengeMethod: string;
  /** Whether a refresh token comes with the access token. */
  offline: boolean;
  used: boolean;
}

export type CodeProblem = 'unknown' | 'other_client' | 'used' | 'expired' | 'other_redirect_uri' | 'wrong_verifier';
export type TokenProblem = 'unknown' | 'other_client' | 'revoked' | 'expired';

export type NewToken = Permit & Pick<Token, 'token' | 'kind' | 'issuedAt' | 'expiresAt'> & { parent?: string };
export type NewCode = Permit &
  Pick<Code, 'code' | 'redirectUri' | 'issuedAt' | 'expiresAt'> &
  Partial<Pick<Code, 'challenge' | 'challengeMethod' | 'offline'>>;

/**
 * One platform's authorization codes and tokens. It names what is wrong with one; the emulator words the platform's error.
 * Call the writing methods inside `world.change`.
 */
export class OAuthStore {
  readonly #db: DatabaseSync;
  readonly #clients: string;
  readonly #users: string;
  readonly #codes: string;
  readonly #tokens: string;

  constructor(db: DatabaseSync, platform: string) {
    this.#db = db;
    this.#clients = `${platform}_oauth_clients`;
    this.#users = `${platform}_oauth_users`;
    this.#codes = `${platform}_oauth_codes`;
    this.#tokens = `${platform}_oauth_tokens`;
  }

  createTables(): void {
    this.#db.exec(`
      CREATE TABLE IF NOT EXISTS ${this.#clients} (id TEXT PRIMARY KEY, secret TEXT NOT NULL) STRICT;
      CREATE TABLE IF NOT EXISTS ${this.#users} (id TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT;
      CREATE TABLE IF NOT EXISTS ${this.#codes} (
        code TEXT PRIMARY KEY, client_id TEXT NOT NULL, subject TEXT NOT NULL, scopes TEXT NOT NULL,
        redirect_uri TEXT NOT NULL, issued_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, challenge TEXT,
        challenge_method TEXT NOT NULL, offline INTEGER NOT NULL, used INTEGER NOT NULL DEFAULT 0) STRICT;
      CREATE TABLE IF NOT EXISTS ${this.#tokens} (
        token TEXT PRIMARY KEY, kind TEXT NOT NULL, client_id TEXT NOT NULL, subject TEXT NOT NULL,
        scopes TEXT NOT NULL, issued_at INTEGER NOT NULL, expires_at INTEGER, parent TEXT,
        revoked INTEGER NOT NULL DEFAULT 0) STRICT;
    `);
  }

  saveClient(id: string, secret: string): void {
    this.#run(`INSERT INTO ${this.#clients} VALUES (?, ?)`, id, secret);
  }

  findClient(id: string): { id: string; secret: string } | undefined {
    return this.#row(`SELECT id, secret FROM ${this.#clients} WHERE id = ?`, id);
  }

  saveUser(id: string, name: string): void {
    this.#run(`INSERT INTO ${this.#users} VALUES (?, ?)`, id, name);
  }

  listUsers(): { id: string; name: string }[] {
    return prepare(this.#db, `SELECT id, name FROM ${this.#users} ORDER BY rowid`).all() as {
      id: string;
      name: string;
    }[];
  }

  saveCode({ challenge = null, challengeMethod = 'plain', offline = false, ...code }: NewCode): void {
    this.#run(
      `INSERT INTO ${this.#codes} (code, client_id, subject, scopes, redirect_uri, issued_at, expires_at, challenge,
         challenge_method, offline) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      code.code,
      code.clientId,
      code.subject,
      JSON.stringify(code.scopes),
      code.redirectUri,
      code.issuedAt,
      code.expiresAt,
      challenge,
      challengeMethod,
      Number(offline),
    );
  }

  /** Exchanges a code for tokens, once. A refused attempt does not use it up. */
  redeemCode(
    code: string,
    { clientId, redirectUri, verifier, now }: { clientId: string; redirectUri: string; verifier?: string; now: number },
  ): Code | CodeProblem {
    const row = this.#row(`SELECT * FROM ${this.#codes} WHERE code = ?`, code);
    if (!row) return 'unknown';
    const found = toCode(row);
    if (found.clientId !== clientId) return 'other_client';
    if (found.used) return 'used';
    if (found.expiresAt <= now) return 'expired';
    if (found.redirectUri !== redirectUri) return 'other_redirect_uri';
    if (!provesChallenge(found, verifier)) return 'wrong_verifier';
    this.#run(`UPDATE ${this.#codes} SET used = 1 WHERE code = ?`, code);
    return found;
  }

  saveToken(token: NewToken): void {
    this.#run(
      `INSERT INTO ${this.#tokens} (token, kind, client_id, subject, scopes, issued_at, expires_at, parent)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      token.token,
      token.kind,
      token.clientId,
      token.subject,
      JSON.stringify(token.scopes),
      token.issuedAt,
      token.expiresAt,
      token.parent ?? null,
    );
  }

  /** Any token ever issued, of one kind or of all. */
  findToken(token: string, kind?: string): Token | undefined {
    const row = this.#row(`SELECT * FROM ${this.#tokens} WHERE token = ?`, token);
    return row && (kind === undefined || row.kind === kind) ? toToken(row) : undefined;
  }

  /** A token that is valid now; with `clientId`, only for that client. */
  checkToken(
    token: string,
    { kind, clientId, now }: { kind?: string; clientId?: string; now: number },
  ): Token | TokenProblem {
    const found = this.findToken(token, kind);
    if (!found) return 'unknown';
    if (clientId !== undefined && found.clientId !== clientId) return 'other_client';
    if (found.revoked) return 'revoked';
    return found.expiresAt !== null && found.expiresAt <= now ? 'expired' : found;
  }

  /** The first unrevoked token of a kind that a user has with an application, or with any. */
  tokenOf(subject: string, kind: string, clientId?: string): Token | undefined {
    const row = this.#row(
      `SELECT * FROM ${this.#tokens} WHERE subject = ? AND kind = ? AND revoked = 0 AND client_id = coalesce(?, client_id)
       ORDER BY rowid LIMIT 1`,
      subject,
      kind,
      clientId ?? null,
    );
    return row && toToken(row);
  }

  /** Revokes a token with all from the same refresh token. */
  revoke({ token, parent }: Token): void {
    const family = parent ?? token;
    this.#run(`UPDATE ${this.#tokens} SET revoked = 1 WHERE token IN (?, ?) OR parent = ?`, token, family, family);
  }

  /** Revokes everything a user granted an application. */
  revokeAll(subject: string, clientId: string): void {
    this.#run(`UPDATE ${this.#tokens} SET revoked = 1 WHERE subject = ? AND client_id = ?`, subject, clientId);
  }

  #run(sql: string, ...values: SQLInputValue[]): void {
    prepare(this.#db, sql).run(...values);
  }

  // biome-ignore lint/suspicious/noExplicitAny: the tables above say what a row is
  #row(sql: string, ...values: SQLInputValue[]): any {
    return prepare(this.#db, sql).get(...values);
  }
}

interface PermitRow {
  client_id: string;
  subject: string;
  scopes: string;
  issued_at: number;
}

function permitOf(row: PermitRow) {
  return {
    clientId: row.client_id,
    subject: row.subject,
    scopes: JSON.parse(row.scopes) as string[],
    issuedAt: row.issued_at,
  };
}

type TokenRow = PermitRow & Pick<Token, 'token' | 'kind' | 'parent'> & { expires_at: number | null; revoked: number };

function toToken(row: TokenRow): Token {
  const { token, kind, parent } = row;
  return { ...permitOf(row), token, kind, parent, expiresAt: row.expires_at, revoked: row.revoked === 1 };
}

type CodeRow = PermitRow &
  Pick<Code, 'code' | 'challenge'> & {
    redirect_uri: string;
    expires_at: number;
    challenge_method: string;
    offline: number;
    used: number;
  };

function toCode(row: CodeRow): Code {
  const { code, challenge } = row;
  return {
    ...permitOf(row),
    code,
    challenge,
    redirectUri: row.redirect_uri,
    expiresAt: row.expires_at,
    challengeMethod: row.challenge_method,
    offline: row.offline === 1,
    used: row.used === 1,
  };
}

function provesChallenge({ challenge, challengeMethod }: Code, verifier: string | undefined): boolean {
  if (challenge === null) return true;
  if (verifier === undefined) return false;
  const proof = challengeMethod === 'S256' ? createHash('sha256').update(verifier).digest('base64url') : verifier;
  return proof === challenge;
}
