import { expect, test } from 'vitest';
import { z } from 'zod';
import { describeBeforehand, describeTool } from './describe.ts';
import { mirroredArguments } from './mirrored-arguments.ts';
import { toolOf, trains, yard } from './pipeline.testing.ts';

const loose = z.looseObject({ id: z.string() });
const tool = toolOf(yard, {
  workspace: false,
  input: z.strictObject({
    loose,
    named: z.record(z.string(), z.number()),
    keyed: z.record(z.string().max(3), z.string()),
  }),
  output: z.strictObject({ loose, inner: z.strictObject({ a: z.string() }), named: z.record(z.string(), z.number()) }),
  access: 'destructive',
  repeat: 'never',
});
const anyObject = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };

test('a tool is described by its schemas: strict where it is told something, open where it answers', () => {
  expect(describeTool(tool)).toEqual({
    name: 'see_train',
    title: 'See a train',
    description: 'Shows one train.',
    inputSchema: {
      type: 'object',
      properties: {
        loose: anyObject,
        named: { type: 'object', additionalProperties: { type: 'number' } },
        keyed: {
          type: 'object',
          propertyNames: { type: 'string', maxLength: 3 },
          additionalProperties: { type: 'string' },
        },
        idempotency_key: { type: 'string', description: 'Done once' },
      },
      required: ['loose', 'named', 'keyed'],
      additionalProperties: false,
    },
    outputSchema: {
      type: 'object',
      properties: {
        loose: anyObject,
        inner: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
        named: { type: 'object', additionalProperties: { type: 'number' } },
      },
      required: ['loose', 'inner', 'named'],
    },
    annotations: {
      title: 'See a train',
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: false,
    },
  });
});

test('what an argument is before it is read is what is asked for', () => {
  const reads = toolOf(yard, {
    input: z.strictObject({ n: z.string().default('1') }),
    output: z.object({ n: z.string().default('1') }),
  });
  expect(describeTool(reads).inputSchema.required).toBeUndefined();
  expect(describeTool(reads).outputSchema.required).toEqual(['n']);
});

test('a dialect is named only by who names it', () => {
  expect(describeTool(tool).inputSchema).not.toHaveProperty('$schema');
  const $schema = 'https://json-schema.org/draft/2020-12/schema';
  const named = toolOf(yard, { input: z.strictObject({}).meta({ $schema }) });
  expect(describeTool(named).inputSchema.$schema).toBe($schema);
});

test('a description is made once, beforehand where that is asked for, and others get their turn between', async () => {
  const tools = [toolOf(yard), toolOf(yard)];
  const turns: string[] = [];
  setImmediate(() => turns.push('somebody else'));
  await describeBeforehand(tools);
  expect(turns).toEqual(['somebody else']);
  const first = describeTool(tools[1]!);
  expect(describeTool(tools[1]!)).toBe(first);
});

test('arguments that a header repeats are found wherever they stand, once', () => {
  const inner = z.strictObject({ zone: z.string().meta({ 'x-mcp-header': 'Zone' }), other: z.string() });
  const mirrored = toolOf(trains, {
    input: z.strictObject({ area: z.string().meta({ 'x-mcp-header': 'Area' }), deep: inner }),
  });
  expect(mirroredArguments(mirrored)).toEqual([
    { header: 'Area', path: ['area'] },
    { header: 'Zone', path: ['deep', 'zone'] },
  ]);
  expect(mirroredArguments(mirrored)).toBe(mirroredArguments(mirrored));
  expect(mirroredArguments(toolOf(trains))).toEqual([]);
});
