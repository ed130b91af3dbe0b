import { expect, test } from 'vitest';
import { runningCampaign, watchedService } from '../../../watching/monitors/watched-service.testing.ts';

const bed = watchedService(['search']);
const { ask, refusal, key } = bed;

test('seen, by whom and with a note; again with another note; not by a reader, not by a key of another channel', async () => {
  const campaign = await runningCampaign(bed, 'search');
  await bed.days(campaign, 10);
  const { monitor } = await ask('create_monitor', { kind: 'spend_spike', channel: 'search' });
  await bed.judge(monitor.id);
  const [{ id: alert_id }] = (await ask('list_alerts')).alerts;
  const other = await key({ channels: ['workspace', 'social'] });
  expect(await refusal('acknowledge_alert', { alert_id }, other)).toMatchObject({ code: 'not_found' });
  const reader = await key({ readOnly: true });
  expect(await refusal('acknowledge_alert', { alert_id }, reader)).toMatchObject({ code: 'permission_denied' });
  const agent = await key({ name: 'Day agent' });
  const { alert } = await ask('acknowledge_alert', { alert_id, note: 'Planned' }, agent);
  expect(alert).toMatchObject({ state: 'seen', acknowledged: { by: 'Day agent', note: 'Planned' } });
  expect((await ask('acknowledge_alert', { alert_id, note: 'Sale' })).alert.acknowledged.note).toBe('Sale');
  expect((await ask('list_alerts', { state: 'seen' })).alerts).toHaveLength(1);
  expect((await ask('list_alerts', { state: 'firing' })).alerts).toEqual([]);
  await ask('delete_monitor', { monitor_id: monitor.id });
  expect(await refusal('acknowledge_alert', { alert_id })).toMatchObject({ code: 'conflict' });
  expect(await refusal('acknowledge_alert', { alert_id: 'alert_0' })).toMatchObject({ code: 'not_found' });
});
