import { createHmac, createSecretKey } from 'node:crypto';
import type { Secrets } from '../vault/secrets.ts';

/** What is stored of a key, code or token instead of itself. */
export type SecretDigest = (secret: string) => string;

export function secretDigest({ keyPepper }: Pick<Secrets, 'keyPepper'>): SecretDigest {
  // A key object: from bytes, one would be created for every digest, which takes longer than the digest.
  const pepper = createSecretKey(keyPepper);
  return (secret) => createHmac('sha256', pepper).update(secret).digest('hex');
}
