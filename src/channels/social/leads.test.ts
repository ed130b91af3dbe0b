import { describe, expect, test } from 'vitest';
import { leads } from './leads.ts';

const push = leads.push!;
const secrets = { credentials: { app_secret: 'app-secret' }, shared: 'our verify token' };
const signed = (signature: string) => ({ 'x-hub-signature-256': signature });

describe('a pushed lead', () => {
  const body = Buffer.from('{"object":"page"}');
  const signature = 'sha256=ae958d6f00b134dd32b95a9a76bedaaeb068c0949769358355023f7d1a0c580b';

  test("is genuine by the signature of the app's secret over the raw body", () => {
    expect(push.isGenuine(body, signed(signature), secrets)).toBe(true);
    expect(push.isGenuine(Buffer.from('{"object": "page"}'), signed(signature), secrets)).toBe(false);
    expect(push.isGenuine(body, signed(signature.slice('sha256='.length)), secrets)).toBe(false);
    expect(push.isGenuine(body, {}, secrets)).toBe(false);
    expect(push.isGenuine(body, signed(signature), { ...secrets, credentials: {} })).toBe(false);
  });

  test('is told by its id, also where that is a number larger than a double holds', () => {
    const change = (leadgen_id: string) => `{"field":"leadgen","value":{"leadgen_id":${leadgen_id},"page_id":1}}`;
    const entry = `{"id":"1","time":1,"changes":[${change('"123"')},${change('9007199254740993')},{"field":"feed"},{"field":"name","value":"Acme"}]}`;
    const read = push.read(Buffer.from(`{"object":"page","entry":[${entry}]}`));
    expect(read).toEqual({ marks: ['leadgen 123', 'leadgen 9007199254740993'], erased: [] });
  });
});

test.each([
  ['subscribe', 'our verify token', '1158201444', '1158201444'],
  ['subscribe', 'another token', '1158201444', undefined],
  ['unsubscribe', 'our verify token', '1158201444', undefined],
  ['subscribe', 'our verify token', '<script>', undefined],
])('a challenge of mode %s with %s is answered only for our token', (mode, token, challenge, answer) => {
  const query = new URLSearchParams({ 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge });
  expect(push.challenge!(query, secrets)).toEqual(answer && { type: 'text/plain', body: answer });
});
