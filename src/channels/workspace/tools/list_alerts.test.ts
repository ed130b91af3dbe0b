import { expect, test } from 'vitest';
import { HOUR_MS } from '../../../ambient.ts';
import { runningCampaign, watchedService } from '../../../watching/monitors/watched-service.testing.ts';

const bed = watchedService(['search', 'social']);
const { ask, key } = bed;

test('an alert names who changed what just before, never says because, and hands out the undo and the pause', async () => {
  const campaign = await runningCampaign(bed, 'search');
  const night = await key({ name: 'Night agent' });
  const renamed = { campaign_id: campaign.id, name: `${campaign.name} 2` };
  await bed.call('search', 'update_campaign', renamed, night);
  await bed.passTime(24 * HOUR_MS);
  await bed.days(campaign, 10);
  const { monitor } = await ask('create_monitor', { kind: 'spend_spike', channel: 'search' });
  await bed.judge(monitor.id);
  const [alert] = (await ask('list_alerts', { state: 'firing' })).alerts;
  expect(alert.just_before[0]).toMatchObject({
    from: 'adhelm',
    who: 'Night agent (agent)',
    words: expect.stringContaining(`${campaign.name} 2`),
    change_id: expect.stringMatching(/^chg_\d+$/),
  });
  // The platform's own history tells of the same change, which is shown once.
  expect(alert.just_before.filter(({ words }: { words: string }) => words.includes(`${campaign.name} 2`))).toHaveLength(
    1,
  );
  expect(JSON.stringify(alert)).not.toMatch(/because/i);
  expect(alert.next_calls.map(({ tool }: { tool: string }) => tool)).toEqual(['undo_change', 'update_campaign']);
  for (const { channel, tool, arguments: args } of alert.next_calls) await bed.call(channel, tool, args);
});

test('by state and time, page by page, and a key for one channel sees only its own', async () => {
  const campaign = await runningCampaign(bed, 'social');
  await bed.days(campaign, 10);
  const since = new Date(bed.now()).toISOString();
  const { monitor } = await ask('create_monitor', { kind: 'spend_spike', channel: 'social' });
  await bed.judge(monitor.id);
  const all = (await ask('list_alerts')).alerts;
  expect(all.map(({ object }: { object: { channel: string } }) => object.channel)).toEqual(['social', 'search']);
  expect((await ask('list_alerts', { since })).alerts).toHaveLength(1);
  expect((await ask('list_alerts', { state: 'resolved' })).alerts).toEqual([]);
  const first = await ask('list_alerts', { limit: 1 });
  const second = await ask('list_alerts', { limit: 1, cursor: first.next_cursor });
  expect([...first.alerts, ...second.alerts].map(({ id }: { id: string }) => id)).toEqual(
    all.map(({ id }: { id: string }) => id),
  );
  expect(second.next_cursor).toBeUndefined();
  const social = await key({ channels: ['workspace', 'social'] });
  expect((await ask('list_alerts', {}, social)).alerts).toHaveLength(1);
  // A reader is offered no call that changes anything.
  const reader = await key({ readOnly: true });
  const [shown] = (await ask('list_alerts', { since }, reader)).alerts;
  expect(shown.next_calls).toEqual([]);
});
