import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { sandboxed } from '../../../test/sandboxed.ts';
import { failureOf } from '../../errors.testing.ts';
import { scriptedSession } from '../../upstream/scripted-session.testing.ts';
import { channel } from './channel.ts';
import { TagsClient } from './client.ts';
import { Tag } from './wire.ts';

const { call, control, fault, clearFaults, refusal, requests, passTime, service, waitedMs } = sandboxed('tags');
beforeEach(async () => {
  await clearFaults();
  await passTime(120_000);
});

const container_id = 'GTM-ACME001';
const scripted = (replies: Parameters<typeof scriptedSession>[0]['replies']) => {
  const { session, sent } = scriptedSession({ platform: 'tags', dialect: channel.dialect!, replies: replies ?? [] });
  return { client: new TagsClient(session), sent };
};

test('more calls than a minute takes wait for their turn instead of being refused, and none is lost', async () => {
  const before = waitedMs();
  for (let n = 0; n < 20; n++) await call('list_containers', { container_id });
  const waited = waitedMs() - before;
  expect(waited).toBeGreaterThan(50_000);
  expect(waited).toBeLessThan(90_000);
});

test('every request keeps to the fifteen a minute that the platform takes', async () => {
  const paces: unknown[] = [];
  const { session } = scriptedSession({ platform: 'tags', dialect: channel.dialect!, replies: [] });
  const noted = async ({ pace }: { pace?: unknown }) => void paces.push(pace);
  const client = new TagsClient({ ...session, ask: noted, change: noted } as unknown as TagsClient['session']);
  await client.get('accounts', z.unknown());
  await client.change('POST', 'accounts/1/containers/2:x', z.unknown());
  const pace = expect.objectContaining({ requests: 15, perMs: expect.toSatisfy((ms: number) => ms >= 60_000) });
  expect(paces).toEqual([pace, pace]);
});

test.each(['429', '403'])('a quota that others used up (%s) is waited for', async (value) => {
  await control('/switches', 'PUT', { platform: 'tags', name: 'quota_status', value });
  await fault('throttle', 'GET .*containers:lookup');
  const before = waitedMs();
  expect(await call('list_containers', { container_id })).toMatchObject({ containers: [{ container_id: '7001' }] });
  expect(waitedMs() - before).toBeGreaterThanOrEqual(30_000);
});

test('a quota that does not come back is an error that says when to call again', async () => {
  await fault('throttle', 'GET', { times: 10 });
  expect(await refusal('list_containers', { container_id })).toMatchObject({
    code: 'rate_limited',
    retryable: true,
    retry_after_s: 30,
  });
});

test('a change that meets the quota is not sent again, and was not made', async () => {
  await fault('throttle', 'POST .*/workspaces');
  const seen = (await requests()).length;
  expect(await refusal('create_tag_workspace', { container_id, name: 'Busy' })).toMatchObject({
    code: 'rate_limited',
    outcome: 'not_applied',
  });
  const posted = (await requests()).slice(seen).filter(({ method, path }) => method === 'POST' && path !== '/token');
  expect(posted).toHaveLength(1);
});

test('a wait is shown as progress', async () => {
  await fault('throttle', 'GET .*containers:lookup');
  const params = { name: 'list_containers', arguments: { container_id }, _meta: { progressToken: 'p' } };
  const asked = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  const reply = await service().post('tags', asked, { headers: { accept: 'application/json, text/event-stream' } });
  expect(await reply.text()).toMatch(/"progressToken":"p".*waiting 3\d s for the platform's limit/);
});

test('204 and an empty 200 of a delete are both its end', async () => {
  for (const status of [204, 200]) {
    const { client } = scripted([{ status, body: '' }]);
    await expect(client.change('DELETE', 'accounts/1/containers/2/workspaces/3', z.unknown())).resolves.toBeUndefined();
  }
});

test('lists: an absent key is an empty list, pages are followed, nonsense is no list', async () => {
  const tags = (replies: unknown[]) => scripted(replies.map((body) => ({ body }))).client.every('x/tags', 'tag', Tag);
  expect(await tags([{}])).toEqual([]);
  const [one, two] = [
    { tagId: '1', type: 'html' },
    { tagId: '2', type: 'html' },
  ];
  expect(await tags([{ tag: [one], nextPageToken: 'n' }, { nextPageToken: 'm' }, { tag: [two] }])).toHaveLength(2);
  expect(await failureOf(tags([{ tag: 'none' }]))).toMatchObject({ code: 'upstream_unavailable' });
});

test('a condition about nothing, which the platform answers with a fault of its own, is not sent', async () => {
  const { client, sent } = scripted([]);
  const filter = [{ type: 'equals', parameter: [{ type: 'template', key: 'arg1', value: 'x' }] }];
  for (const json of [{ filter }, { changes: [{ trigger: { filter } }] }]) {
    const refused = await failureOf(client.change('POST', 'x/triggers', z.unknown(), { json }));
    expect(refused).toMatchObject({
      code: 'invalid_arguments',
      details: { problems: [{ field: 'filter.0.variable' }] },
    });
  }
  expect(sent).toEqual([]);
});
