import { expect, test } from 'vitest';
import { watchedService } from '../../../watching/monitors/watched-service.testing.ts';

const { ask, refusal, key } = watchedService(['search']);

test('changes thresholds and name, keeps the rest, and is judged at once by the other rule', async () => {
  const { monitor } = await ask('create_monitor', { kind: 'spend_spike', channel: 'search', name: 'Spikes' });
  const { monitor: changed } = await ask('update_monitor', {
    monitor_id: monitor.id,
    thresholds: { times: 3 },
    name: 'Large spikes',
  });
  expect(changed).toMatchObject({
    id: monitor.id,
    name: 'Large spikes',
    channel: 'search',
    fires_when: '> 3 × same weekday, 4 weeks',
    action: 'notify',
  });
  expect((await ask('list_monitors')).monitors).toEqual([expect.objectContaining({ name: 'Large spikes' })]);
});

test('null widens it again: to every channel, with the rule as it is by default', async () => {
  const narrow = { kind: 'spend_spike', channel: 'search', thresholds: { times: 3 }, name: 'Narrow' };
  const { monitor } = await ask('create_monitor', narrow);
  const wide = {
    monitor_id: monitor.id,
    channel: null,
    thresholds: null,
    account: null,
    campaigns: null,
    notify: null,
  };
  const { monitor: changed } = await ask('update_monitor', wide);
  expect(changed).toMatchObject({ name: 'Narrow', fires_when: '> 2 × same weekday, 4 weeks' });
  for (const field of ['channel', 'thresholds', 'account', 'campaigns', 'notify'])
    expect(changed).not.toHaveProperty(field);
  const own = await key({ channels: ['workspace', 'search'] });
  const { monitor: theirs } = await ask('create_monitor', { kind: 'zero_delivery', channel: 'search' }, own);
  expect(await refusal('update_monitor', { monitor_id: theirs.id, channel: null }, own)).toMatchObject({
    code: 'permission_denied',
  });
});

test('what would not be taken by create_monitor is not taken here, and the monitor stays as it is', async () => {
  const { monitor } = await ask('create_monitor', { kind: 'ctr_drop', channel: 'search' });
  const wrong = { monitor_id: monitor.id, thresholds: { times: 2 } };
  expect(await refusal('update_monitor', wrong)).toMatchObject({ field: 'thresholds.times' });
  expect(await refusal('update_monitor', { monitor_id: monitor.id })).toMatchObject({ code: 'invalid_arguments' });
  expect(await refusal('update_monitor', { monitor_id: 'mon_none', name: 'x' })).toMatchObject({ code: 'not_found' });
  const [same] = (await ask('list_monitors', { kind: 'ctr_drop' })).monitors;
  expect(same).toEqual({ ...monitor, next_check: expect.any(String) });
});

test('a key of another channel does not know the monitor, and cannot take it over', async () => {
  const { monitor } = await ask('create_monitor', { kind: 'spend_spike', channel: 'search' });
  const other = await key({ channels: ['workspace', 'social'] });
  const given = { monitor_id: monitor.id, name: 'Mine' };
  expect(await refusal('update_monitor', given, other)).toMatchObject({ code: 'not_found' });
  expect(await refusal('delete_monitor', { monitor_id: monitor.id }, other)).toMatchObject({ code: 'not_found' });
  const own = await key({ channels: ['workspace', 'search'] });
  expect(await refusal('update_monitor', { monitor_id: monitor.id, channel: 'social' }, own)).toMatchObject({
    code: 'permission_denied',
  });
});
