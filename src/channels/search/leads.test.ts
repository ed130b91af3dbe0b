import { describe, expect, test } from 'vitest';
import type { Lead } from '../../tools/leads/leads.ts';
import { scriptedSession } from '../../upstream/scripted-session.testing.ts';
import { channel } from './channel.ts';
import { SearchClient } from './client.ts';
import { leads } from './leads.ts';

describe('a pushed lead', () => {
  const { isGenuine, read } = leads.push!;
  const body = (changes: object = {}) =>
    Buffer.from(JSON.stringify({ lead_id: 'L-1', google_key: 'agreed-on', is_test: true, ...changes }));
  const genuine = (given: Buffer, shared = 'agreed-on') => isGenuine(given, {}, { credentials: {}, shared });

  test('is believed by the text that was agreed on, and by nothing else', () => {
    expect(genuine(body())).toBe(true);
    for (const google_key of ['agreed-oN', 'agreed-on ', '', undefined, 7])
      expect(genuine(body({ google_key }))).toBe(false);
    expect(genuine(Buffer.from('{'))).toBe(false);
    expect(genuine(body({ google_key: '' }), '')).toBe(false);
  });

  test('is told from others by its lead, and says nothing else', () => {
    expect(read(body())).toEqual({ marks: ['L-1'], erased: [] });
    expect(read(Buffer.from('[]'))).toEqual({ marks: [], erased: [] });
    for (const lead_id of ['', 'x'.repeat(501)]) expect(read(body({ lead_id }))).toEqual({ marks: [], erased: [] });
  });
});

const scripted = (replies: object[]) => {
  const bodies = replies.map((body) => ({ body }));
  const { session, sent } = scriptedSession({ platform: 'search', dialect: channel.dialect!, replies: bodies });
  return { client: new SearchClient(session, undefined), sent };
};

test('leads are read to the last page; one without a time that can be read is none', async () => {
  const row = (id: string, submissionDateTime: string) => ({
    leadFormSubmissionData: { resourceName: id, id, asset: 'customers/1/assets/5', submissionDateTime },
  });
  const { client } = scripted([
    { results: [row('a', '2026-11-01 10:00:00+00:00'), row('b', 'soon')], nextPageToken: 'more' },
    { results: [row('c', '2026-11-02 10:00:00+00:00')] },
  ]);
  const found: Lead[] = [];
  for await (const page of leads.since(client, '1', { since: Date.UTC(2026, 10, 1) })) found.push(...page);
  expect(found.map(({ id }) => id)).toEqual(['a', 'c']);
});

test.each(['', 'x', "1' OR asset.id > 0", '12345678901234567890'])(
  '%j is no form, and is not asked for',
  async (id) => {
    const { client, sent } = scripted([]);
    await expect(leads.form(client, '1', id)).rejects.toMatchObject({ code: 'not_found' });
    expect(sent).toEqual([]);
  },
);
