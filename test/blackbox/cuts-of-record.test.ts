import { afterAll, beforeAll, expect, test } from 'vitest';
import { WRITE_POINTS } from '../../src/limits/prices.ts';
import { startTestService, type TestService } from '../service.ts';

// biome-ignore lint/suspicious/noExplicitAny: replies of any shape
type Any = any;

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ platforms: ['social'] });
});
afterAll(() => service?.close());

async function call(channel: string, tool: string, args: Any): Promise<Any> {
  const { isError, result } = await service.call(channel, tool, args);
  if (isError) throw new Error(`${tool}: ${JSON.stringify(result)}`);
  return result;
}
const update = (args: Any) => call('social', 'update_social_campaign', args);
const campaign = async (status: 'ACTIVE' | 'PAUSED'): Promise<string> => {
  const asked = { name: 'Of record', objective: 'OUTCOME_TRAFFIC', special_ad_categories: [], daily_budget: '20' };
  const { id } = (await call('social', 'create_social_campaign', asked)).campaign;
  if (status === 'ACTIVE') await update({ campaign_id: id, status });
  return id;
};
const changed = async (campaign_id: string, args: Any): Promise<string> => {
  await update({ campaign_id, ...args });
  return (await call('workspace', 'list_history', { limit: 1 })).changes[0].change_id;
};
const planned = async (campaign_id: string, args: Any): Promise<string> =>
  (await update({ campaign_id, ...args, preview: true })).plan.id;
const shown = async (id: string): Promise<Any> =>
  (await call('social', 'list_social_campaigns', { campaign_ids: [id] })).campaigns[0];

const post = (key: string, channel: string, name: string, args: Any) =>
  service.post(channel, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }, { key });

/** A key whose points are used up; those for pauses are enough for one change. */
async function poorKey(): Promise<string> {
  const workspaceId = await service.workspaceId('Acme');
  const asked = { workspaceId, name: 'poor', actor: 'test', ratePoints: WRITE_POINTS };
  const { key } = await service.home.keyRing.create(asked);
  const list = () => post(key, 'workspace', 'list_workspaces', {});
  for (let reads = 0; reads < WRITE_POINTS; reads++) expect((await list()).status).toBe(200);
  expect((await list()).status).toBe(429);
  return key;
}

const CUTS = [
  ['a pause', 'ACTIVE', { status: 'PAUSED' }, { status: 'PAUSED' }],
  ['a cut', 'ACTIVE', { daily_budget: '10' }, { daily_budget: { amount: '10.00' } }],
] as const;
const NO_CUTS = [
  ['an activation', 'PAUSED', { status: 'ACTIVE' }],
  ['a raise', 'PAUSED', { daily_budget: '30' }],
  ['a new name', 'PAUSED', { name: 'Other' }],
] as const;

test.each(CUTS)('a key without points still applies the plan of %s', async (_, status, args, expected) => {
  const id = await campaign(status);
  const plan_id = await planned(id, args);
  const reply = await post(await poorKey(), 'workspace', 'apply_plan', { plan_id });
  expect(reply.status).toBe(200);
  expect(await shown(id)).toMatchObject(expected);
});

test.each(NO_CUTS)('it does not apply the plan of %s', async (_, status, args) => {
  const id = await campaign(status);
  const before = await shown(id);
  const plan_id = await planned(id, args);
  expect((await post(await poorKey(), 'workspace', 'apply_plan', { plan_id })).status).toBe(429);
  expect(await shown(id)).toEqual(before);
});

test.each([
  ['switched something on', 'PAUSED', { status: 'ACTIVE' }, { status: 'PAUSED' }],
  ['raised a budget', 'ACTIVE', { daily_budget: '30' }, { daily_budget: { amount: '20.00' } }],
] as const)('a key without points still undoes what %s', async (_, status, args, expected) => {
  const id = await campaign(status);
  const change_id = await changed(id, args);
  const key = await poorKey();
  const reply = await post(key, '', 'undo_change', { change_id, preview: false });
  expect(reply.status, await reply.clone().text()).toBe(200);
  expect(await shown(id)).toMatchObject(expected);
});

test.each([
  ['paused', 'ACTIVE', { status: 'PAUSED' }],
  ['cut a budget', 'PAUSED', { daily_budget: '10' }],
  ['gave a name', 'PAUSED', { name: 'Other' }],
] as const)('it does not undo what %s', async (_, status, args) => {
  const id = await campaign(status);
  const change_id = await changed(id, args);
  const before = await shown(id);
  const reply = await post(await poorKey(), 'workspace', 'undo_change', { change_id, preview: false });
  expect(reply.status).toBe(429);
  expect(await shown(id)).toEqual(before);
});

test('several changes pass as one undo where all of them go back to less, and none where one does not', async () => {
  const [one, other] = [await campaign('PAUSED'), await campaign('PAUSED')];
  const raises = [
    await changed(one, { daily_budget: '30' }),
    await changed(one, { daily_budget: '25' }),
    await changed(other, { status: 'ACTIVE' }),
  ];
  const cut = await changed(await campaign('PAUSED'), { daily_budget: '10' });
  const undo = async (change_ids: string[]) =>
    (await post(await poorKey(), 'workspace', 'undo_change', { change_ids, preview: false })).status;
  expect(await undo([...raises, cut])).toBe(429);
  expect((await shown(one)).daily_budget.amount).toBe('25.00');
  expect(await undo(raises), 'from 20 to 30 to 25 was a raise').toBe(200);
  expect((await shown(one)).daily_budget.amount).toBe('20.00');
  expect((await shown(other)).status).toBe('PAUSED');
});

test('what a bulk change switched on is paused again, also by a key without points', async () => {
  const ids = [await campaign('PAUSED'), await campaign('PAUSED')];
  await call('social', 'bulk_update', { campaign_ids: ids, status: 'ACTIVE' });
  const { change_id } = (await call('workspace', 'list_history', { limit: 1 })).changes[0];
  const reply = await post(await poorKey(), 'workspace', 'undo_change', { change_id, preview: false });
  expect(reply.status).toBe(200);
  for (const id of ids) expect((await shown(id)).status).toBe('PAUSED');
});

test('names of no plan and no change are refused for want of points, whatever they name', async () => {
  expect((await post(await poorKey(), 'workspace', 'apply_plan', { plan_id: 'plan_none' })).status).toBe(429);
  const none = { change_id: 'chg_999999', preview: false };
  expect((await post(await poorKey(), 'workspace', 'undo_change', none)).status).toBe(429);
});
