import { expect, test } from 'vitest';
import { quantityOf } from '../tools/report/quantity.ts';
import { filterArguments, filterProblems, RowFilter } from './row-filter.ts';

test('a number that is not known is within no limit, and zero is a number', () => {
  const atMost = new RowFilter({ level: 'campaign', max: { conversions: 5 } });
  expect(atMost.isWithin({ conversions: null })).toBe(false);
  expect(atMost.isWithin({})).toBe(false);
  expect(atMost.isWithin({ conversions: 0n })).toBe(true);
  const atLeast = new RowFilter({ level: 'campaign', min: { conversions: 0 } });
  expect(atLeast.isWithin({ conversions: null })).toBe(false);
  expect(atLeast.isWithin({ conversions: quantityOf(0)! })).toBe(true);
});

test('filters that no row could pass, or that the level has no objects for, are refused by name', () => {
  expect(filterProblems({ level: 'campaign', min: { cost: 5 }, max: { cost: 5 } })).toEqual([]);
  expect(filterProblems({ level: 'campaign', min: { cost: 5 }, max: { cost: 4 } })).toMatchObject([{ field: 'max' }]);
  for (const level of ['account', 'channel'])
    for (const filter of [{ campaign_ids: ['1'] }, { name_contains: 'a' }, { status: 'PAUSED' as const }])
      expect(filterProblems({ level, ...filter })).toMatchObject([{ field: Object.keys(filter)[0] }]);
});

test.each([null, 'cost', 5, ['cost'], [5]])('limits are no %j', (given) => {
  expect(filterArguments.min.safeParse(given).success).toBe(false);
});

test('limits are taken under the names that platforms have for a metric', () => {
  expect(filterArguments.min.parse({ spend: 5 })).toEqual({ cost: 5 });
  expect(filterArguments.max.safeParse({ spend: 5, cost: 6 }).success).toBe(false);
});

const row = { id: '7', name: 'Größe', campaign: { id: '3' }, status: 'ENABLED' };

test.each([
  [{ level: 'campaign', campaign_ids: ['7'] }, true],
  [{ level: 'campaign', campaign_ids: ['3'] }, false],
  [{ level: 'ad', campaign_ids: ['3'] }, true],
  [{ level: 'ad', campaign_ids: ['7'] }, false],
  [{ level: 'ad', name_contains: 'GRÖSSE' }, false],
  [{ level: 'ad', name_contains: 'grö' }, true],
  [{ level: 'ad', status: 'ACTIVE' as const }, true],
  [{ level: 'ad', status: 'PAUSED' as const }, false],
  [{ level: 'ad', status: 'OTHER' as const }, false],
  [{ level: 'ad' }, true],
])('the filter %j takes the row: %s', (filter, taken) => {
  expect(new RowFilter(filter).isAbout(row)).toBe(taken);
});

test.each([
  ...['ACTIVE', 'ENABLE', 'ENABLED'].map((status) => [status, 'ACTIVE'] as const),
  ...['PAUSED', 'DISABLE', 'DISABLED'].map((status) => [status, 'PAUSED'] as const),
  ...['INACTIVE', 'ENABLED_LATER', 'UNPAUSED', 'PAUSED_BY_US', undefined].map((status) => [status, 'OTHER'] as const),
])('the status %s is %s', (status, word) => {
  for (const wanted of ['ACTIVE', 'PAUSED', 'OTHER'] as const)
    expect(new RowFilter({ level: 'ad', status: wanted }).isAbout({ ...row, status })).toBe(wanted === word);
});

test('a row settles a filter only where it tells all that the filter asks', () => {
  const settles = (filter: object, told: object = row) =>
    new RowFilter({ level: 'ad', ...filter }).isSettledBy({ id: '7', name: '', ...told });
  expect([settles({}), settles({ status: 'ACTIVE' })]).toEqual([true, false]);
  expect([settles({ campaign_ids: ['3'] }), settles({ campaign_ids: ['3'] }, {})]).toEqual([true, false]);
  expect([settles({ name_contains: 'a' }), settles({ name_contains: 'a' }, {})]).toEqual([true, false]);
});

test('limits are counted in', () => {
  const isWithin = (filter: object, clicks: number) =>
    new RowFilter({ level: 'ad', ...filter }).isWithin({ clicks: quantityOf(clicks)! });
  expect([4, 5, 6].map((clicks) => isWithin({ min: { clicks: 5 } }, clicks))).toEqual([false, true, true]);
  expect([4, 5, 6].map((clicks) => isWithin({ max: { clicks: 5 } }, clicks))).toEqual([true, true, false]);
  expect(filterProblems({ level: 'ad', min: { clicks: 5 }, max: { clicks: 4 } })).toEqual([
    { field: 'max', message: 'clicks must not be below min (5)' },
  ]);
  expect(filterProblems({ level: 'ad', status: 'ACTIVE', min: { clicks: 5 } })).toEqual([]);
});

test('a filter says whether it leaves anything out, by which metrics, and what a bare row is enough to leave out', () => {
  expect(new RowFilter({ level: 'ad' }).isOpen).toBe(true);
  const filters = [
    { campaign_ids: ['3'] },
    { name_contains: 'a' },
    { status: 'OTHER' as const },
    { min: {} },
    { max: {} },
  ];
  for (const filter of filters) expect(new RowFilter({ level: 'ad', ...filter }).isOpen).toBe(false);
  expect(new RowFilter({ level: 'ad', min: { cost: 1 }, max: { clicks: 2 } }).metrics).toEqual(['cost', 'clicks']);
  const mayBe = (filter: object, told: object) =>
    new RowFilter({ level: 'ad', ...filter }).mayBeAbout({ id: '7', name: '', ...told });
  expect([mayBe({ campaign_ids: ['3'] }, {}), mayBe({ campaign_ids: ['4'] }, row)]).toEqual([true, false]);
  expect([mayBe({ name_contains: 'x' }, {}), mayBe({ name_contains: 'x' }, row)]).toEqual([true, false]);
  expect(mayBe({ campaign_ids: ['3'], name_contains: 'gr' }, row)).toBe(true);
});
