import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Channel } from './channel.ts';
import { defineTool, type ToolSpec } from './define-tool.ts';

const AccountId = z.string().regex(/^\d+$/);
const trains = {
  ...{ name: 'trains', title: 'Trains', instructions: 'Runs trains.', hosts: {}, needsConnection: true },
  account: { argument: 'line_id', schema: AccountId, choices: async () => [] },
  connect: () => undefined,
} as unknown as Channel<undefined>;
type Spec = Partial<ToolSpec<undefined, z.ZodObject, z.ZodObject>>;
const tool = (spec: Spec = {}, channel = trains) =>
  defineTool(channel, {
    ...{ name: 'a', title: 'A', description: 'A.', toolset: 'a', access: 'write', repeat: 'safe' },
    ...{ input: z.strictObject({ id: z.string().optional() }), output: z.object({}), run: async () => ({}) },
    ...spec,
  } as ToolSpec<undefined, z.ZodObject, z.ZodObject>);

test('a reason has at most 500 characters, and an argument that the tool does not have is refused', () => {
  const takes = (given: object) => tool().input.safeParse(given).success;
  expect([takes({ reason: 'x'.repeat(500) }), takes({ reason: 'x'.repeat(501) })]).toEqual([true, false]);
  expect([takes({ id: '1', line_id: '7' }), takes({ line: '7' }), takes({ line_id: 'x' })]).toEqual([
    true,
    false,
    false,
  ]);
});

test('only a change can be previewed, explained and repeated by a key; only what is kept can be asked again', () => {
  const shared = (spec: Spec) => tool(spec).sharedInput.filter((name) => !['line_id', 'workspaceId'].includes(name));
  expect(shared({})).toEqual(['idempotency_key', 'preview', 'reason']);
  expect(shared({ access: 'read' })).toEqual([]);
  expect(shared({ access: 'read', keptS: 60 })).toEqual(['fresh']);
});

test('only what is kept says how old it is, and only a change of a platform may be answered by a plan', () => {
  const added = (spec: Spec) => Object.keys(tool(spec).output.shape);
  expect([added({ access: 'read', keptS: 60 }), added({ access: 'read' }), added({})]).toEqual([
    ['age_s'],
    [],
    ['plan'],
  ]);
});

test('a client is warned of what cannot be undone, and of what doubles when it is sent twice', () => {
  const hints = (spec: Spec) => {
    const { readOnlyHint, destructiveHint, idempotentHint } = tool(spec).annotations;
    return [readOnlyHint, destructiveHint, idempotentHint];
  };
  expect(hints({ access: 'read' })).toEqual([true, false, true]);
  expect(hints({})).toEqual([false, false, true]);
  expect(hints({ access: 'destructive' })).toEqual([false, true, true]);
  expect(hints({ irreversible: { status: ['REMOVED'] } })).toEqual([false, true, true]);
  expect(hints({ repeat: 'never' })).toEqual([false, false, false]);
  expect(hints({ relative: ['percent'] })).toEqual([false, false, false]);
});

test('every argument that names accounts is known as one, whatever it is called', () => {
  const into = z.array(AccountId.meta({ description: undefined })).optional();
  const input = z.strictObject({ from: AccountId, into, id: z.string() });
  expect(tool({ input }).accountArguments).toEqual(['line_id', 'from', 'into']);
  expect(tool({ input, account: false }).accountArguments).toEqual(['from', 'into']);
  expect(tool().accountArguments).toEqual(['line_id']);
  const { account: _, ...withoutAccounts } = trains;
  expect(tool({ input }, withoutAccounts).accountArguments).toEqual([]);
});
