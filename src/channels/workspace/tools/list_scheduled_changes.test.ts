import { expect, test } from 'vitest';
import { HOUR_MS } from '../../../ambient.ts';
import { scheduling } from '../../../watching/schedules/schedules.testing.ts';

const bed = scheduling(['social']);
const { call } = bed;

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
