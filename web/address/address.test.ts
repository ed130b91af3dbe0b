import { expect, test } from 'vitest';
import { filtersInAddress, passes, readFilters } from './filters.ts';
import { comparedPeriod, daysOf, lengthDays, presetPeriod, readAgainst, readPeriod, shiftPeriod } from './period.ts';
import { parseSearch, stringifySearch } from './search.ts';
import { readSort, writeSort } from './sort.ts';

const FIELDS = ['status', 'changed_by', 'account'];

test('an address reads as words', () => {
  const filters = [
    { field: 'status', not: true, values: ['archived'] },
    { field: 'changed_by', not: false, values: ['agent'] },
  ];
  const address = stringifySearch({ ...filtersInAddress(filters, FIELDS), sort: '-cost' });
  expect(address).toBe('?status=!archived&changed_by=agent&sort=-cost');
  expect(readFilters(parseSearch(address), FIELDS)).toEqual(filters);
});

test('values with marks of the address in them come back as they were', () => {
  const filters = [{ field: 'account', not: false, values: ['Acme, Inc. & Co', '!x', '50% off'] }];
  const address = stringifySearch(filtersInAddress(filters, FIELDS));
  expect(readFilters(parseSearch(address), FIELDS)).toEqual(filters);
});

test('nothing is no filter', () => {
  expect(readFilters({ status: '', other: 'x' }, FIELDS)).toEqual([]);
  expect(readFilters({ status: '!' }, FIELDS)).toEqual([]);
  expect(stringifySearch({ status: undefined })).toBe('');
});

test('a filter lets through what it names, or everything else', () => {
  expect(passes({ field: 'status', not: false, values: ['active', 'paused'] }, 'paused')).toBe(true);
  expect(passes({ field: 'status', not: true, values: ['archived'] }, 'archived')).toBe(false);
});

test('a sort is a name with its direction', () => {
  expect(readSort('-cost', { by: 'name', descending: false })).toEqual({ by: 'cost', descending: true });
  expect(readSort(undefined, { by: 'cost', descending: true })).toEqual({ by: 'cost', descending: true });
  expect(writeSort({ by: 'name', descending: false })).toBe('name');
});

test('ready periods end yesterday', () => {
  expect(presetPeriod('28d', '2026-11-12')).toEqual({ start: '2026-10-15', end: '2026-11-11' });
  expect(presetPeriod('month', '2026-11-12')).toEqual({ start: '2026-11-01', end: '2026-11-11' });
  expect(presetPeriod('month', '2026-11-01')).toEqual({ start: '2026-10-01', end: '2026-10-31' });
  expect(presetPeriod('last_month', '2026-03-12')).toEqual({ start: '2026-02-01', end: '2026-02-28' });
});

test('a period in the address wins when it is one, and is the usual one when it is not', () => {
  const usual = { start: '2026-10-15', end: '2026-11-11' };
  expect(readPeriod({ from: '2026-01-01', to: '2026-01-31' }, '2026-11-12')).toEqual({
    start: '2026-01-01',
    end: '2026-01-31',
  });
  expect(readPeriod({ from: '2026-02-01', to: '2026-01-31' }, '2026-11-12')).toEqual(usual);
  expect(readPeriod({ from: '2026-99-01', to: '2026-99-31' }, '2026-11-12')).toEqual(usual);
  expect(readPeriod({ period: 'toString' }, '2026-11-12')).toEqual(usual);
  expect(lengthDays(readPeriod({ period: '7d' }, '2026-11-12'))).toBe(7);
  expect(readAgainst({ against: 'nonsense' })).toBe('previous_period');
});

test('periods move by their own length and are compared with as many days', () => {
  const period = { start: '2026-10-15', end: '2026-11-11' };
  expect(shiftPeriod(period, -1)).toEqual({ start: '2026-09-17', end: '2026-10-14' });
  expect(comparedPeriod(period, 'previous_period')).toEqual({ start: '2026-09-17', end: '2026-10-14' });
  expect(comparedPeriod({ start: '2024-02-29', end: '2024-02-29' }, 'previous_year')).toEqual({
    start: '2023-02-28',
    end: '2023-02-28',
  });
  expect(comparedPeriod(period, 'none')).toBeUndefined();
  expect(daysOf({ start: '2026-02-27', end: '2026-03-01' })).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
});
