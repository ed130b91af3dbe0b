import { expect, test } from 'vitest';
import { good, type Params, socialForTests, US } from '../calls.testing.ts';

const graph = socialForTests();

async function campaignWith(adSets: number): Promise<string> {
  const { id } = await graph.post(`${US}/campaigns`, { ...good.campaign, status: 'ACTIVE' });
  for (let at = 0; at < adSets; at++) await graph.post(`${US}/adsets`, good.adSet(id));
  return id;
}
const copied = async (id: string, params: Params) => (await graph.post(`${id}/copies`, params)).copied_campaign_id;
const statusOf = async (id: string) => (await graph.get(id, { fields: 'status' })).status;

test('two objects below a campaign are copied in one request, and no more', async () => {
  await graph.post(`${await campaignWith(2)}/copies`, { deep_copy: true });
  const large = await campaignWith(3);
  expect((await graph.refused('POST', `${large}/copies`, { deep_copy: true })).error_subcode).toBe(1885194);
  await graph.post(`${large}/copies`);
});

test('a copy is paused unless another status is asked for', async () => {
  const id = await campaignWith(0);
  expect(await statusOf(await copied(id, {}))).toBe('PAUSED');
  expect(await statusOf(await copied(id, { status_option: 'INHERITED_FROM_SOURCE' }))).toBe('ACTIVE');
  expect((await graph.refused('POST', `${id}/copies`, { status_option: 'DELETED' })).code).toBe(100);
});

test('an ad set is copied into a living campaign of its own account only', async () => {
  const from = await campaignWith(1);
  const [{ id }] = (await graph.get(`${from}/adsets`)).data;
  expect((await graph.refused('POST', `${id}/copies`, { campaign_id: '7' })).code).toBe(100);
  const gone = await campaignWith(0);
  await graph.remove(gone);
  await graph.refused('POST', `${id}/copies`, { campaign_id: gone });
});
