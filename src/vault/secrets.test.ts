import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { times } from '../../test/seed.ts';
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

it('derives from a known master key what it always derived: other secrets would open nothing that is stored', () => {
  const { keyPepper, auditKey, auditMarkKey, checkpointSeed, cursorKey } = deriveSecrets(Buffer.alloc(32, 7));
  expect([keyPepper, auditKey, auditMarkKey, checkpointSeed, cursorKey].map((each) => each.toString('hex'))).toEqual([
    '5d5e2bc7b6e2f43d2fd9ed1c5f60f185e10b85a74fb36c6b5ef330d3b2b56f16',
    '71adbcfcabbbbfc06ec142f3f1c312077e42a7a7e44bf7a195c730efaaac09d0',
    'ea94b61f76d07edbbf668923efca57cfa2aca29d5dae4b61d5220c053099876b',
    'd808a9325d7807a30f59f3b4f6562c01a696a45bb14bd80e657eeb66615803e1',
    'a63357b7512e08ae228539ecaa21ec251147d498182f3d215eb91c47bbd98ebf',
  ]);
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
    { numRuns: times(400) },
  );
});

it('cannot unwrap what another master key wrapped', () => {
  const sealed = deriveSecrets(master).wrap('context', Buffer.from('x'));
  expect(() => deriveSecrets(randomBytes(32)).unwrap('context', sealed)).toThrow();
});

it('opens what was sealed long ago', () => {
  const sealed = Buffer.from('01ed5bd5796960f83d7380a1981baf56db68973f18ed33ab32ddc86f998e', 'hex');
  expect(deriveSecrets(Buffer.alloc(32, 7)).unwrap('a', sealed).toString()).toBe('x');
});

it('says so when bytes are of no known format', () => {
  const secrets = deriveSecrets(master);
  const sealed = secrets.wrap('a', Buffer.from('x'));
  for (const wrong of [Buffer.alloc(0), Buffer.from([2, ...sealed.subarray(1)]), sealed.subarray(0, 28)])
    expect(() => secrets.unwrap('a', wrong)).toThrow('not sealed bytes of a known format');
  expect(secrets.unwrap('a', secrets.wrap('a', Buffer.alloc(0)))).toEqual(Buffer.alloc(0));
});
