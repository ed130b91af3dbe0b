import { expect, test } from 'vitest';
import { DAY_MS } from '../../../ambient.ts';
import { scheduleJob } from '../../../watching/schedules/schedule-job.ts';
import { scheduling } from '../../../watching/schedules/schedules.testing.ts';

const bed = scheduling(['social']);
const { call, refusal, events } = bed;
const monday = { weekdays: ['MONDAY'], hour: 7, zone: 'Europe/Berlin' };

test('a report every Monday is sent with table, CSV and chart, and again a week later', async () => {
  const spec = {
    name: 'Weekly spend',
    report: { level: 'campaign', date_range: 'LAST_7_DAYS' },
    when: monday,
    to: ['end_1'],
  };
  const { schedule } = await call('workspace', 'create_schedule', spec);
  expect(schedule).toMatchObject({
    name: 'Weekly spend',
    tool: 'report',
    when_words: 'every Monday at 07:00, Europe/Berlin',
    state: 'active',
    created_by: { kind: 'key' },
  });
  const first = Date.parse(schedule.next_run);
  expect(new Date(first).getUTCDay()).toBe(1);
  expect(first - bed.now()).toBeLessThanOrEqual(7 * DAY_MS);
  expect(await bed.runDue(scheduleJob(bed.pipeline()))).toBe(0);
  await bed.until(first);
  expect(await bed.runDue(scheduleJob(bed.pipeline()))).toBe(1);
  const [event] = events;
  expect(event).toMatchObject({
    type: 'report.ready',
    endpoints: ['end_1'],
    words: { title: expect.stringContaining('Weekly spend: 20') },
  });
  expect(event!.words.text).toMatch(/cost.*\d+\.\d{2} USD.*Total USD: /s);
  expect(event!.words.text).not.toContain('late');
  const [csv, png] = event!.attachments!;
  const lines = Buffer.from(csv!.data).toString().split('\r\n');
  expect(lines[0]).toContain('channel,mode,account');
  expect(lines.length).toBeGreaterThan(3);
  expect(png).toMatchObject({ name: 'weekly-spend.png', type: 'image/png' });
  expect(Buffer.byteLength(JSON.stringify(event!.data))).toBeLessThan(20_000);
  // The call that is handed out answers the same numbers.
  const handed = event!.data.call as { tool: string; arguments: Record<string, unknown> };
  const again = await call('workspace', handed.tool, handed.arguments);
  expect(again.totals[0].metrics.cost).toEqual(
    (event!.data.totals as { metrics: { cost: unknown } }[])[0]!.metrics.cost,
  );
  const [listed] = (await call('workspace', 'list_schedules')).schedules;
  expect(listed).toMatchObject({ last_run: { outcome: 'sent', words: 'Sent.' } });
  expect(Date.parse(listed.next_run)).toBeGreaterThan(first);
  await bed.until(Date.parse(listed.next_run));
  await bed.runDue(scheduleJob(bed.pipeline()));
  expect(events.map(({ id }) => id)).toEqual([event!.id, expect.stringContaining(schedule.id)]);
  await call('workspace', 'delete_schedule', { schedule_id: schedule.id });
});

test('arguments that the report itself would refuse are refused by their names', async () => {
  const spec = { name: 'Bad', when: monday, to: ['end_1'] };
  const wrong = await refusal('workspace', 'create_schedule', { ...spec, report: { levle: 'ad' } });
  expect(wrong).toMatchObject({ code: 'invalid_arguments', field: 'report.levle' });
  const today = await refusal('workspace', 'create_schedule', { ...spec, compare: { date_range: 'TODAY' } });
  expect(today.field).toBe('compare.date_range');
  const both = await refusal('workspace', 'create_schedule', { ...spec, report: {}, compare: {} });
  expect(both.message).toMatch(/report|compare/);
  for (const name of ['cursor', 'workspaceId'])
    expect(await refusal('workspace', 'create_schedule', { ...spec, report: { [name]: 'x' } })).toMatchObject({
      field: `report.${name}`,
    });
  const radio = await refusal('workspace', 'create_schedule', { ...spec, report: { channels: ['radio'] } });
  expect(radio).toMatchObject({ field: 'report.channels', allowed_values: expect.arrayContaining(['search']) });
  const nowhere = await refusal('workspace', 'create_schedule', { ...spec, report: {}, to: ['end_1', 'end_2'] });
  expect(nowhere).toMatchObject({ field: 'to', allowed_values: ['end_1'], message: expect.stringContaining('end_2') });
  const zone = await refusal('workspace', 'create_schedule', {
    ...spec,
    report: {},
    when: { ...monday, zone: 'Berlin' },
  });
  expect(zone).toMatchObject({ field: 'when.zone', message: expect.stringContaining('IANA') });
  const days = { hour: 7, zone: 'UTC', weekdays: ['MONDAY'], day_of_month: 1 };
  expect((await refusal('workspace', 'create_schedule', { ...spec, report: {}, when: days })).field).toBe(
    'when.day_of_month',
  );
});
