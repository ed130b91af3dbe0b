import { expect, test } from 'vitest';
import { runningCampaign, watchedService } from '../../../watching/monitors/watched-service.testing.ts';

const bed = watchedService(['search']);
const { ask, refusal } = bed;

test('the monitor is gone, its open alert ends without a message, and the audit log says who did it', async () => {
  const campaign = await runningCampaign(bed, 'search');
  await bed.days(campaign, 10);
  const { monitor } = await ask('create_monitor', { kind: 'spend_spike', channel: 'search' });
  await bed.judge(monitor.id);
  expect(await ask('delete_monitor', { monitor_id: monitor.id })).toEqual({ id: monitor.id, deleted: true });
  expect((await ask('list_monitors')).monitors).toEqual([]);
  const { alerts } = await ask('list_alerts');
  expect(alerts).toMatchObject([{ state: 'resolved', resolution: 'The monitor was deleted.', next_calls: [] }]);
  expect((await bed.told()).map(({ type }) => type)).toEqual(['alert.firing']);
  const entries = await bed.service().home.audit.list({ limit: 50 });
  expect(entries.map(({ action }) => action)).toEqual(expect.arrayContaining(['monitor.create', 'monitor.delete']));
  expect(await refusal('delete_monitor', { monitor_id: monitor.id })).toMatchObject({ code: 'not_found' });
});
