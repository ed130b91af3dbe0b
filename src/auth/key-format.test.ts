import fc from 'fast-check';
import { expect, it } from 'vitest';
import { times } from '../../test/seed.ts';
import { realAmbient } from '../ambient.ts';
import { formatKey, newKey, parseKey } from './key-format.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const base62 = fc.constantFrom(...BASE62);
const secret = fc.string({ unit: base62, minLength: 32, maxLength: 32 });

it('has the promised form', () => {
  const key = newKey(realAmbient);
  expect(key).toMatch(/^sk_live_[0-9A-Za-z]{38}$/);
  expect(newKey(realAmbient)).not.toBe(key);
  expect(formatKey('0'.repeat(32))).toBe('sk_live_000000000000000000000000000000002UYg5A');
});

it('is read back as the secret it was made of', () => {
  fc.assert(
    fc.property(secret, (text) => {
      expect(parseKey(formatKey(text))).toBe(text);
    }),
  );
});

it('is never well-formed with one character wrong', () => {
  fc.assert(
    fc.property(secret, fc.nat(45), fc.oneof(base62, fc.string({ minLength: 1, maxLength: 1 })), (text, at, wrong) => {
      const key = formatKey(text);
      fc.pre(key[at] !== wrong);
      expect(parseKey(key.slice(0, at) + wrong + key.slice(at + 1))).toBeUndefined();
    }),
    { numRuns: times(5_000) },
  );
});

it('is not well-formed when cut, lengthened or something else altogether', () => {
  fc.assert(
    fc.property(secret, fc.nat(45), fc.string({ minLength: 1 }), (text, end, more) => {
      const key = formatKey(text);
      for (const wrong of [key.slice(0, end), key + more, more + key, `${key}\n`])
        expect(parseKey(wrong)).toBeUndefined();
    }),
  );
  const checksumsAreRight = ['-'.repeat(32), 'é'.repeat(32), 'a'.repeat(31), 'a'.repeat(33)].map(formatKey);
  for (const wrong of checksumsAreRight) expect(parseKey(wrong), wrong).toBeUndefined();
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(parseKey(text)).toBeUndefined();
    }),
  );
});
