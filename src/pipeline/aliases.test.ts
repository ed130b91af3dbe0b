import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Failure } from '../errors.ts';
import type { Channel } from '../tools/channel.ts';
import { defineTool } from '../tools/define-tool.ts';
import { describeTool } from './describe.ts';
import { validateArguments } from './validate.ts';

const channel: Channel = {
  name: 'test',
  title: 'Test',
  instructions: '',
  hosts: {},
  needsConnection: false,
  connect: () => undefined,
};
const tool = defineTool(channel, {
  name: 'look',
  title: 'Look',
  description: 'Looks.',
  toolset: 'test',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({ range: z.enum(['TODAY', 'LAST_7_DAYS']).optional(), split: z.array(z.string()).optional() }),
  aliases: { preset: { argument: 'range', values: { last_7d: 'LAST_7_DAYS' } }, span: 'range', breakdowns: 'split' },
  output: z.object({}),
  rules: ({ split }) => (split?.includes('x') ? [{ field: 'split', message: 'has an x' }] : []),
  run: async () => ({}),
});
const problemOf = async (given: unknown, of = tool) => {
  try {
    return await validateArguments(of, given);
  } catch (error) {
    return (error as Failure).details.problems;
  }
};

test('an argument by its former name and value is the argument', async () => {
  expect(await validateArguments(tool, { preset: 'last_7d', breakdowns: ['age'] })).toEqual({
    range: 'LAST_7_DAYS',
    split: ['age'],
  });
  expect(await validateArguments(tool, { preset: 'TODAY' })).toEqual({ range: 'TODAY' });
});

test('no list shows it', () => {
  expect(Object.keys(describeTool(tool).inputSchema.properties as object)).toEqual(['range', 'split', 'workspaceId']);
});

test('one thing said by two names is refused, and problems come by the name the caller used', async () => {
  expect(await problemOf({ preset: 'last_7d', range: 'TODAY' })).toEqual([
    { field: 'preset', message: 'means the same as range; give one of them' },
  ]);
  expect(await problemOf({ preset: 'last_7d', span: 'TODAY' })).toEqual([
    { field: 'span', message: 'means the same as preset; give one of them' },
  ]);
  expect(await problemOf({ preset: 'last_8d' })).toMatchObject([
    { field: 'preset', allowed_values: ['TODAY', 'LAST_7_DAYS'] },
  ]);
  expect(await problemOf({ breakdowns: ['a', 1] })).toMatchObject([{ field: 'breakdowns.1' }]);
  expect(await problemOf({ breakdowns: ['x'] })).toMatchObject([{ field: 'breakdowns' }]);
});

test('what an argument is called in another channel is taken too, and one id or status without its brackets', async () => {
  const list = defineTool(channel, {
    name: 'list_things',
    title: 'List things',
    description: 'Lists.',
    toolset: 'test',
    access: 'read',
    repeat: 'safe',
    input: z.strictObject({
      customer_id: z.string().optional(),
      thing_ids: z.array(z.string().regex(/^\d+$/)).optional(),
      status: z.array(z.string()).optional(),
      tags: z.array(z.string()).optional(),
    }),
    output: z.object({}),
    run: async () => ({}),
  });
  expect(await validateArguments(list, { account_id: '1', thing_id: '2', status: 'ON' })).toEqual({
    customer_id: '1',
    thing_ids: ['2'],
    status: ['ON'],
  });
  expect(await problemOf({ thing_id: 'x' }, list)).toMatchObject([{ field: 'thing_id' }]);
  expect(await problemOf({ thing_ids: ['1', 'x'] }, list)).toMatchObject([{ field: 'thing_ids.1' }]);
  expect(await problemOf({ thing_id: '1', thing_ids: ['2'] }, list)).toMatchObject([{ field: 'thing_id' }]);
  expect(await problemOf({ tags: 'x' }, list)).toMatchObject([{ field: 'tags' }]);
  expect(await problemOf([], list)).toMatchObject([{ field: 'arguments' }]);
});
