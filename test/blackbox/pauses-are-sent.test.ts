import { expect, onTestFinished, test } from 'vitest';
import { findChannels } from '../../src/build.ts';
import { bulkOutput } from '../../src/tools/bulk.ts';
import { passingTime } from '../passing-time.ts';
import { startTestService, type TestService } from '../service.ts';

const CHANNELS = [
  ['social', 'list_social_campaigns', 'update_social_campaign', 'PAUSED'],
  ['professional', 'list_professional_campaigns', 'update_professional_campaign', 'PAUSED'],
  ['video', 'list_campaigns', 'update_campaign', 'DISABLE'],
  ['search', 'list_campaigns', 'update_campaign', 'PAUSED'],
] as const;

/** A service of its own for each test: what a platform said about its limits is remembered. */
let service: TestService;
async function startWith(channel: string): Promise<void> {
  // What a platform asks to wait is let pass.
  const { ambient, sleep } = passingTime();
  const started = await startTestService({ platforms: [channel], ambient, sleep });
  onTestFinished(() => started.close());
  service = started;
}

const arm = (platform: string, kind: string, match: string) =>
  fetch(`${service.sandbox.controlOrigin}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ platform, kind, match, times: 60 }),
  });
const disarm = () => fetch(`${service.sandbox.controlOrigin}/faults`, { method: 'DELETE' });

async function running(channel: string, list: string, items = 'campaigns') {
  const { result } = await service.call(channel, list, { limit: 100 });
  // biome-ignore lint/suspicious/noExplicitAny: items of any shape
  return result[items].find(({ status }: any) => /^(ACTIVE|ENABLE|ENABLED)$/.test(status));
}

test.each(CHANNELS)('%s: whatever a platform said about its limits, a pause is sent', async (...row) => {
  const [channel, list, update, off] = row;
  await startWith(channel);
  const { id: campaign_id } = await running(channel, list);
  await arm(channel, 'throttle', '.');
  expect((await service.call(channel, update, { campaign_id, name: 'x' })).result.error.code).toBe('rate_limited');
  await disarm();
  const { isError, result } = await service.call(channel, update, { campaign_id, status: off });
  expect(isError, JSON.stringify(result)).toBe(false);
  expect(result.applied.status.to).toBe(off);
});

test.each(CHANNELS)('%s: a platform that is not called for its faults is still asked to pause', async (...row) => {
  const [channel, list, update, off] = row;
  await startWith(channel);
  const { id: campaign_id } = await running(channel, list);
  await arm(channel, 'server_error', '.');
  for (let calls = 0; calls < 6; calls++) await service.call(channel, list);
  expect((await service.call(channel, list)).result.error.message).toContain('not being called for a moment');
  await disarm();
  const { isError, result } = await service.call(channel, update, { campaign_id, status: off });
  expect(isError, JSON.stringify(result)).toBe(false);
});

test.each([
  [
    'social',
    'list_social_ads',
    'ads',
    'update_social_ad',
    'ad_id',
    /update_ad_set \{"ad_set_id":"…","status":"PAUSED"\}/,
  ],
  [
    'professional',
    'list_professional_campaigns',
    'campaigns',
    'update_professional_campaign',
    'campaign_id',
    /update_campaign_group \{/,
  ],
  ['video', 'list_ads', 'ads', 'update_ad', 'ad_id', /update_ad_group \{"ad_group_id":"…","status":"DISABLE"\}/],
  ['search', 'list_campaigns', 'campaigns', 'update_campaign', 'campaign_id', /platform's own pages/],
  [
    'search',
    'list_keywords',
    'keywords',
    'update_keyword',
    'keyword_id',
    /update_ad_group \{"ad_group_id":"\d+","status":"PAUSED"\}/,
  ],
] as const)('%s: a pause that the platform refuses names what would stop it from above', async (...row) => {
  const [channel, list, items, update, argument, way] = row;
  await startWith(channel);
  const { id, ad_group_id } = await running(channel, list, items);
  await arm(channel, 'throttle', '.');
  const status = channel === 'video' ? 'DISABLE' : 'PAUSED';
  const { isError, result } = await service.call(channel, update, {
    [argument]: id,
    status,
    ...(argument === 'keyword_id' && { ad_group_id }),
  });
  expect(isError).toBe(true);
  expect(result.error.next_step).toMatch(way);
});

test('a key that has used up its points can still pause, and can do nothing else', async () => {
  const limited = await startTestService({ platforms: ['video'], settings: { ADHELM_RATE_POINTS: '20' } });
  try {
    const { campaigns } = (await limited.call('video', 'list_campaigns')).result;
    const [{ id: campaign_id }] = campaigns;
    const post = async (args: Record<string, unknown>) => {
      const params = { name: 'update_campaign', arguments: { campaign_id, ...args } };
      return (await limited.post('video', { jsonrpc: '2.0', id: 1, method: 'tools/call', params })).status;
    };
    const statuses: number[] = [];
    for (let calls = 0; calls < 12; calls++) statuses.push(await post({ campaign_name: `n${calls}` }));
    expect(statuses).toContain(429);
    expect(await post({ campaign_name: 'x' })).toBe(429);
    expect(await post({ status: 'DISABLE' })).toBe(200);
    const pausing = { name: 'update_campaign', arguments: { campaign_id, status: 'DISABLE' } };
    const pause = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: pausing };
    const batch = await limited.post('video', [pause, { ...pause, id: 3 }]);
    const answers = (await batch.json()) as { error?: unknown }[];
    expect(answers.map(({ error }) => error)).toEqual([undefined, undefined]);
    const reading = { ...pause, params: { name: 'list_campaigns', arguments: {} } };
    expect((await limited.post('video', [pause, reading])).status, 'nothing else rides along').toBe(429);
    const wrong: number[] = [];
    for (let calls = 0; calls < 21; calls++) wrong.push(await post({ status: 'DISABLE', nonsense: calls }));
    expect(wrong.at(-1), 'one that is refused for its arguments costs a point too').toBe(429);
  } finally {
    await limited.close();
  }
});

const BULK = [
  ['social', 'list_social_campaigns', 'campaigns', 'bulk_update', 'campaign_ids', /platform's own pages/],
  [
    'social',
    'list_ad_sets',
    'ad_sets',
    'bulk_update',
    'ad_set_ids',
    /update_social_campaign \{"campaign_id":"\d+","status":"PAUSED"\}/,
  ],
  [
    'social',
    'list_social_ads',
    'ads',
    'bulk_update',
    'ad_ids',
    /update_ad_set \{"ad_set_id":"\d+","status":"PAUSED"\}/,
  ],
  [
    'professional',
    'list_professional_campaigns',
    'campaigns',
    'bulk_update',
    'campaign_ids',
    /update_campaign_group \{"campaign_group_id":"\d+","status":"PAUSED"\}/,
  ],
  [
    'professional',
    'list_creatives',
    'creatives',
    'bulk_update',
    'creative_ids',
    /update_professional_campaign \{"campaign_id":"\d+","status":"PAUSED"\}/,
  ],
  ['video', 'list_ads', 'ads', 'bulk_update', 'ad_ids', /update_ad_group \{"ad_group_id":"\d+","status":"DISABLE"\}/],
  [
    'video',
    'list_ad_groups',
    'ad_groups',
    'bulk_update',
    'ad_group_ids',
    /update_campaign \{"campaign_id":"\d+","status":"DISABLE"\}/,
  ],
  [
    'search',
    'list_ad_groups',
    'ad_groups',
    'bulk_update',
    'ad_group_ids',
    /update_campaign \{"campaign_id":"\d+","status":"PAUSED"\}/,
  ],
  ['search', 'list_ads', 'ads', 'bulk_update', 'ad_ids', /update_ad_group \{"ad_group_id":"\d+","status":"PAUSED"\}/],
  [
    'search',
    'list_keywords',
    'keywords',
    'update_keywords',
    'keyword_ids',
    /update_ad_group \{"ad_group_id":"\d+","status":"PAUSED"\}/,
  ],
] as const;

test.each(BULK)(
  '%s, %s: a row of a bulk pause that does not pause names what would stop it from above',
  async (...row) => {
    const [channel, list, items, tool, argument, way] = row;
    await startWith(channel);
    const { id, ad_group_id } = await running(channel, list, items);
    await fetch(`${service.sandbox.controlOrigin}/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        platform: channel,
        kind: 'accepted_not_applied',
        match: '^(POST|PATCH|PUT)(?!.*search)',
        times: 2,
      }),
    });
    const ids = tool === 'update_keywords' ? [`${ad_group_id}~${id}`] : [id];
    const status = channel === 'video' ? 'DISABLE' : 'PAUSED';
    const { result } = await service.call(channel, tool, { [argument]: ids, status });
    expect(result, JSON.stringify(result)).toMatchObject({ refused: 1 });
    expect(result.results[0].error.next_step).toMatch(way);
  },
);

test('those are all tools that switch many objects and answer with a row for each', async () => {
  const tools = [...(await findChannels()).byAddress.values()].flat();
  const rows = Object.keys(bulkOutput);
  const switching = tools.filter(
    ({ input, output }) => 'status' in input.shape && rows.every((name) => name in output.shape),
  );
  const tried = new Set<string>(BULK.map(([channel, , , tool]) => `${channel} ${tool}`));
  expect(switching.map(({ channel, name }) => `${channel.name} ${name}`).sort()).toEqual([...tried].sort());
});
