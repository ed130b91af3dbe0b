import { expect, test } from 'vitest';
import { Failure } from '../../errors.ts';
import { type ScriptedReply, scriptedSession } from '../../upstream/scripted-session.testing.ts';
import type { UpstreamRequest } from '../../upstream/session.ts';
import { channel } from './channel.ts';
import { checkOnly, SearchClient } from './client.ts';
import { creating, updating } from './resources/wire/operation.ts';

function sessionOf(
  replies: ScriptedReply[],
  held: Record<string, string> = { access_token: 'old' },
  repeat: 'safe' | 'never' = 'never',
) {
  const renew = async () => ({ access_token: 'new' });
  return scriptedSession({ platform: 'search', dialect: channel.dialect!, replies, held, renew, repeat });
}

const row = (id: number) =>
  JSON.stringify({ campaign: { resourceName: `customers/1/campaigns/${id}`, id: String(id) } });
const page = (ids: number[], nextPageToken?: string) =>
  `{"results":[${ids.map(row).join(',')}]${nextPageToken ? `,"nextPageToken":"${nextPageToken}"` : ''}}`;
const idsOf = (items: readonly { campaign?: { id?: string | undefined } | undefined }[]) =>
  items.map(({ campaign }) => Number(campaign?.id));
const bodyOf = (request: UpstreamRequest | undefined) => JSON.parse(String(request?.body)) as Record<string, unknown>;

test('a page is served from a reply that never ends, and the rest is not read', async () => {
  let [given, closed] = [0, false];
  async function* endless(): AsyncGenerator<Buffer> {
    try {
      yield Buffer.from('{"results":[');
      for (;;) yield Buffer.from(`${given > 0 ? ',' : ''}${row(given++)}`);
    } finally {
      closed = true;
    }
  }
  const { session } = sessionOf([{ body: endless() }]);
  const { items, next } = await new SearchClient(session, undefined).page('1', 'q', { size: 100 });
  expect(items).toHaveLength(100);
  expect(next).toBe('100.');
  expect(closed).toBe(true);
  expect(given).toBeLessThan(110);
});

test('positions lead through the platform’s pages without a gap or a repetition', async () => {
  const first = page([1, 2, 3], 'T');
  const second = page([4, 5]);
  const { session, sent } = sessionOf([{ body: first }, { body: first }, { body: second }]);
  const client = new SearchClient(session, undefined);
  const one = await client.page('1', 'q', { size: 2 });
  const two = await client.page('1', 'q', { size: 2, position: one.next });
  const three = await client.page('1', 'q', { size: 5, position: two.next });
  expect([one, two, three].map(({ items }) => idsOf(items))).toEqual([[1, 2], [3], [4, 5]]);
  expect(three.next).toBeUndefined();
  expect(sent.map(bodyOf)).toEqual([{ query: 'q' }, { query: 'q' }, { query: 'q', pageToken: 'T' }]);
});

test('a position that somebody has changed is refused before anything is sent', async () => {
  const { session, sent } = sessionOf([]);
  for (const position of ['', 'x', '-1.', '1', '1e9.', 'NaN.']) {
    const page = new SearchClient(session, undefined).page('1', 'q', { size: 1, position });
    await expect(page, position).rejects.toBeInstanceOf(Failure);
  }
  expect(sent).toEqual([]);
});

test('a reply that breaks off is a fault of the platform, not a short list', async () => {
  const { session } = sessionOf([{ body: page([1, 2]).slice(0, -3) }]);
  const failure = await new SearchClient(session, undefined)
    .page('1', 'q', { size: 10 })
    .catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Failure);
  expect(failure).toMatchObject({ code: 'upstream_unavailable', retryable: true });
});

test('an expired token is renewed once; the manager and the project token go along where they belong', async () => {
  const expired = { status: 401, body: '{"error":{"code":401,"details":[]}}' };
  const held = { access_token: 'old', developer_token: 'D' };
  const { session, sent } = sessionOf([expired, { body: page([1]) }, { body: '{"resourceNames":[]}' }], held);
  const client = new SearchClient(session, '999');
  await client.page('1', 'q', { size: 1 });
  await client.accessibleCustomers();
  expect(sent.map(({ headers }) => headers?.authorization)).toEqual(['Bearer old', 'Bearer new', 'Bearer old']);
  expect(sent[0]?.headers).toMatchObject({ 'login-customer-id': '999', 'developer-token': 'D' });
  expect(sent[1]?.headers).not.toHaveProperty('developer-token');
  expect(sent[2]?.headers).not.toHaveProperty('login-customer-id');
});

test('a write is validated first, and that attempt counts as reading', async () => {
  const done = '{"mutateOperationResponses":[{"campaignResult":{"resourceName":"customers/1/campaigns/5"}}]}';
  const { session, sent } = sessionOf([{ body: '{}' }, { body: done }]);
  const names = await new SearchClient(session, undefined).mutate('1', [creating('campaign', { name: 'A' })]);
  expect(names).toEqual(['customers/1/campaigns/5']);
  expect(sent.map(({ effect }) => effect)).toEqual(['read', 'write']);
  expect(sent.map((request) => bodyOf(request).validateOnly)).toEqual([true, undefined]);
});

test('what the platform’s faults leave open is called open; a refusal is not', async () => {
  const attempt = async (reply: ScriptedReply, operation = creating('campaign', {})) => {
    const { session } = sessionOf([{ body: '{}' }, reply], undefined, 'create' in operation.change ? 'never' : 'safe');
    return new SearchClient(session, undefined).mutate('1', [operation]).catch((error: Failure) => error);
  };
  for (const reply of [
    { status: 500, body: '' },
    { status: 503, body: '{}' },
    { body: '<html>' },
    { body: '[]' },
    { body: '{}' },
  ]) {
    expect(await attempt(reply), JSON.stringify(reply)).toMatchObject({ outcome: 'unknown', retryable: false });
  }
  expect(await attempt({ status: 500, body: '' }, updating('campaign', 'x', { name: 'B' }))).toMatchObject({
    outcome: 'unknown',
    retryable: true,
  });
  expect(await attempt({ status: 400, body: '{"error":{"code":400}}' })).toMatchObject({ outcome: 'not_applied' });
});

test('rows are read to the last page', async () => {
  const { session, sent } = sessionOf([{ body: page([1, 2], 'T') }, { body: page([3]) }]);
  const query = { select: ['campaign.id'], from: 'campaign' as const };
  expect(idsOf(await new SearchClient(session, undefined).rows('1', query as never))).toEqual([1, 2, 3]);
  expect(sent.map((request) => bodyOf(request).pageToken)).toEqual([undefined, 'T']);
});

test('the platform has not checked a change whose parts it may refuse alone', () => {
  const request = (json: object) => ({
    method: 'POST' as const,
    url: 'https://x/v25/customers/1/googleAds:mutate',
    json,
  });
  expect(checkOnly(request({}))).toBe('checked');
  expect(checkOnly(request({ partialFailure: true }))).toBeUndefined();
  expect(checkOnly({ ...request({}), url: 'https://x/v25/customers/1/recommendations:apply' })).toBeUndefined();
});

test.each([
  [true, { adUserData: 'GRANTED', adPersonalization: 'GRANTED' }],
  [false, { adUserData: 'DENIED', adPersonalization: 'DENIED' }],
  [undefined, undefined],
])('people whose consent is %s are handed over so', async (consent, told) => {
  const { session, sent } = sessionOf([{ body: '{"resourceName":"customers/1/offlineUserDataJobs/5"}' }]);
  await new SearchClient(session, undefined).changePeople('1', { list: 'l', operations: [], consent });
  const { job } = bodyOf(sent[0]) as { job: { customerMatchUserListMetadata: { consent?: object } } };
  expect(job.customerMatchUserListMetadata.consent).toEqual(told);
});

test('only a request that the platform does not know has no status; one that cannot be read is no empty one', async () => {
  const answered = (code: number, status: string) => {
    const { session } = sessionOf([
      { status: code, body: JSON.stringify({ error: { code, status, message: 'x', details: [{ reason: status }] } }) },
    ]);
    const hosts = { ...session.hosts, datamanager: 'https://datamanager.example' };
    return new SearchClient(Object.assign(session, { hosts }), undefined)
      .ingestStatus('r')
      .catch((error: Failure) => error.code);
  };
  expect(await answered(404, 'NOT_FOUND')).toEqual([]);
  expect(await answered(403, 'PERMISSION_DENIED')).toBe('permission_denied');
});

test('ideas for keywords are asked for once a second, as the platform lets an account, and other reads at once', async () => {
  const { session, sent } = sessionOf([{ body: {} }, { body: page([1]) }]);
  const client = new SearchClient(session, undefined);
  await client.keywordIdeas('1', {});
  await client.page('1', 'q', { size: 1 });
  expect(sent.map(({ pace }) => pace)).toEqual([{ name: 'planning', requests: 1, perMs: 1_000 }, undefined]);
});

test('events go over as fast as the platform takes them, and so do the questions what became of them', async () => {
  const { session, sent } = sessionOf([{ body: { requestId: 'r' } }, { body: {} }]);
  Object.assign(session.hosts, { datamanager: 'https://datamanager.example' });
  const client = new SearchClient(session, undefined);
  const events = { owner: '1', login: '1', action: '7', events: [], isCheck: true, argumentOf: undefined };
  await client.ingest(events as never);
  await client.ingestStatus('r');
  const [first, second] = sent.map(({ pace }) => pace);
  expect(first).toMatchObject({ requests: expect.any(Number), perMs: expect.any(Number) });
  expect(second).toEqual(first);
});

test('a refusal of the only adjustment of a request is one, also where the platform does not say which it means', async () => {
  const error = (more: object) => ({ partialFailureError: { code: 3, message: 'all of it', ...more } });
  const errors = [{ errorCode: { conversionAdjustmentUploadError: 'CONVERSION_EXPIRED' }, message: 'too old' }];
  const { session } = sessionOf([{ body: error({ details: [{ errors }] }) }, { body: error({}) }, { body: {} }]);
  const client = new SearchClient(session, undefined);
  const adjusted = () => client.adjustConversion('1', {});
  expect(await adjusted()).toMatchObject({ refused: { code: 'CONVERSION_EXPIRED', message: 'too old' } });
  expect(await adjusted()).toMatchObject({ refused: { code: 'UNKNOWN', message: 'all of it' } });
  expect((await adjusted()).refused).toBeUndefined();
});
