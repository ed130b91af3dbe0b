import { expect, test } from 'vitest';
import { ConsentCookie } from './consent-cookie.ts';

const cookie = new ConsentCookie(Buffer.from('key one'), 'https://ads.example');
const header = (value: string, { name } = cookie) => `other=1; ${name}=${value}; last=2`;

test('a consent is answered by the browser that began it, and by no other', () => {
  const value = cookie.with('one', undefined);
  expect(cookie.holds('one', header(value))).toBe(true);
  expect(cookie.holds('two', header(value))).toBe(false);
  for (const none of [null, '', 'other=1', header('')]) expect(cookie.holds('one', none)).toBe(false);
  // The same text under another name is no proof, nor is one that another key has signed or nobody.
  expect(cookie.holds('one', `mine-${header(value)}`.replace('other=1; ', ''))).toBe(false);
  expect(cookie.holds('one', `x=${value}`)).toBe(false);
  expect(new ConsentCookie(Buffer.from('key two'), 'https://ads.example').holds('one', header(value))).toBe(false);
  for (const forged of ['one', 'one~', `one~${value.split('~')[1]!.slice(0, -1)}`])
    expect(cookie.holds('one', header(forged)), forged).toBe(false);
  expect(cookie.holds('two', header(value.replace('one~', 'two~')))).toBe(false);
});

test('five sign-ins of a browser may be under way; the oldest has to begin again', () => {
  let value = '';
  for (let n = 0; n < 6; n++) value = cookie.with(`${n}`, header(value));
  expect([0, 1, 2, 3, 4, 5].map((n) => cookie.holds(`${n}`, header(value)))).toEqual([false, ...Array(5).fill(true)]);
});

test('it is read by no script, sent by no other site’s form, and over https set by no neighbouring domain', () => {
  expect([cookie.name, cookie.attributes]).toEqual([
    '__Host-adhelm-consent',
    { path: '/', httpOnly: true, sameSite: 'lax', secure: true, signed: false },
  ]);
  const local = new ConsentCookie(Buffer.from('key'), 'http://localhost:3000');
  expect([local.name, local.attributes.secure]).toEqual(['adhelm-consent', false]);
});
