import { expect, test } from 'vitest';
import { scheduleJob } from '../../../watching/schedules/schedule-job.ts';
import { scheduling } from '../../../watching/schedules/schedules.testing.ts';

const bed = scheduling([]);
const { call, refusal } = bed;

test('a deleted schedule sends nothing any more, also where its job is under way', async () => {
  const spec = { name: 'Short', report: {}, when: { hour: 7, zone: 'UTC' }, to: ['end_1'] };
  const { schedule } = await call('workspace', 'create_schedule', spec);
  const elsewhere = { schedule_id: schedule.id, workspaceId: 'Acme Japan' };
  expect(await refusal('workspace', 'delete_schedule', elsewhere)).toMatchObject({
    code: 'not_found',
    field: 'schedule_id',
  });
  await bed.until(Date.parse(schedule.next_run));
  expect(await call('workspace', 'delete_schedule', { schedule_id: schedule.id })).toEqual({
    id: schedule.id,
    deleted: true,
  });
  expect((await call('workspace', 'list_schedules')).schedules).toEqual([]);
  expect(await bed.run(scheduleJob(bed.pipeline()), schedule.id)).toBeUndefined();
  expect(await bed.runDue(scheduleJob(bed.pipeline()))).toBe(0);
  expect(bed.events).toEqual([]);
  expect(await refusal('workspace', 'delete_schedule', { schedule_id: schedule.id })).toMatchObject({
    code: 'not_found',
  });
});

test('a call from another workspace leaves the schedule running', async () => {
  const spec = { name: 'Kept', report: {}, when: { hour: 7, zone: 'UTC' }, to: ['end_1'] };
  const { schedule } = await call('workspace', 'create_schedule', spec);
  await refusal('workspace', 'delete_schedule', { schedule_id: schedule.id, workspaceId: 'Acme Japan' });
  await bed.until(Date.parse(schedule.next_run));
  expect(await bed.runDue(scheduleJob(bed.pipeline()))).toBe(1);
  expect(bed.events).toHaveLength(1);
});
