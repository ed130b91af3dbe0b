import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { World } from '../emulator.ts';
import { prepare } from '../statements.ts';

export interface ServiceAccount {
  email: string;
  keyId: string;
  publicKey: string;
  privateKey: string;
}

export function createServiceAccounts(db: DatabaseSync, platform: string): void {
  db.exec(`CREATE TABLE IF NOT EXISTS ${platform}_service_accounts (
    email TEXT PRIMARY KEY, key_id TEXT NOT NULL, public_key TEXT NOT NULL, private_key TEXT NOT NULL) STRICT`);
}

export function findServiceAccount(db: DatabaseSync, platform: string, email: string): ServiceAccount | undefined {
  return prepare(
    db,
    `SELECT email, key_id AS keyId, public_key AS publicKey, private_key AS privateKey
     FROM ${platform}_service_accounts WHERE email = ?`,
  ).get(email) as ServiceAccount | undefined;
}

/** The key is made on first use: that takes a quarter of a second, and most starts never need it. */
export function openServiceAccount(world: World, platform: string, email: string): ServiceAccount {
  const existing = findServiceAccount(world.db, platform, email);
  if (existing) return existing;
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const made = { email, keyId: randomBytes(20).toString('hex'), publicKey, privateKey };
  world.change(() =>
    prepare(world.db, `INSERT INTO ${platform}_service_accounts VALUES (?, ?, ?, ?)`).run(
      made.email,
      made.keyId,
      made.publicKey,
      made.privateKey,
    ),
  );
  return made;
}
