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
const problemOf = (given: unknown) => {
  try {
    return validateArguments(tool, given);
  } catch (error) {
    return (error as Failure).details.problems;
  }
};

test('an argument by its former name and value is the argument', () => {
  expect(validateArguments(tool, { preset: 'last_7d', breakdowns: ['age'] })).toEqual({
    range: 'LAST_7_DAYS',
    split: ['age'],
  });
  expect(validateArguments(tool, { preset: 'TODAY' })).toEqual({ range: 'TODAY' });
});

test('no list shows it', () => {
  expect(Object.keys(describeTool(tool).inputSchema.properties as object)).toEqual(['range', 'split', 'workspaceId']);
});

test('one thing said by two names is refused, and problems come by the name the caller used', () => {
  expect(problemOf({ preset: 'last_7d', range: 'TODAY' })).toEqual([
    { field: 'preset', message: 'means the same as range; give one of them' },
  ]);
  expect(problemOf({ preset: 'last_7d', span: 'TODAY' })).toEqual([
    { field: 'span', message: 'means the same as preset; give one of them' },
  ]);
  expect(problemOf({ preset: 'last_8d' })).toMatchObject([
    { field: 'preset', allowed_values: ['TODAY', 'LAST_7_DAYS'] },
  ]);
  expect(problemOf({ breakdowns: ['a', 1] })).toMatchObject([{ field: 'breakdowns.1' }]);
  expect(problemOf({ breakdowns: ['x'] })).toMatchObject([{ field: 'breakdowns' }]);
});
