import { expect, test } from 'vitest';
import { scheduling } from '../../../watching/schedules/schedules.testing.ts';

const bed = scheduling([]);
const { call, refusal } = bed;
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

test('a key for some channels sees, makes and deletes schedules of these alone', async () => {
  const { home, workspaceId } = bed.service();
  const made = { name: 'Social', actor: 'test', channels: ['workspace', 'social'] };
  const { key } = await home.keyRing.create({ workspaceId: await workspaceId('Acme'), ...made });
  const about = async (name: string, report: object, by?: string) =>
    (await call('workspace', 'create_schedule', { ...spec, name, report }, by)).schedule.id;
  const hidden = [await about('All', {}), await about('Search', { channels: ['search', 'social'] })];
  await about('Of social', { channels: ['social'] });
  await about('Its own', {}, key);
  const { schedules } = await call('workspace', 'list_schedules', {}, key);
  expect(schedules.map(({ name }: { name: string }) => name).sort()).toEqual(['Its own', 'Of social']);
  for (const schedule_id of hidden)
    expect(await refusal('workspace', 'delete_schedule', { schedule_id }, key)).toMatchObject({ code: 'not_found' });
  const wanted = { ...spec, name: 'Other', report: { channels: ['search'] } };
  expect(await refusal('workspace', 'create_schedule', wanted, key)).toMatchObject({
    code: 'permission_denied',
    field: 'report.channels',
    allowed_values: ['social'],
  });
});
