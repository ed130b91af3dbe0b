import { expect, test } from 'vitest';
import { DAY_MS } from '../../../ambient.ts';
import { type Params, videoForTests } from '../calls.testing.ts';

const video = videoForTests();

const group = async (name: string) => (await video.get('adgroup/get', { filtering: { adgroup_name: name } })).list[0];

test('daily budgets change at the next midnight of the advertiser, and past days stay as they were', async () => {
  const { adgroup_id, budget } = await group('25 to 34');
  await video.post('adgroup/budget/update', { scheduled_budget: [{ adgroup_id, scheduled_budget: 55 }] });
  expect((await group('25 to 34')).budget).toBe(budget);
  video.advance(2 * DAY_MS);
  expect((await group('25 to 34')).budget).toBe(55);
  const { list } = await video.get('report/integrated/get', {
    report_type: 'BASIC',
    data_level: 'AUCTION_ADGROUP',
    dimensions: ['adgroup_id', 'stat_time_day'],
    metrics: ['spend'],
    start_date: '2026-11-10',
    end_date: '2026-11-16',
    filtering: [{ field_name: 'adgroup_ids', filter_type: 'IN', filter_value: JSON.stringify([adgroup_id]) }],
  });
  const spent = Object.fromEntries(
    list.map(({ dimensions, metrics }: Params) => [
      (dimensions as Params).stat_time_day,
      Number((metrics as Params).spend),
    ]),
  );
  expect(spent['2026-11-14 00:00:00']).toBeCloseTo(budget, 0);
  expect(spent['2026-11-16 00:00:00']).toBeCloseTo(55, 0);
});

test('rule 101: what does not fit is refused, and nothing changes', async () => {
  const { adgroup_id } = await group('All ages');
  const shared = (await group('Runners')).adgroup_id;
  const smart = (await group('Automatic')).adgroup_id;
  const one = (id: string, scheduled_budget: number) => ({ adgroup_id: id, scheduled_budget });
  const refused = async (body: Params) => (await video.refused('POST', 'adgroup/budget/update', body)).message;
  expect(await refused({})).toContain('exactly one');
  expect(await refused({ budget: [], scheduled_budget: [] })).toContain('exactly one');
  expect(await refused({ budget: [{ adgroup_id, budget: 50 }] })).toContain('BUDGET_MODE_DAY');
  expect(await refused({ scheduled_budget: Array(21).fill(one(adgroup_id, 50)) })).toContain('between 1 and 20');
  expect(await refused({ scheduled_budget: [one(adgroup_id, 50), one(shared, 50)] })).toContain('campaign holds');
  expect(await refused({ scheduled_budget: [one(smart, 50)] })).toContain('Smart+');
  expect(await refused({ scheduled_budget: [one(adgroup_id, 19)] })).toContain('$20');
  video.setNow(Date.parse('2026-11-20T04:56:00Z'));
  expect(await refused({ scheduled_budget: [one(adgroup_id, 50)] })).toContain('locked');
});
