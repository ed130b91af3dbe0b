import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { deriveSecrets } from './secrets.ts';

const master = randomBytes(32);

it('derives the same secrets from the same master key, and a different one for each purpose', () => {
  const once = deriveSecrets(master);
  const again = deriveSecrets(master);
  const purposes = [once.keyPepper, once.auditKey, once.cursorKey];
  expect([again.keyPepper, again.auditKey, again.cursorKey]).toEqual(purposes);
  expect(new Set([master, ...purposes].map((secret) => secret.toString('hex'))).size).toBe(4);
  expect(purposes.map((secret) => secret.length)).toEqual([32, 32, 32]);
});

it('unwraps what it wrapped, in the same context only', () => {
  const secrets = deriveSecrets(master);
  fc.assert(
    fc.property(fc.uint8Array(), fc.string(), fc.string(), (bytes, context, other) => {
      const plain = Buffer.from(bytes);
      const sealed = secrets.wrap(context, plain);
      expect(secrets.unwrap(context, sealed)).toEqual(plain);
      if (other !== context) expect(() => secrets.unwrap(other, sealed)).toThrow();
    }),
  );
});

it('never seals the same thing to the same bytes', () => {
  const secrets = deriveSecrets(master);
  expect(secrets.wrap('a', Buffer.from('x'))).not.toEqual(secrets.wrap('a', Buffer.from('x')));
});

it('refuses sealed bytes with any bit changed or any end cut off', () => {
  const secrets = deriveSecrets(master);
  const sealed = secrets.wrap('context', Buffer.from('a platform token'));
  fc.assert(
    fc.property(fc.nat(sealed.length * 8 - 1), (bit) => {
      const changed = Buffer.from(sealed);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      expect(() => secrets.unwrap('context', changed)).toThrow();
      expect(() => secrets.unwrap('context', sealed.subarray(0, bit >> 3))).toThrow();
    }),
    { numRuns: 400 },
  );
});

it('cannot unwrap what another master key wrapped', () => {
  const sealed = deriveSecrets(master).wrap('context', Buffer.from('x'));
  expect(() => deriveSecrets(randomBytes(32)).unwrap('context', sealed)).toThrow();
});
