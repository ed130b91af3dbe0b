import { expect, test } from 'vitest';
import { HOUR_MS } from '../../../ambient.ts';
import { scheduling } from '../../../watching/schedules/schedules.testing.ts';
import { storedChanges } from '../../../watching/schedules/stored-changes.ts';

const bed = scheduling(['social']);
const { call, refusal } = bed;

test('the latest hour first, by state, and only those of the workspace', async () => {
  const [{ id: campaign_id }] = (await call('social', 'list_social_campaigns', { limit: 1 })).campaigns;
  const later = async (name: string, hours: number) => {
    const at = new Date(bed.now() + hours * HOUR_MS).toISOString();
    const spec = { channel: 'social', tool: 'update_social_campaign', arguments: { campaign_id, name }, at };
    return (await call('workspace', 'schedule_change', spec)).change.id;
  };
  const [first, second] = [await later('First', 2), await later('Second', 5)];
  const ids = async (args = {}) =>
    (await call('workspace', 'list_scheduled_changes', args)).changes.map((one: { id: string }) => one.id);
  expect(await ids()).toEqual([second, first]);
  await call('workspace', 'cancel_scheduled_change', { change_id: first });
  expect(await ids({ state: 'scheduled' })).toEqual([second]);
  expect(await ids({ state: 'cancelled' })).toEqual([first]);
  expect(await ids({ workspaceId: 'Acme Japan' })).toEqual([]);
});

/** So many more that wait, some of them for the same hour. */
async function addMore(count: number): Promise<void> {
  const workspaceId = await bed.service().workspaceId('Acme');
  const { plans, store } = bed.pipeline();
  const [{ id }] = (await call('workspace', 'list_scheduled_changes', { state: 'scheduled' })).changes;
  const plan = (await plans.find(workspaceId, id))!;
  const change = (await storedChanges.find(store, id))!;
  for (let number = 0; number < count; number += 1) {
    const { id: planId } = await plans.make({ ...plan, state: 'scheduled' });
    const applyAt = change.applyAt + Math.floor(number / 3) * HOUR_MS;
    await store.transaction((tx) => storedChanges.add(tx, { ...change, planId, applyAt }));
  }
}

test('105 changes are paged to the end, each once, with and without a state', async () => {
  await addMore(105);
  const walk = async (args: object) => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await call('workspace', 'list_scheduled_changes', { ...args, ...(cursor && { cursor }) });
      seen.push(...page.changes.map(({ id }: { id: string }) => id));
      cursor = page.next_cursor;
    } while (cursor);
    return seen;
  };
  const waiting = await walk({ state: 'scheduled', limit: 10 });
  expect(waiting).toHaveLength(106);
  expect(new Set(waiting).size).toBe(106);
  expect(new Set(await walk({ limit: 100 })).size).toBe(107);
  expect(await walk({ state: 'cancelled', limit: 1 })).toHaveLength(1);
});

test('a key for other channels sees and cancels none of them, and can plan none', async () => {
  const { home, workspaceId } = bed.service();
  const made = { name: 'Search', actor: 'test', channels: ['workspace', 'search'] };
  const { key } = await home.keyRing.create({ workspaceId: await workspaceId('Acme'), ...made });
  const [{ id }] = (await call('workspace', 'list_scheduled_changes', { state: 'scheduled', limit: 1 })).changes;
  expect(await call('workspace', 'list_scheduled_changes', {}, key)).toEqual({ changes: [] });
  expect(await refusal('workspace', 'cancel_scheduled_change', { change_id: id }, key)).toMatchObject({
    code: 'not_found',
    field: 'change_id',
  });
  const args = { campaign_id: '1', name: 'Other' };
  const at = new Date(bed.now() + HOUR_MS).toISOString();
  const wanted = { channel: 'social', tool: 'update_social_campaign', arguments: args, at };
  expect(await refusal('workspace', 'schedule_change', wanted, key)).toMatchObject({
    code: 'permission_denied',
    message: expect.stringContaining('may not use the social channel'),
    outcome: 'not_applied',
  });
  // Of the call itself, by its place.
  expect(await refusal('workspace', 'schedule_change', wanted)).toMatchObject({ field: 'arguments.campaign_id' });
});

test('a change that was cancelled takes no place among those that wait, and two hundred are the most', async () => {
  const workspace = await bed.service().workspaceId('Acme');
  const { store } = bed.pipeline();
  const ahead = () => store.transaction((tx) => storedChanges.countAhead(tx, workspace, bed.now()));
  const before = await ahead();
  const [{ id: change_id }] = (await call('workspace', 'list_scheduled_changes', { state: 'scheduled', limit: 1 }))
    .changes;
  await call('workspace', 'cancel_scheduled_change', { change_id });
  expect(await ahead()).toBe(before - 1);
  await addMore(200 - (await ahead()));
  const [{ id: campaign_id }] = (await call('social', 'list_social_campaigns', { limit: 1 })).campaigns;
  const at = new Date(bed.now() + HOUR_MS).toISOString();
  const wanted = {
    channel: 'social',
    tool: 'update_social_campaign',
    arguments: { campaign_id, name: 'One more' },
    at,
  };
  expect(await refusal('workspace', 'schedule_change', wanted)).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('200 changes wait'),
  });
});
