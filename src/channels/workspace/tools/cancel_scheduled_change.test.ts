import { expect, test } from 'vitest';
import { HOUR_MS } from '../../../ambient.ts';
import { changeJob } from '../../../watching/schedules/change-job.ts';
import { scheduling } from '../../../watching/schedules/schedules.testing.ts';

const bed = scheduling(['social']);
const { call, refusal } = bed;
const inHours = (hours: number) => new Date(bed.now() + hours * HOUR_MS).toISOString();
const name = async (id: string) =>
  (await call('social', 'list_social_campaigns', { campaign_ids: [id] })).campaigns[0].name;

async function scheduled(to: string, more = {}) {
  const [{ id: campaign_id }] = (await call('social', 'list_social_campaigns', { limit: 1 })).campaigns;
  const args = { campaign_id, name: to };
  const spec = { channel: 'social', tool: 'update_social_campaign', arguments: args, at: inHours(2), ...more };
  return { campaign_id, change: (await call('workspace', 'schedule_change', spec)).change };
}

test('a cancelled change is not made, and cancelling again is a conflict', async () => {
  const { campaign_id, change } = await scheduled('Never');
  const elsewhere = { change_id: change.id, workspaceId: 'Acme Japan' };
  expect(await refusal('workspace', 'cancel_scheduled_change', elsewhere)).toMatchObject({
    code: 'not_found',
    field: 'change_id',
  });
  const cancelled = await call('workspace', 'cancel_scheduled_change', { change_id: change.id });
  expect(cancelled.change).toMatchObject({ state: 'cancelled', plan: { state: 'withdrawn' } });
  await bed.until(Date.parse(change.at));
  expect(await bed.runDue(changeJob(bed.pipeline()))).toBe(0);
  expect(await bed.run(changeJob(bed.pipeline()), change.id)).toBeUndefined();
  expect(await name(campaign_id)).not.toBe('Never');
  expect(await refusal('workspace', 'cancel_scheduled_change', { change_id: change.id })).toMatchObject({
    code: 'conflict',
  });
});

test('one that was made cannot be cancelled, but its way back can', async () => {
  const { campaign_id, change } = await scheduled('Kept', { back_at: inHours(4) });
  await bed.until(Date.parse(change.at));
  await bed.runDue(changeJob(bed.pipeline()));
  expect(await name(campaign_id)).toBe('Kept');
  const { change: kept } = await call('workspace', 'cancel_scheduled_change', { change_id: change.id });
  expect(kept).toMatchObject({ state: 'applied', back: { outcome: 'cancelled' } });
  await bed.until(Date.parse(change.back_at));
  expect(await bed.runDue(changeJob(bed.pipeline()))).toBe(0);
  expect(await bed.run(changeJob(bed.pipeline()), change.id)).toBeUndefined();
  expect(await name(campaign_id)).toBe('Kept');
  expect(await refusal('workspace', 'cancel_scheduled_change', { change_id: change.id })).toMatchObject({
    code: 'conflict',
    outcome: 'not_applied',
  });
});
