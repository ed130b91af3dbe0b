import { expect, test } from 'vitest';
import { curlExample } from './docs-example.ts';
import { type Schema, schemaTable } from './docs-schema.ts';

const MONEY = { type: 'object', properties: { amount: { type: 'string' }, currency: { type: 'string' } } };
const cells = (schema: Schema) =>
  [...schemaTable(schema).matchAll(/<tr><td><code>(.*?)<\/code>(.*?)<\/td><td>(.*?)<\/td>/g)].map(
    ([, name, , kind]) => [name, kind],
  );

test.each<[Schema, string]>([
  [MONEY, 'money'],
  [{ const: 'on' }, '&#34;on&#34;'],
  [{ type: 'string', enum: ['a', 'b'] }, 'one of these'],
  [{ anyOf: [{ type: 'string' }, { type: 'boolean' }, { type: 'string' }] }, 'text or true or false'],
  [{ type: 'array', items: { type: 'string', enum: ['a'] }, maxItems: 5 }, 'list of these, at most 5 items'],
  [{ type: 'string', format: 'date' }, 'date'],
  [{ type: 'string', minLength: 1, maxLength: 9 }, 'text, 1 to 9 characters'],
  [{ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }, 'whole number, at least 1'],
  [{ type: 'number', maximum: 2.5 }, 'number, at most 2.5'],
  [{ type: 'boolean' }, 'true or false'],
  [{ type: ['string', 'null'] }, 'string or null'],
])('a field of %j is told as %s', (schema, kind) => {
  expect(cells({ type: 'object', properties: { field: schema } })[0]).toEqual(['field', kind]);
});

test('what lies inside a field is told with its path, money as one thing, and nothing is called none', () => {
  const inner = { type: 'object', properties: { id: { type: 'string' } } };
  const named = (schema: Schema) => cells({ type: 'object', properties: { field: schema } }).map(([name]) => name);
  expect(named(inner)).toEqual(['field', 'field.id']);
  expect(named({ type: 'array', items: inner })).toEqual(['field', 'field[].id']);
  expect(named({ anyOf: [inner, { type: 'null' }] })).toEqual(['field', 'field.id']);
  expect(named({ type: 'object', additionalProperties: inner })).toEqual(['field', 'field.*.id']);
  expect(named(MONEY)).toEqual(['field']);
  expect(schemaTable({ type: 'object' })).toBe('<p class="soft">None.</p>');
});

test('values that are allowed stand in the table, and where there are none nothing stands for them', () => {
  const table = (field: Schema) => schemaTable({ type: 'object', properties: { field } });
  expect(table({ enum: ['a'] })).toContain('<span class="values"><code>a</code></span>');
  expect(table({ type: 'string' })).not.toContain('values');
});

test.each<[string, Schema, unknown]>([
  ['size', { default: 7, type: 'integer' }, 7],
  ['kind', { const: 'fixed', type: 'string' }, 'fixed'],
  ['kind', { enum: ['first', 'second'] }, 'first'],
  ['end', { anyOf: [{ type: 'boolean' }, { type: 'string' }] }, true],
  ['account_ids', { type: 'array', minItems: 2, items: { type: 'string' } }, ['1234567890', '1234567890']],
  ['place', { type: 'object', required: ['id'], properties: { id: {}, other: {} } }, { id: '1234567890' }],
  ['size', { type: 'number', minimum: 5 }, 5],
  ['size', { type: 'integer' }, 1],
  ['is_on', { type: 'boolean' }, true],
  ['campaign_id', { type: 'string' }, '1234567890'],
  ['final_url', { type: 'string' }, 'https://example.com'],
  ['start_date', { type: 'string' }, '2026-01-31'],
  ['ad_name', { type: 'string' }, 'ad name'],
])('an example call has for %s, which is %j, %j', (name, schema, value) => {
  const text = curlExample('http://localhost', '/social/mcp', 'a_tool', {
    properties: { [name]: schema, left_out: { type: 'string' } },
    required: [name],
  });
  expect(JSON.parse(/-d '(.*)'$/s.exec(text)![1]!).params).toEqual({ name: 'a_tool', arguments: { [name]: value } });
});
