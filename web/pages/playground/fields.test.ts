import { expect, test } from 'vitest';
import { argumentsOf, fieldsOf, kindOf, typedFrom } from './fields.ts';
import type { CatalogueTool } from './types.ts';

const tool = {
  inputSchema: {
    properties: {
      limit: { type: 'integer', minimum: 1, maximum: 1000 },
      name: { type: 'string' },
      ids: { type: 'array', items: { type: 'string' } },
      status: { type: 'string', enum: ['ACTIVE', 'PAUSED'] },
      rule: { type: 'object' },
    },
    required: ['name'],
  },
} as unknown as CatalogueTool;

test('needed arguments stand first, each with what it takes', () => {
  const fields = fieldsOf(tool);
  expect(fields.map(({ name }) => name)).toEqual(['name', 'limit', 'ids', 'status', 'rule']);
  expect(fields.map(({ bounds }) => bounds)).toEqual(['text', '1 to 1000', 'list', 'one of 2', 'object']);
  expect(kindOf({ type: 'array', items: { enum: ['a'] } })).toBe('choices');
  expect(kindOf({ anyOf: [] })).toBe('json');
});

test('what is empty is not sent, and JSON that is none is named', () => {
  const fields = fieldsOf(tool);
  expect(argumentsOf(fields, { name: 'A', limit: '', ids: [], rule: '{"a":1}' })).toEqual({
    args: { name: 'A', rule: { a: 1 } },
    wrong: [],
  });
  expect(argumentsOf(fields, { rule: '{' }).wrong).toEqual(['rule']);
});

test('arguments of an address come back as they went in', () => {
  const fields = fieldsOf(tool);
  const args = { name: 'A', limit: 5, ids: ['1'], rule: { a: [1] } };
  expect(argumentsOf(fields, typedFrom(fields, args)).args).toEqual(args);
});
