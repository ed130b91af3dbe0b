import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { World } from '../emulator.ts';

/** What a code, a refresh token or an access token stands for. */
export interface Permit {
  principal: string;
  clientId: string;
  scope: string;
}

export interface Code extends Permit {
  redirectUri: string;
  challenge?: string;
  challengeMethod?: string;
  offline: boolean;
  expiresAt: number;
}

export const ACCESS_TOKEN_S = 3_599;

export function saveRefreshToken(db: DatabaseSync, token: string, { principal, clientId, scope }: Permit): void {
  db.prepare('INSERT INTO office_refresh_tokens VALUES (?, ?, ?, ?)').run(token, principal, clientId, scope);
}

export function findRefreshToken(db: DatabaseSync, token: string): Permit | undefined {
  const row = db.prepare('SELECT principal, client_id, scope FROM office_refresh_tokens WHERE token = ?').get(token);
  return row && { principal: String(row.principal), clientId: String(row.client_id), scope: String(row.scope) };
}

export function hasRefreshToken(db: DatabaseSync, clientId: string, principal: string): boolean {
  const found = db.prepare('SELECT 1 FROM office_refresh_tokens WHERE client_id = ? AND principal = ?');
  return found.get(clientId, principal) !== undefined;
}

/** A code is good once: reading it takes it away. */
export function takeCode(db: DatabaseSync, code: string): Code | undefined {
  const row = db.prepare('DELETE FROM office_codes WHERE code = ? RETURNING content').get(code);
  return row && (JSON.parse(String(row.content)) as Code);
}

export function issueCode(world: World, content: Code): string {
  const code = `4/0A${randomBytes(36).toString('base64url')}`;
  world.change((record) => {
    world.db.prepare('INSERT INTO office_codes VALUES (?, ?)').run(code, JSON.stringify(content));
    record({ kind: 'create', resource: 'authorization_code', id: content.principal });
  });
  return code;
}

export function issueRefreshToken(world: World, permit: Permit): string {
  const token = `1//0${randomBytes(48).toString('base64url')}`;
  world.change((record) => {
    saveRefreshToken(world.db, token, permit);
    record({ kind: 'create', resource: 'refresh_token', id: permit.principal });
  });
  return token;
}

export function issueAccessToken(world: World, { principal, scope }: Omit<Permit, 'clientId'>): string {
  const token = `ya29.${randomBytes(80).toString('base64url')}`;
  world.change((record) => {
    world.db.prepare('DELETE FROM office_access_tokens WHERE expires_at < ?').run(world.now() - 86_400_000);
    world.db
      .prepare('INSERT INTO office_access_tokens VALUES (?, ?, ?, ?)')
      .run(token, principal, scope, world.now() + ACCESS_TOKEN_S * 1_000);
    record({ kind: 'create', resource: 'access_token', id: principal });
  });
  return token;
}

export function findAccessToken(
  db: DatabaseSync,
  token: string,
): { principal: string; scope: string; expiresAt: number } | undefined {
  const row = db.prepare('SELECT principal, scope, expires_at FROM office_access_tokens WHERE token = ?').get(token);
  return row && { principal: String(row.principal), scope: String(row.scope), expiresAt: Number(row.expires_at) };
}
