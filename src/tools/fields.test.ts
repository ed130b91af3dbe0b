import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import '../../test/seed.ts';
import { Country, Day, DayOrNone, HttpsAddress, Id, Ids, Moment, oneLine, text, WebAddress, wordOf } from './fields.ts';

const told = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message;

test('a day that does not exist is told what a day looks like, never another format', () => {
  for (const bad of ['2026-02-30', '2025-02-29', '2026-13-01', '26-1-5', '2026-01-31T00:00:00Z', 'tomorrow', '']) {
    expect(told(Day, bad), bad).toBe('must be a day that exists, such as 2026-01-31');
    expect(told(DayOrNone, bad), bad).toBe('must be a day that exists, such as 2026-01-31, or "none"');
  }
  for (const good of ['2026-01-31', '2024-02-29']) expect(told(Day, good)).toBeUndefined();
  expect(told(DayOrNone, 'none')).toBeUndefined();
});

test('every day of the calendar is one, and no other', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1900, max: 2200 }), fc.nat(14), fc.nat(33), (year, month, day) => {
      const written = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
      const exists = new Date(Date.UTC(year, month - 1, day)).toISOString().startsWith(written);
      expect(Day.safeParse(written).success, written).toBe(exists);
    }),
  );
});

test('a moment has a zone', () => {
  expect(told(Moment, '2026-01-31T08:00:00+01:00')).toBeUndefined();
  for (const bad of ['2026-01-31T08:00:00', '2026-01-31', '2026-02-30T08:00:00Z']) {
    expect(told(Moment, bad), bad).toMatch(/with its zone/);
  }
});

test('an id is digits as text, and never a piece of a path or a query', () => {
  for (const good of ['1', '9223372036854775807']) expect(told(Id, good)).toBeUndefined();
  for (const bad of ['', '1/2', '12 ', '-1', '1e3', 'act_1', '12345678901234567890', 5]) {
    expect(Id.safeParse(bad).success, String(bad)).toBe(false);
  }
});

test('as many ids are taken as one look finds, and not none', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, at) => String(at));
  expect([1, 50].map((count) => Ids.safeParse(ids(count)).success)).toEqual([true, true]);
  expect([0, 51].map((count) => Ids.safeParse(ids(count)).success)).toEqual([false, false]);
});

test('a web address is whole, with a host, and holds nothing that would be cleaned away', () => {
  for (const good of ['https://example.com', 'http://example.com/a?b=c#d', 'https://例え.jp/x']) {
    expect(told(WebAddress, good), good).toBeUndefined();
  }
  for (const bad of [
    'example.com',
    'ftp://example.com',
    'https:example.com',
    'https://',
    ' https://a.b',
    'https://a.b/x y',
    'javascript:alert(1)',
    'https://a.b/\n',
  ]) {
    expect(told(WebAddress, bad), bad).toMatch(/whole http or https address/);
  }
  expect(told(HttpsAddress, 'http://example.com/a.png')).toMatch(/public https address/);
  expect(told(HttpsAddress, 'https://example.com/a.png')).toBeUndefined();
});

test('texts are counted in characters as people see them', () => {
  expect(told(text(3), '😀😀😀')).toBeUndefined();
  expect(told(text(3), '😀😀😀😀')).toBe('must have at most 3 characters');
  expect(told(text(3), '')).toBe('must have at least 1 character');
  expect(told(text(3), ' \n')).toBe('must not be blank');
  expect(told(text(3, 0), '')).toBeUndefined();
  expect(oneLine(3).parse(' 😀😀😀 ')).toBe('😀😀😀');
  expect(told(oneLine(3), 'abcd')).toBe('must have at most 3 characters');
  expect(told(oneLine(), '   ')).toBe('must not be empty');
  expect(told(oneLine(), 'a\nb')).toBe('must be one line without control characters');
});

test('one of many words is taken in any spelling that can mean only one of them', () => {
  const Word = wordOf(['LEARN_MORE', 'email', 'Email']);
  expect(Word.parse('learn more')).toBe('LEARN_MORE');
  expect(Word.parse('Email')).toBe('Email');
  for (const bad of ['EMAIL', 'constructor', 'learn']) expect(told(Word, bad)).toMatch(/must be one of LEARN_MORE/);
});

test('a country is a code, in letters of either case', () => {
  expect(Country.parse('de')).toBe('DE');
  for (const bad of ['DEU', 'Germany', 'd1']) expect(told(Country, bad)).toMatch(/two letters/);
});
