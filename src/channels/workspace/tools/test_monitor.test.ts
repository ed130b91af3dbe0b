import { expect, test } from 'vitest';
import { FENCE } from '../../../auth/connections.ts';
import { runningCampaign, watchedService } from '../../../watching/monitors/watched-service.testing.ts';

const bed = watchedService(['search']);
const { ask, refusal } = bed;

test('a draft says what it would have said on each day, with the figures, and keeps nothing', async () => {
  const campaign = await runningCampaign(bed, 'search');
  await bed.days(campaign, 10);
  const draft = { kind: 'spend_spike', channel: 'search', account: campaign.account, campaigns: [campaign.id] };
  const tested = await ask('test_monitor', { ...draft, days: 5 });
  expect(tested).toMatchObject({
    fires_when: '> 2 × same weekday, 4 weeks',
    to: bed.yesterday(),
    would_have_fired: 1,
    messages: 1,
  });
  const [object] = tested.objects;
  expect(object.days.map(({ state }: { state: string }) => state)).toEqual([
    'quiet',
    'quiet',
    'quiet',
    'quiet',
    'firing',
  ]);
  expect(object.days.at(-1).sentence).toContain('$1,000.00');
  expect((await ask('list_monitors')).monitors).toEqual([]);
  expect((await ask('list_alerts')).alerts).toEqual([]);
  const { monitor } = await ask('create_monitor', draft);
  expect(await ask('test_monitor', { monitor_id: monitor.id, days: 5 })).toEqual(tested);
});

test('a kind that looks at the present says what it would say now, and that the past cannot be told', async () => {
  const tested = await ask('test_monitor', { kind: 'plan_waiting' });
  expect(tested).toMatchObject({ would_have_fired: 0, objects: [] });
  expect(tested.notes[0]).toContain('past days cannot be told');
  expect(await refusal('test_monitor', {})).toMatchObject({ code: 'invalid_arguments' });
  expect(await refusal('test_monitor', { monitor_id: 'mon_1', channel: 'search' })).toMatchObject({ field: 'channel' });
});

test('objects that never fired are counted, however few an account has', async () => {
  const campaign = await runningCampaign(bed, 'search');
  for (const id of ['1', '2', '3', '4'])
    await bed.days({ ...campaign, account: `900000000${id}`, id, name: `Quiet ${id}` }, 1);
  const { home, workspaceId } = bed.service();
  const { id, options } = (await home.connections.get(await workspaceId('Acme'), 'search'))!;
  const { [FENCE]: _, ...rest } = options;
  const credentials = await home.connections.credentials(id);
  const place = { workspaceId: await workspaceId('Acme'), channel: 'search', mode: 'sandbox' as const };
  await home.connections.put({ ...place, options: rest, credentials });
  home.directory.refresh();
  const tested = await ask('test_monitor', { kind: 'spend_spike', channel: 'search', days: 5 });
  expect(tested).toMatchObject({ would_have_fired: 1, objects: [{ name: campaign.name }] });
  expect(tested.notes).toEqual(['4 more stayed quiet on every day.']);
});
