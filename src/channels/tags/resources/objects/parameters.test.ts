import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Parameter } from '../../wire.ts';
import { mergedParameters, type Plain, plainOf } from './parameters.ts';

const marks = fc.record({ isWeakReference: fc.boolean(), later: fc.string() }, { requiredKeys: [] });
const scalar = fc
  .oneof(
    fc.record({
      type: fc.constantFrom('template', 'tagReference', 'triggerReference'),
      value: fc.oneof(fc.string(), fc.constantFrom('true', '2', '{{DLV value}}')),
    }),
    fc.record({ type: fc.constant('integer'), value: fc.integer().map(String) }),
    fc.record({ type: fc.constant('boolean'), value: fc.constantFrom('true', 'false', '{{Is on}}') }),
  )
  .chain((one) => marks.map((more): Parameter => ({ ...one, ...more })));
const keyed = <T extends Parameter>(items: fc.Arbitrary<T>) =>
  fc.uniqueArray(fc.tuple(fc.string({ minLength: 1, maxLength: 6 }), items), {
    selector: ([key]) => key,
    maxLength: 4,
  });
const { parameter } = fc.letrec<{ parameter: Parameter }>((tie) => ({
  parameter: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.record({ type: fc.constant('list'), list: fc.array(tie('parameter'), { maxLength: 3 }) }),
    keyed(tie('parameter')).map((entries) => ({
      type: 'map',
      map: entries.map(([key, one]) => ({ ...one, key })),
    })),
  ),
}));
const parameters = keyed(parameter).map((entries) => entries.map(([key, one]): Parameter => ({ ...one, key })));

test('what is given back as it was shown keeps its parameter to the letter', () => {
  fc.assert(
    fc.property(parameters, (held) => {
      expect(mergedParameters(held, plainOf(held))).toEqual(held);
    }),
  );
});

test('a changed key leaves every other parameter as it is, and shows the new value', () => {
  fc.assert(
    fc.property(parameters, fc.string(), fc.nat(), (held, value, at) => {
      const key = held[at % Math.max(1, held.length)]?.key ?? 'new';
      const merged = mergedParameters(held, { [key]: value });
      expect(plainOf(merged)[key]?.toString()).toBe(value);
      for (const one of held) if (one.key !== key) expect(merged).toContainEqual(one);
    }),
  );
});

test('a changed value keeps the type and the marks of its parameter', () => {
  const held: Parameter[] = [
    { type: 'tagReference', key: 'measurementId', value: 'Google tag', isWeakReference: true },
    { type: 'triggerReference', key: 'after', value: '7' },
    { type: 'integer', key: 'dataLayerVersion', value: '2' },
    { type: 'boolean', key: 'on', value: 'true' },
  ];
  const merged = mergedParameters(held, { measurementId: 'Other tag', after: '8', dataLayerVersion: 1, on: false });
  expect(merged).toEqual([
    { type: 'tagReference', key: 'measurementId', value: 'Other tag', isWeakReference: true },
    { type: 'triggerReference', key: 'after', value: '8' },
    { type: 'integer', key: 'dataLayerVersion', value: '1' },
    { type: 'boolean', key: 'on', value: 'false' },
  ]);
  expect(mergedParameters(held, { on: '{{Is on}}' })[3]).toEqual({ type: 'template', key: 'on', value: '{{Is on}}' });
});

test('null takes a key away, and a row added to a table leaves its other rows as they are', () => {
  const row = (name: string): Parameter => ({
    type: 'map',
    map: [
      { type: 'template', key: 'parameter', value: name },
      { type: 'tagReference', key: 'parameterValue', value: name, isWeakReference: true },
    ],
  });
  const held: Parameter[] = [
    { type: 'list', key: 'eventSettingsTable', list: [row('plan')], isWeakReference: false },
    { type: 'template', key: 'eventName', value: 'purchase' },
  ];
  const table: Plain = [
    { parameter: 'plan', parameterValue: 'plan' },
    { parameter: 'size', parameterValue: '{{DLV size}}' },
  ];
  expect(mergedParameters(held, { eventSettingsTable: table, eventName: null })).toEqual([
    {
      type: 'list',
      key: 'eventSettingsTable',
      isWeakReference: false,
      list: [
        row('plan'),
        {
          type: 'map',
          map: [
            { type: 'template', key: 'parameter', value: 'size' },
            { type: 'tagReference', key: 'parameterValue', value: '{{DLV size}}' },
          ],
        },
      ],
    },
  ]);
});
