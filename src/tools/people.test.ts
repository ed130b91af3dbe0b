import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { countryCode, hashedOnce, hashedPeople, phoneDigits } from './people.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

test('hashes each value as the platform writes it, keeps places, and takes hashes as they are', async () => {
  const plain = (value: string) => (value.includes('@') ? value.trim().toLowerCase() : undefined);
  const given = [' Ada@Acme.example', 'nobody', sha256('x').toUpperCase()];
  expect(await hashedPeople(given, plain)).toEqual([sha256('ada@acme.example'), undefined, sha256('x')]);
});

test('what is empty is dropped, also where the caller has hashed it', () => {
  for (const value of ['', '  ', sha256(''), sha256('').toUpperCase()])
    expect(hashedOnce(value, (text) => text.trim())).toBeUndefined();
});

test('others get their turn meanwhile', async () => {
  let turns = 0;
  let done = false;
  const hashing = hashedPeople(Array.from({ length: 5000 }, String), String).finally(() => {
    done = true;
  });
  while (!done) {
    turns += 1;
    await setImmediate();
  }
  expect(await hashing).toHaveLength(5000);
  expect(turns).toBeGreaterThan(5);
});

test.each([
  ['+1 (650) 555-1212', '16505551212'],
  ['16505551212', '16505551212'],
  ['0044 7400 123456', '447400123456'],
  ['+44 (0)7400 123456', '447400123456'],
  ['(+44) (0) 7400/123456', '447400123456'],
  ['(0044) 7400.123456', '447400123456'],
  ['+44 7400\u2011123456', '447400123456'],
  ['\u202a+44\u00a07400 123456\u202c', '447400123456'],
  ['(+49) 30 – 231 25 00', '49302312500'],
  ['(650) 555-1212', undefined],
  ['(0)30 2312500', undefined],
  ['07400 123456', undefined],
  ['+1 650 555 1212 ext. 5', undefined],
  ['+1234567890123456', undefined],
])('the phone number %s has the digits %s', (given, digits) => {
  expect(phoneDigits(given)).toBe(digits);
});

test('a hash with the mark that one platform puts behind it is not hashed again', () => {
  const hash = sha256('x');
  expect(hashedOnce(`${hash.toUpperCase()}.AQ`, String)).toBe(hash);
  expect(hashedOnce(` ${hash}.AQEBAQAB `, String)).toBe(hash);
  expect(hashedOnce(`${hash}.AQE`, String)).toBe(sha256(`${hash}.AQE`));
});

test.each([
  [' de ', 'DE'],
  ['UK', 'GB'],
  ['Germany', undefined],
])('the country %s has the code %s', (given, code) => {
  expect(countryCode(given)).toBe(code);
});
