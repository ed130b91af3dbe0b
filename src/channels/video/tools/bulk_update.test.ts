import { expect, test } from 'vitest';
import { sandboxed } from '../sandboxed.testing.ts';

const { call, refusal, requests, fault } = sandboxed();

// biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came back
type Any = any;
const ids = (items: Any[]) => items.map(({ id }) => id);
const switches = async () => (await requests()).filter(({ path }) => path.includes('/status/update/')).length;

test('switches many in one request, with a result a row', async () => {
  const { ad_groups } = await call('list_ad_groups', { limit: 100 });
  const manual = ad_groups.filter(({ automation }: Any) => automation === 'MANUAL');
  const before = await switches();
  const reply = await call('bulk_update', { ad_group_ids: [...ids(manual), '42'], status: 'DISABLE' });
  expect(reply).toMatchObject({ changed: manual.length, refused: 1, unknown: 0 });
  expect(reply.results[0]).toMatchObject({
    id: manual[0].id,
    name: manual[0].name,
    outcome: 'changed',
    applied: { status: { from: 'ENABLE', to: 'DISABLE' } },
  });
  expect(reply.results.at(-1)).toMatchObject({ id: '42', outcome: 'refused', error: { code: 'not_found' } });
  expect(await switches()).toBe(before + 1);
  const again = await call('bulk_update', { ad_group_ids: ids(manual), status: 'DISABLE' });
  expect(again).toMatchObject({ changed: 0, refused: 0 });
  expect(await switches()).toBe(before + 1);
});

test('Smart+ ads go to their own address, and kinds are not mixed', async () => {
  const { ads } = await call('list_ads', { limit: 100 });
  const smart = ads.filter(({ automation }: Any) => automation === 'SMART_PLUS');
  const mixed = await refusal('bulk_update', { ad_ids: ids([...smart, ads[0]]), status: 'DISABLE' });
  expect(mixed).toMatchObject({ code: 'invalid_arguments', field: 'ad_ids' });
  expect(await call('bulk_update', { ad_ids: ids(smart), status: 'DISABLE' })).toMatchObject({ changed: 1 });
  expect((await call('list_ads', { ad_ids: ids(smart) })).ads[0].status).toBe('DISABLE');
});

test('a lost answer is looked up row by row, and a deleted campaign is refused beforehand', async () => {
  const { campaigns } = await call('list_campaigns', { status: 'ALL', limit: 100 });
  const manual = campaigns.filter(({ automation }: Any) => automation === 'MANUAL');
  await fault('cut_after', 'POST .*campaign/status/update/', { times: 5 });
  const reply = await call('bulk_update', { campaign_ids: ids(manual), status: 'DELETE' });
  const living = manual.filter(({ status }: Any) => status !== 'DELETE').length;
  expect(reply).toMatchObject({ changed: living, refused: manual.length - living, unknown: 0 });
  expect((await refusal('bulk_update', { status: 'ENABLE' })).field).toBe('campaign_ids');
});
