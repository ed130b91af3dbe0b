import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Condition } from '../../wire.ts';
import { conditionOf, mergedConditions, PlainCondition, plainCondition, sameConditions } from './conditions.ts';

const plain = fc.record(
  {
    variable: fc.constantFrom('Page URL', '_event', 'DLV a.b'),
    is: fc.constantFrom('equals', 'contains', 'starts_with', 'ends_with', 'matches', 'css_selector', 'url_matches'),
    value: fc.string(),
    ignore_case: fc.constant(true),
    not: fc.constant(true),
  },
  { requiredKeys: ['variable', 'is', 'value'] },
) as fc.Arbitrary<PlainCondition>;

test('a condition is the same after it went to the platform and came back', () => {
  fc.assert(
    fc.property(plain, (one) => {
      const typed = conditionOf(one);
      expect(typed.parameter[0]).toEqual({ type: 'template', key: 'arg0', value: `{{${one.variable}}}` });
      expect(plainCondition(typed)).toEqual(one);
      expect(PlainCondition.parse(plainCondition(typed))).toEqual(one);
    }),
  );
});

test('a condition that is there stays to the letter', () => {
  const held: Condition = {
    type: 'contains',
    parameter: [
      { type: 'template', key: 'arg0', value: '{{Page URL}}', isWeakReference: true },
      { type: 'template', key: 'arg1', value: 'x' },
      { type: 'boolean', key: 'negate', value: 'false' },
    ],
  };
  const wanted = { variable: 'Page URL', is: 'contains', value: 'x' } as const;
  expect(mergedConditions([held], [wanted, { ...wanted, not: true }])).toEqual([
    held,
    conditionOf({ ...wanted, not: true }),
  ]);
  expect(sameConditions([held], [conditionOf(wanted)])).toBe(true);
  expect(sameConditions([held], [])).toBe(false);
});

test.each([
  ['MATCH_REGEX', 'matches'],
  ['startsWith', 'starts_with'],
  ['lessOrEquals', 'less_or_equals'],
  ['CSS_SELECTOR', 'css_selector'],
])('%s is %s', (word, is) => {
  expect(PlainCondition.parse({ variable: '{{Page URL}}', is: word, value: '' })).toEqual({
    ...{ variable: 'Page URL', is, value: '' },
  });
});
