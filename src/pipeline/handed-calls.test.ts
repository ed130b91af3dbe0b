import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { Failure } from '../errors.ts';
import { type Bed, pipelineBed, toolOf, trains } from './pipeline.testing.ts';

let bed: Bed;
beforeEach(async () => {
  bed = await pipelineBed();
});
afterEach(() => bed.discard());

const seen = toolOf(trains, { name: 'see_train', input: z.strictObject({ name: z.string(), at: z.any().optional() }) });
const stations = toolOf(trains, { name: 'list_stations', account: false });
const handing = (reply: Record<string, unknown>) =>
  toolOf(trains, { name: 'hand_out', output: z.looseObject({}), run: async () => reply });

async function replyOf(reply: Record<string, unknown>, args: Record<string, unknown>) {
  bed.pipeline.tools = [seen, stations];
  const { json } = await bed.run(handing(reply), args);
  return JSON.parse(json);
}

test('a handed-out call is given the account, the region and the workspace that the caller named', async () => {
  await bed.connect();
  const place = { line_id: '7', region: 'north', workspaceId: 'Acme' };
  const next_calls = [{ tool: 'see_train', arguments: { name: 'IC 1' }, purpose: 'See it' }];
  const kept = ['It stands: see_train {"name":"a } \\" {","at":{"km":[{"m":1}]}}. Then see_train {}'];
  const answer = await replyOf({ rows: [{ next_calls }], keeps_from_serving: kept }, place);
  const whole = { line_id: '7', region: 'north', workspaceId: bed.workspaceId };
  expect(answer.rows[0].next_calls[0].arguments).toEqual({ ...whole, name: 'IC 1' });
  const first = { ...whole, name: 'a } " {', at: { km: [{ m: 1 }] } };
  expect(answer.keeps_from_serving[0]).toBe(
    `It stands: see_train ${JSON.stringify(first)}. Then see_train ${JSON.stringify({ ...whole, name: '…' })}`,
  );
});

test('a handed-out call names its tool as the address does where the caller called', async () => {
  await bed.connect();
  bed.pipeline.tools = [seen, stations];
  const reply = {
    next_calls: [{ tool: 'list_stations', arguments: {}, purpose: 'list_stations {}' }],
    notes: ['See see_train {"name":"a"}, or list_stations.'],
  };
  const { json } = await bed.run(handing(reply), { line_id: '7' }, { nameOf: ({ name }) => `trains_${name}` });
  expect(JSON.parse(json)).toMatchObject({
    next_calls: [{ tool: 'trains_list_stations', purpose: 'trains_list_stations {}' }],
    notes: ['See trains_see_train {"line_id":"7","name":"a"}, or list_stations.'],
  });
});

test('what a call names itself stays, and a tool is given nothing that it does not take', async () => {
  await bed.connect();
  const next_calls = [
    { tool: 'see_train', arguments: { line_id: '8', name: 'IC 1' }, purpose: '' },
    { tool: 'list_stations', arguments: {}, purpose: '' },
    { tool: 'unknown_tool', arguments: {}, purpose: '' },
  ];
  const answer = await replyOf({ next_calls }, { line_id: '7' });
  expect(answer.next_calls.map((call: { arguments: unknown }) => call.arguments)).toEqual([
    { line_id: '8', name: 'IC 1' },
    {},
    {},
  ]);
});

test('an account that neither the caller nor the connection names is marked, a configured one is left out', async () => {
  const asking = toolOf(trains, {
    name: 'ask_around',
    account: false,
    output: z.looseObject({}),
    run: async () => ({ mend: { tool: 'see_train', arguments: { name: 'IC 1' } } }),
  });
  bed.pipeline.tools = [seen];
  await bed.connect();
  expect(JSON.parse((await bed.run(asking)).json).mend.arguments).toEqual({ line_id: '…', name: 'IC 1' });
  await bed.connect({ account: '7' });
  expect(JSON.parse((await bed.run(asking)).json).mend.arguments).toEqual({ name: 'IC 1' });
});

test('what is empty in a reply stays so', async () => {
  await bed.connect();
  const reply = { stop: null, stops: [null, { name: null }], count: 0, next_calls: [] };
  expect(await replyOf(reply, { line_id: '7' })).toEqual(reply);
});

test('text of strangers that only looks like a call stays as it is', async () => {
  await bed.connect();
  const names = [
    'see_train {"name":"x"}',
    'see_train {"',
    'see_train {]}',
    'other_train {"name":"x"}',
    '{"arguments":{}}',
  ];
  const answer = await replyOf({ names, next_calls: [{ tool: 'x', arguments: {} }] }, { line_id: '7' });
  expect(answer.names).toEqual(names);
});

test('the next step of an error carries the place as well, once', async () => {
  await bed.connect();
  bed.pipeline.tools = [seen];
  const failing = (access: 'read' | 'write') =>
    toolOf(trains, {
      access,
      look: () => ({ tool: 'see_train', arguments: { name: 'IC 1' } }),
      run: async () => {
        throw new Failure({
          code: 'conflict',
          message: 'm',
          outcome: access === 'read' ? 'not_applied' : 'unknown',
          nextStep: 'See see_train {"name":"IC 2"}.',
        });
      },
    });
  const read = await bed.errorOf(failing('read'), { line_id: '7' });
  expect(read.next_step).toBe('See see_train {"line_id":"7","name":"IC 2"}.');
  const write = await bed.errorOf(failing('write'), { line_id: '7', idempotency_key: 'k' });
  expect(write.next_step).toContain('look with see_train {"line_id":"7","name":"IC 1"}.');
});

test('a caller that may only read is handed reads alone', async () => {
  await bed.connect({ account: '7' });
  const move = toolOf(trains, { name: 'move_train', access: 'write' });
  bed.pipeline.tools = [seen, move];
  const reply = {
    next_calls: [
      { tool: 'move_train', arguments: { name: 'IC 1' } },
      { tool: 'see_train', arguments: { name: 'IC 1' } },
    ],
    finding: { message: 'm', mend: { tool: 'move_train', arguments: {} } },
    keeps_from_serving: ['It stands: move_train {"name":"IC 1"}. See see_train {"name":"IC 1"}.'],
  };
  const { json } = await bed.run(handing(reply), {}, { readOnly: true });
  expect(JSON.parse(json)).toEqual({
    next_calls: [reply.next_calls[1]],
    finding: { message: 'm' },
    keeps_from_serving: ['It stands. See see_train {"name":"IC 1"}.'],
  });
  expect(JSON.parse((await bed.run(handing(reply))).json).next_calls).toHaveLength(2);
});

test('a command that connects anew names the workspace, so that it runs as printed', async () => {
  await bed.connect();
  const failing = toolOf(trains, {
    name: 'fail_it',
    run: async () => {
      throw new Failure({
        code: 'token_expired',
        message: 'Ended.',
        nextStep: 'Reconnect it (adhelm connect trains).',
      });
    },
  });
  const { error } = JSON.parse((await bed.run(failing, { line_id: '7' })).json);
  expect(error.next_step).toMatch(
    /^Reconnect it \(adhelm connect trains --workspace Acme --(sandbox|credentials FILE)\)\.$/,
  );
});
