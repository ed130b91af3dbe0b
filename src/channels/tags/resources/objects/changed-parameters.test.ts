import { expect, test } from 'vitest';
import type { Parameter } from '../../wire.ts';
import { mergedParameters, parameterOf } from './parameters.ts';

const text = (value: string, key?: string): Parameter => ({ type: 'template', ...(key && { key }), value });
const row = (name: string, amount: string): Parameter => ({
  type: 'map',
  map: [text(name, 'name'), { type: 'integer', key: 'amount', value: amount }],
});

test.each<[string, Parameter[], Parameters<typeof mergedParameters>[1], Parameter[]]>([
  ['a key that is named null is gone', [text('a', 'x'), text('b', 'y')], { x: null }, [text('b', 'y')]],
  ['a key that is not there and named null stays away', [], { x: null }, []],
  ['a new key comes last', [text('a', 'x')], { y: 'b' }, [text('a', 'x'), text('b', 'y')]],
  [
    'a key that only every object has is not taken for a change',
    [{ type: 'template', key: 'constructor', value: 'a' }],
    {},
    [text('a', 'constructor')],
  ],
  [
    'a list keeps its items and types the new ones alike',
    [{ type: 'list', key: 'x', list: [row('a', '1')] }],
    {
      x: [
        { name: 'a', amount: 1 },
        { name: 'b', amount: 2 },
      ],
    },
    [{ type: 'list', key: 'x', list: [row('a', '1'), row('b', '2')] }],
  ],
  [
    'a list of references is given references',
    [{ type: 'list', key: 'x', list: [{ type: 'triggerReference', value: '7' }] }],
    { x: ['7', '8'] },
    [
      {
        type: 'list',
        key: 'x',
        list: [
          { type: 'triggerReference', value: '7' },
          { type: 'triggerReference', value: '8' },
        ],
      },
    ],
  ],
  [
    'a list in the place of a text has no value left',
    [text('a', 'x')],
    { x: ['b'] },
    [{ type: 'list', key: 'x', list: [text('b')] }],
  ],
  [
    'a map loses the keys that are not named',
    [{ type: 'map', key: 'x', map: [text('1', 'a'), { type: 'integer', key: 'b', value: '2' }] }],
    { x: { b: 3, c: 'n' } },
    [{ type: 'map', key: 'x', map: [{ type: 'integer', key: 'b', value: '3' }, text('n', 'c')] }],
  ],
  [
    'a map in the place of a text is a new one',
    [text('a', 'x')],
    { x: { b: 'c' } },
    [{ type: 'map', key: 'x', map: [text('c', 'b')] }],
  ],
  [
    'a text in the place of a list is a new one',
    [{ type: 'list', key: 'x', list: [text('a')] }],
    { x: 'b' },
    [text('b', 'x')],
  ],
  [
    'a text in the place of a map is a new one',
    [{ type: 'map', key: 'x', map: [] }],
    { x: true },
    [{ type: 'boolean', key: 'x', value: 'true' }],
  ],
  [
    'a truth value that a variable decides is text',
    [{ type: 'boolean', key: 'x', value: 'true' }],
    { x: '{{On}}' },
    [text('{{On}}', 'x')],
  ],
  [
    'a number that a variable decides is text',
    [{ type: 'integer', key: 'x', value: '1' }],
    { x: '{{N}}' },
    [text('{{N}}', 'x')],
  ],
  [
    'a text that becomes a truth value is one',
    [text('a', 'x')],
    { x: false },
    [{ type: 'boolean', key: 'x', value: 'false' }],
  ],
])('%s', (_, held, change, expected) => {
  expect(mergedParameters(held, change)).toEqual(expected);
});

test.each([
  [true, undefined, 'boolean'],
  ['a', undefined, 'template'],
  [true, 'list', 'boolean'],
  [5, 'integer', 'integer'],
  ['5.5', 'integer', 'template'],
  ['a', 'tagReference', 'tagReference'],
])('a new value %s of the type %s is %s', (value, type, expected) => {
  expect(parameterOf('x', value, type)).toEqual({ type: expected, key: 'x', value: String(value) });
});
