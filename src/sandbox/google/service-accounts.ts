import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { World } from '../emulator.ts';

/** An application that people may let in. */
export interface Client {
  id: string;
  secret: string;
}

export function saveClient(db: DatabaseSync, client: Client): void {
  db.prepare('INSERT INTO office_clients VALUES (?, ?)').run(client.id, client.secret);
}

export function findClient(db: DatabaseSync, id: string): Client | undefined {
  const row = db.prepare('SELECT id, secret FROM office_clients WHERE id = ?').get(id);
  return row && { id: String(row.id), secret: String(row.secret) };
}

export function saveUser(db: DatabaseSync, email: string, name: string): void {
  db.prepare('INSERT INTO office_users VALUES (?, ?)').run(email, name);
}

export function listUsers(db: DatabaseSync): { email: string; name: string }[] {
  const rows = db.prepare('SELECT email, name FROM office_users ORDER BY rowid').all();
  return rows.map(({ email, name }) => ({ email: String(email), name: String(name) }));
}

export function saveApiKey(db: DatabaseSync, key: string): void {
  db.prepare('INSERT INTO office_api_keys VALUES (?)').run(key);
}

export function isApiKey(db: DatabaseSync, key: string): boolean {
  return db.prepare('SELECT 1 FROM office_api_keys WHERE key = ?').get(key) !== undefined;
}

export interface ServiceAccount {
  email: string;
  keyId: string;
  publicKey: string;
  privateKey: string;
}

export function findServiceAccount(db: DatabaseSync, email: string): ServiceAccount | undefined {
  const row = db.prepare('SELECT * FROM office_service_accounts WHERE email = ?').get(email);
  return (
    row && {
      email: String(row.email),
      keyId: String(row.key_id),
      publicKey: String(row.public_key),
      privateKey: String(row.private_key),
    }
  );
}

/** Its key is made when somebody first asks for it: that takes a quarter of a second, and most starts never need it. */
export function openServiceAccount(world: World, email: string): ServiceAccount {
  const existing = findServiceAccount(world.db, email);
  if (existing) return existing;
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const made = { email, keyId: randomBytes(20).toString('hex'), publicKey, privateKey };
  world.change(() =>
    world.db
      .prepare('INSERT INTO office_service_accounts VALUES (?, ?, ?, ?)')
      .run(made.email, made.keyId, made.publicKey, made.privateKey),
  );
  return made;
}
