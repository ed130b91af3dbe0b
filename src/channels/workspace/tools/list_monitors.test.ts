import { expect, test } from 'vitest';
import { watchedService } from '../../../watching/monitors/watched-service.testing.ts';

const { ask } = watchedService(['search', 'social']);

test('rules in words, oldest first, by kind and channel, page by page', async () => {
  await ask('create_monitor', { kind: 'spend_spike', channel: 'search' });
  await ask('create_monitor', { kind: 'plan_waiting', thresholds: { hours: 2 } });
  await ask('create_monitor', { kind: 'ctr_drop', channel: 'social' });
  const { monitors } = await ask('list_monitors');
  expect(monitors.map(({ kind, where }: Record<string, string>) => [kind, where])).toEqual([
    ['spend_spike', 'all campaigns, search'],
    ['plan_waiting', 'all plans, all channels'],
    ['ctr_drop', 'all campaigns, social'],
  ]);
  expect(monitors[1]).toMatchObject({ fires_when: 'a plan waits for more than 2 h', state: 'new', firing: 0 });
  expect((await ask('list_monitors', { channel: 'social' })).monitors).toHaveLength(1);
  expect((await ask('list_monitors', { kind: 'plan_waiting' })).monitors).toHaveLength(1);
  const first = await ask('list_monitors', { limit: 2 });
  const rest = await ask('list_monitors', { limit: 2, cursor: first.next_cursor });
  expect([...first.monitors, ...rest.monitors].map(({ id }: { id: string }) => id)).toEqual(
    monitors.map(({ id }: { id: string }) => id),
  );
  expect(rest.next_cursor).toBeUndefined();
});
