import { describe, expect, test } from 'vitest';
import type { Lead } from '../../tools/leads/leads.ts';
import { scriptedSession } from '../../upstream/scripted-session.testing.ts';
import { channel } from './channel.ts';
import { SocialClient } from './client.ts';
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
  ['subscribe', 'our verify token', '1'.repeat(201), undefined],
])('a challenge of mode %s with %s is answered only for our token', (mode, token, challenge, answer) => {
  const query = new URLSearchParams({ 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge });
  expect(push.challenge!(query, secrets)).toEqual(answer && { type: 'text/plain', body: answer });
});

/** The leads of one form, as the platform is made to tell them. */
async function told(...platform: object[]): Promise<Lead[]> {
  const replies = ({ url }: { url: string }) => {
    const { pathname } = new URL(url);
    if (pathname.endsWith('/leads')) return { body: { data: platform } };
    if (pathname.endsWith('/promote_pages'))
      return { body: { data: [{ id: 'p', access_token: 'a-token-of-the-page' }] } };
    return { body: { id: 'f', page_id: 'p' } };
  };
  const { session } = scriptedSession({ platform: 'social', dialect: channel.dialect!, replies });
  const found: Lead[] = [];
  for await (const page of leads.since(new SocialClient(session), '1', { since: 0, form: 'f' })) found.push(...page);
  return found;
}
const lead = { id: '1', created_time: '2026-11-01T10:00:00+0000' };

test('only a box that was ticked is consent', async () => {
  const boxes = ['1', '', undefined, true, false, '0'].map((is_checked, at) => ({
    checkbox_key: `box ${at}`,
    is_checked,
  }));
  const [found] = await told({ ...lead, custom_disclaimer_responses: boxes });
  expect(found!.consents!.map(({ given }) => given)).toEqual([true, false, false, true, false, false]);
});

test.each([
  ['<test lead: dummy data for full_name>', true],
  ['test@fb.com', true],
  ['test@meta.com', true],
  ['attest@fb.com', false],
])('a lead that holds %s is a test: %s', async (value, is_test) => {
  const [found] = await told({ ...lead, field_data: [{ name: 'email', values: [value] }] });
  expect(found).toMatchObject({ is_test });
});
