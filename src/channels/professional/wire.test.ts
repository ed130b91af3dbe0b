import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shownGroup } from './resources/campaign-group.ts';
import { endsWithin } from './resources/schedule.ts';
import { encodeParam, encodeQuery, type Param, WireGroup } from './wire.ts';
import '../../../test/seed.ts';

const GROUP = { id: 1, account: 'urn:li:sponsoredAccount:5', name: 'A', status: 'DRAFT' };

test('lists, records and dates keep their structure; what is inside is encoded', () => {
  const search = { status: { values: ['ACTIVE', 'PAUSED'] }, test: false, left: undefined };
  expect(encodeParam(search)).toBe('(status:(values:List(ACTIVE,PAUSED)),test:false)');
  expect(encodeParam(['urn:li:staffCountRange:(2,10)'])).toBe('List(urn%3Ali%3AstaffCountRange%3A%282%2C10%29)');
  expect(encodeParam({ 'urn:li:adTargetingFacet:locations': ['urn:li:geo:1'] })).toBe(
    '(urn%3Ali%3AadTargetingFacet%3Alocations:List(urn%3Ali%3Ageo%3A1))',
  );
  expect(encodeParam(["Bob's, (Ltd)", ''])).toBe("List(Bob%27s%2C%20%28Ltd%29,'')");
  expect(encodeParam([])).toBe('List()');
});

test('fields are a plain list, and what is undefined is left out', () => {
  expect(encodeQuery({ q: 'analytics', fields: ['impressions', 'clicks'], none: undefined })).toBe(
    'q=analytics&fields=impressions,clicks',
  );
});

test('a moment that no calendar has is shown, and does not keep its list from being shown', () => {
  const far = { ...GROUP, runSchedule: { start: -1e16, end: 1e16 } };
  expect(shownGroup(WireGroup.parse(far))).toMatchObject({
    run_schedule_start: '0001-01-01T00:00:00.000Z',
    run_schedule_end: '9999-12-31T23:59:59.999Z',
  });
  expect(endsWithin({ ends_from: '2026-01-01' })!(WireGroup.parse(far))).toBe(true);
});

/** A reader of the notation, written for this test only. */
function read(text: string): [Param, string] {
  if (text.startsWith('List(') || text.startsWith('(')) {
    const isList = text.startsWith('List(');
    let rest = text.slice(isList ? 5 : 1);
    const list: Param[] = [];
    const record: Record<string, Param> = {};
    while (!rest.startsWith(')')) {
      if (rest.startsWith(',')) rest = rest.slice(1);
      const key = isList ? '' : /^[^:]+/.exec(rest)![0];
      const [value, after] = read(isList ? rest : rest.slice(key.length + 1));
      if (isList) list.push(value);
      else record[decodeURIComponent(key)] = value;
      rest = after;
    }
    return [isList ? list : record, rest.slice(1)];
  }
  const [scalar] = /^[^(),:]+/.exec(text)!;
  return [scalar === "''" ? '' : decodeURIComponent(scalar), text.slice(scalar.length)];
}

const { value } = fc.letrec<{ value: Param }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.string({ unit: 'grapheme' }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.string({ minLength: 1, unit: 'grapheme' }), tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}));

test('every value can be read back as it was written', () => {
  fc.assert(
    fc.property(value, (given) => {
      fc.pre(!JSON.stringify(given).includes('__proto__'));
      const [found, rest] = read(encodeParam(given));
      expect(rest).toBe('');
      expect(found).toEqual(given);
    }),
  );
});
