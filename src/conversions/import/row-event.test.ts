import { expect, test } from 'vitest';
import { mappingOf } from './columns.ts';
import { type Cell, eventOf } from './row-event.ts';

const cell = (raw: unknown, shown = String(raw)): Cell => ({ raw, shown });
const read = (head: string, given: Cell, zone?: string, fixed = {}) =>
  eventOf(
    [cell('o-1'), given],
    mappingOf(['event_id', head], { fixed: { event: 'purchase', happened_at: '1763370000', ...fixed } }).mapping,
    zone,
  ) as { event: Record<string, unknown> } & { problems: { field: string; message: string }[] };

test.each([
  ['2026-11-17T09:00:00+01:00', undefined, '2026-11-17T09:00:00+01:00'],
  ['2026-11-17 09:00:00 +0100', undefined, '2026-11-17T09:00:00+01:00'],
  ['2026-11-17T08:00:00Z', undefined, '2026-11-17T08:00:00Z'],
  [1_763_370_000, undefined, '2025-11-17T09:00:00.000Z'],
  [1_763_370_000_000, undefined, '2025-11-17T09:00:00.000Z'],
  // A spreadsheet's day and time: 2026-11-17 09:00 in Berlin, then on the day that summer time begins there.
  [46_343.375, 'Europe/Berlin', '2026-11-17T08:00:00Z'],
  [46_110.125, 'Europe/Berlin', '2026-03-29T01:00:00Z'],
])('the time %s in %s', (raw, zone, wanted) => {
  const { mapping } = mappingOf(['event_id', 'Time'], { fixed: { event: 'purchase' } });
  expect(eventOf([cell('o'), cell(raw)], mapping, zone)).toMatchObject({ event: { happened_at: wanted } });
});

test.each(['17/11/2026', '11/17/26 9:00', 'yesterday', 5, -3, 46_343.375, 1.7e18, 1e300])(
  'the time %s is refused',
  (raw) => {
    const { mapping } = mappingOf(['event_id', 'Time'], { fixed: { event: 'purchase' } });
    expect(eventOf([cell('o'), cell(raw)], mapping, undefined)).toMatchObject({
      eventId: 'o',
      problems: [{ field: 'happened_at' }],
    });
  },
);

test('a number is a day of a spreadsheet from its first day on, also where the zone is known', () => {
  const { mapping } = mappingOf(['event_id', 'Time'], { fixed: { event: 'purchase' } });
  const timed = (raw: number) => eventOf([cell('o'), cell(raw)], mapping, 'UTC');
  for (const raw of [0.5, 0, -3, 200_001])
    expect(timed(raw), `${raw}`).toMatchObject({ problems: [{ message: 'is no time' }] });
  expect(timed(1)).toMatchObject({ event: { happened_at: '1899-12-31T00:00:00Z' } });
});

test('where it happened is read in any case', () => {
  expect(read('Source', cell('WEB')).event.source).toBe('web');
});

test('amounts are taken as plain numbers, and never guessed between comma and point', () => {
  expect(read('Value', cell(19.900000000000002)).event.value).toEqual({ amount: '19.9' });
  expect(read('Value', cell('1234.50')).event.value).toEqual({ amount: '1234.50' });
  for (const text of ['1.234,50', '1,234.50', '€ 5', '12-'])
    expect(read('Value', cell(text)).problems).toMatchObject([{ field: 'value.amount' }]);
  for (const [text, message] of [
    ['1.500', 'can mean two amounts: write 1500 or 1.5'],
    ['18.000', 'can mean two amounts: write 18000 or 18'],
  ] as const)
    expect(read('Value', cell(text)).problems).toEqual([{ field: 'value.amount', message }]);
  for (const text of ['0.500', '1500.125', '1.50'])
    expect(read('Value', cell(text)).event.value).toEqual({ amount: text });
  expect(read('Value', cell(1.555, '1.555')).event.value).toEqual({ amount: '1.555' });
  expect(read('Currency', cell('EUR')).event).not.toHaveProperty('value');
});

test('three decimals are plain where the currency of the row has three', () => {
  const heads = ['event_id', 'Value', 'Currency'];
  const row = (currency: string, fixed = {}) =>
    eventOf(
      [cell('o-1'), cell('1.500'), cell(currency)],
      mappingOf(heads, { fixed: { event: 'purchase', happened_at: '1763370000', ...fixed } }).mapping,
      undefined,
    );
  expect(row('kwd')).toMatchObject({ event: { value: { amount: '1.500' } } });
  for (const other of ['EUR', 'JPY', 'nonsense', '']) expect(row(other)).toMatchObject({ problems: [{}] });
  expect(read('Value', cell('1.500'), undefined, { 'value.currency': 'BHD' }).event.value).toMatchObject({
    amount: '1.500',
  });
});

test('what a program would run is refused, in every field', () => {
  for (const head of ['Email', 'Value', 'Consent', 'gclid'])
    expect(read(head, cell('=1+1', '2')).problems[0]?.message, head).toContain('is a formula');
});

test('leading zeros, long numbers and empty cells are what the file shows', () => {
  expect(read('zip', cell(1234, '01234')).event.person).toEqual({ postal_code: '01234' });
  expect(read('phone', cell(4_915_112_345_678, '4.9E+12')).event.person).toEqual({ phone: '4915112345678' });
  expect(read('Email', cell('  ')).event).not.toHaveProperty('person');
});

test('consent is yes or no in several spellings', () => {
  for (const yes of ['yes', 'TRUE', true, 1, 'granted']) expect(read('Consent', cell(yes)).event.consent).toBe(true);
  for (const no of ['no', false, 0, 'Denied']) expect(read('Consent', cell(no)).event.consent).toBe(false);
  expect(read('Consent', cell('maybe')).problems).toMatchObject([{ field: 'consent' }]);
});
