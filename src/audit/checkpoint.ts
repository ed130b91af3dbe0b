import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { z } from 'zod';
import type { AuditRow } from '../store/tables.ts';

/**
 * A signed statement of what the log held at a moment: the number of entries and a digest of their content. Kept
 * elsewhere, it proves later, without any secret, whether those entries are still the same.
 */
export const Checkpoint = z.strictObject({
  kind: z.literal('adhelm audit checkpoint 1'),
  entries: z.int().min(0),
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  at: z.iso.datetime(),
  public_key: z.string(),
  signature: z.string(),
});
export type Checkpoint = z.infer<typeof Checkpoint>;

/** The fixed bytes before the 32 bytes of an Ed25519 private key (RFC 8410). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

export function signCheckpoint(seed: Buffer, facts: Pick<Checkpoint, 'entries' | 'digest' | 'at'>): Checkpoint {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' });
  const public_key = createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64');
  const unsigned = { kind: 'adhelm audit checkpoint 1', ...facts, public_key } as const;
  return { ...unsigned, signature: sign(null, signedText(unsigned), key).toString('base64') };
}

/** Whether the checkpoint was signed with the key that it names. */
export function isSigned(checkpoint: Checkpoint): boolean {
  try {
    return verify(null, signedText(checkpoint), publicKeyOf(checkpoint), Buffer.from(checkpoint.signature, 'base64'));
  } catch {
    return false;
  }
}

/** A short form of the key, for people to compare. */
export function fingerprintOf({ public_key }: Pick<Checkpoint, 'public_key'>): string {
  return createHash('sha256').update(Buffer.from(public_key, 'base64')).digest('base64url');
}

/** One digest over entries in their order. It needs no key, so that an outsider can compute it. */
export class LogDigest {
  value: string;

  /** After entries whose digest is known already, or from the first. */
  constructor(before = createHash('sha256').update('adhelm audit log').digest('hex')) {
    this.value = before;
  }

  add(row: AuditRow): void {
    const { seq, at, organization_id, workspace_id, actor, action, phase, call_id, detail, hash } = row;
    const columns = [seq, at, organization_id, workspace_id, actor, action, phase, call_id, detail, hash];
    this.value = createHash('sha256').update(this.value).update(JSON.stringify(columns)).digest('hex');
  }
}

function signedText({ kind, entries, digest, at, public_key }: Omit<Checkpoint, 'signature'>): Buffer {
  return Buffer.from([kind, entries, digest, at, public_key].join('\n'));
}

function publicKeyOf({ public_key }: Checkpoint): KeyObject {
  return createPublicKey({ key: Buffer.from(public_key, 'base64'), format: 'der', type: 'spki' });
}
