import { expect, test } from 'vitest';
import { scheduling } from '../../../watching/schedules/schedules.testing.ts';

const { call } = scheduling([]);
const spec = { report: {}, when: { hour: 7, zone: 'Asia/Tokyo' }, to: ['end_1'] };

test('lists what this workspace has, with the next run, and says where the days stand still', async () => {
  expect(await call('workspace', 'list_schedules')).toEqual({ schedules: [] });
  await call('workspace', 'create_schedule', { ...spec, name: 'Moving' });
  const fixed = { start_date: '2026-01-01', end_date: '2026-01-31' };
  await call('workspace', 'create_schedule', { ...spec, name: 'Fixed', report: fixed });
  const { schedules } = await call('workspace', 'list_schedules');
  const named = Object.fromEntries(schedules.map((one: { name: string }) => [one.name, one]));
  expect(named.Moving).toMatchObject({ state: 'active', when_words: 'every day at 07:00, Asia/Tokyo', to: ['end_1'] });
  expect(named.Moving.next_run).toMatch(/T22:00:00/);
  expect(named.Moving.notes).toBeUndefined();
  expect(named.Fixed.notes[0]).toContain('fixed');
  const elsewhere = await call('workspace', 'list_schedules', { workspaceId: 'Acme Japan' });
  expect(elsewhere.schedules).toEqual([]);
});
