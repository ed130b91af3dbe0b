import { expect, test } from 'vitest';
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
