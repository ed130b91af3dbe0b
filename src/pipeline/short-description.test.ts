import { expect, test } from 'vitest';
import { shortDescription } from './short-description.ts';

test('a short description leaves out bounds and results, and keeps choices, defaults and names that are spelt like bounds', () => {
  const inputSchema = {
    type: 'object',
    required: ['status', 'maximum'],
    properties: {
      status: { type: 'string', enum: ['active', 'paused'], maxLength: 9 },
      maximum: { anyOf: [{ type: 'integer', minimum: 1, maximum: 9 }, { type: 'null' }] },
      range: { type: 'object', properties: { from: { type: 'string', minLength: 10 } }, default: { maximum: 5 } },
      ids: { type: 'array', minItems: 1, items: { type: 'string', maxLength: 40 } },
    },
  };
  const whole = { name: 'list_ads', title: 'List ads', inputSchema, outputSchema: { type: 'object' } };
  expect(shortDescription(whole as never)).toEqual({
    name: 'list_ads',
    title: 'List ads',
    inputSchema: {
      type: 'object',
      required: ['status', 'maximum'],
      properties: {
        status: { type: 'string', enum: ['active', 'paused'] },
        maximum: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
        range: { type: 'object', properties: { from: { type: 'string' } }, default: { maximum: 5 } },
        ids: { type: 'array', items: { type: 'string' } },
      },
    },
  });
});
