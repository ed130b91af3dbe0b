import { expect, test } from 'vitest';
import { IMPORT_FIELDS, mappingOf } from './columns.ts';

const fixed = { event: 'purchase' };

test('columns are found by their heads, in any spelling', () => {
  const heads = ['Order ID', 'Order-Date', 'E-Mail', 'Total', 'Currency', 'GCLID', 'Notes'];
  const { mapping, problems } = mappingOf(heads, { fixed });
  expect(problems).toEqual([]);
  expect(mapping.columns.map(({ field, head }) => [field, head])).toEqual([
    ['event_id', 'Order ID'],
    ['happened_at', 'Order-Date'],
    ['value.amount', 'Total'],
    ['value.currency', 'Currency'],
    ['person.email', 'E-Mail'],
    ['click.gclid', 'GCLID'],
  ]);
  expect(mapping.unused).toEqual(['Notes']);
});

test('every field is found by its own name', () => {
  const { mapping, problems } = mappingOf(IMPORT_FIELDS, {});
  expect(problems).toEqual([]);
  expect(mapping.columns.map(({ field, head }) => field === head)).toEqual(IMPORT_FIELDS.map(() => true));
});

test('the nearer name wins, and two of the same name are asked about', () => {
  const near = mappingOf(['id', 'order id', 'time'], { fixed });
  expect(near.mapping.columns[0]).toMatchObject({ field: 'event_id', head: 'order id' });
  const twice = mappingOf(['Order ID', 'Email', 'email', 'time'], { fixed });
  expect(twice.problems).toEqual([{ field: 'person.email', message: expect.stringContaining('say which') }]);
});

test('a head can be named, or kept out', () => {
  const heads = ['Ref', 'Email', 'Contact', 'time'];
  const named = mappingOf(heads, { fixed, map: { event_id: 'ref', 'person.email': 'Contact' } });
  expect(named.problems).toEqual([]);
  expect(named.mapping.columns).toContainEqual({ field: 'person.email', index: 2, head: 'Contact' });
  const placed = mappingOf(['Id', 'Id', 'time'], { fixed, map: { event_id: '#2' } });
  expect(placed.mapping.columns[0]).toEqual({ field: 'event_id', index: 1, head: 'Id' });
  expect(mappingOf(['Id'], { fixed, map: { event_id: '#9' } }).problems[0]).toMatchObject({ field: 'event_id' });
  const without = mappingOf(heads, { fixed, map: { event_id: 'Ref', 'person.email': '' } });
  expect(without.mapping.columns.some(({ field }) => field === 'person.email')).toBe(false);
});

test('of two columns with the head that is named, none is guessed', () => {
  const { mapping, problems } = mappingOf(['Ref', 'ref', 'time'], { fixed, map: { event_id: 'Ref' } });
  const message = 'could be any of the columns #1 (Ref), #2 (ref): say which';
  expect(problems).toEqual([{ field: 'event_id', message }]);
  expect(mapping.columns.map(({ field }) => field)).toEqual(['happened_at']);
});

test('a field has a column or one value for all rows: the value would fill empty cells of the column', () => {
  const heads = ['Order ID', 'Stage', 'time'];
  const { problems } = mappingOf(heads, { fixed, map: { event: 'Stage' } });
  expect(problems).toEqual([{ field: 'event', message: 'has a column and one value for all rows: leave one out' }]);
  const without = mappingOf(heads, { fixed, map: { event: '' } });
  expect([without.problems, without.mapping.fixed]).toEqual([[], fixed]);
});

test('what is missing or misspelt is said, each by its field', () => {
  const { problems } = mappingOf(['Email'], { map: { colour: 'x', event_id: 'Nope' }, fixed: { size: '1' } });
  expect(problems.map(({ field }) => field).sort()).toEqual(['colour', 'event', 'event_id', 'happened_at', 'size']);
});
