import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { READ_POINTS, WRITE_POINTS } from '../limits/prices.ts';
import type { Channel } from '../tools/channel.ts';
import { OneAddress } from './one-address.ts';
import { type Bed, pipelineBed, toolOf, trains, yard } from './pipeline.testing.ts';
import type { Narrowing } from './tool-selection.ts';

const ALL: Narrowing = { readOnly: false, toolsets: [], channels: [] };
const spending: Channel = {
  ...(trains as Channel),
  knownAs: ['railway'],
  defaultToolsets: ['daily'],
  stopping: {} as NonNullable<Channel['stopping']>,
};
const buses: Channel = { ...(trains as Channel), name: 'buses', title: 'Buses', knownAs: ['coach'] };
const move = toolOf(spending, {
  name: 'move_train',
  title: 'Move a train',
  description: 'Moves it. First see_train, then list_stations.',
  toolset: 'moving',
  access: 'write',
  input: z.strictObject({ name: z.string(), status: z.string().optional() }),
});
const see = toolOf(spending, { account: false });
const list = toolOf(spending, {
  name: 'list_stations',
  title: 'List stations',
  description: 'Stations.',
  account: false,
});
const listBuses = toolOf(buses, {
  name: 'list_stations',
  title: 'List stations',
  description: 'Stops.',
  account: false,
});
const halt = toolOf(yard as Channel, { name: 'halt', title: 'Halt', access: 'write', stopsSpending: true });
const open = toolOf(yard as Channel, { name: 'open_yard', title: 'Open the yard', toolset: 'yard' });

let bed: Bed;
let address: OneAddress;
beforeEach(async () => {
  bed = await pipelineBed();
  bed.pipeline.tools = [see, move, list, listBuses, halt, open];
  address = new OneAddress([spending, buses, yard as Channel], bed.pipeline);
  await bed.connect();
});
afterEach(() => bed.discard());

const listed = (narrowing: Partial<Narrowing> = {}, key = {}): string[] =>
  JSON.parse(address.toolList({ ...bed.principal, ...key }, { ...ALL, ...narrowing })).map(
    ({ name }: { name: string }) => name,
  );
const called = async (name: string, args: unknown, narrowing: Partial<Narrowing> = {}, more = {}) => {
  const reply = await address.callTool(name, args, bed.call(more), { ...ALL, ...narrowing });
  return reply && JSON.parse(reply.json);
};

test('it lists what needs no connection, and what finds and calls the rest', () => {
  expect(listed()).toEqual(['find_tools', 'call_read_tool', 'call_write_tool', 'halt', 'open_yard']);
  expect(listed({ readOnly: true })).toEqual(['find_tools', 'call_read_tool', 'open_yard']);
  expect(listed({}, { channels: ['buses'] })).toEqual(['find_tools', 'call_read_tool', 'call_write_tool']);
  expect(listed({}, { channels: ['trains'] })).toContain('halt');
  expect(address).toMatchObject({ channels: ['trains', 'buses', 'yard'], toolsets: ['daily', 'moving', 'yard'] });
});

test('its short list leaves out bounds and results, and nothing that a caller chooses the names of', () => {
  const bounded = toolOf(yard as Channel, {
    name: 'open_gate',
    input: z.strictObject({
      maximum: z.string().max(9).describe('A name'),
      at: z.array(z.string()).max(3).default([]),
    }),
  });
  bed.pipeline.tools = [bounded];
  const [, , , gate] = JSON.parse(new OneAddress([yard as Channel], bed.pipeline).toolList(bed.principal, ALL));
  expect(gate.outputSchema).toBeUndefined();
  expect(gate.inputSchema.properties).toMatchObject({
    maximum: { type: 'string', description: 'A name' },
    at: { type: 'array', default: [], items: { type: 'string' } },
  });
  expect(JSON.stringify(gate)).not.toMatch(/maxLength|maxItems/);
});

test('it says how tools are found, or which were chosen', () => {
  const told = (narrowing: Partial<Narrowing>) => address.instructions(bed.principal, { ...ALL, ...narrowing });
  expect(told({})).toMatch(
    /trains \(Trains\), buses \(Buses\)\. Say to find_tools .*call_read_tool or call_write_tool/,
  );
  expect(told({ readOnly: true })).toMatch(/^Read-only: /);
  expect(told({ readOnly: true })).not.toContain('call_write_tool');
  expect(told({ channels: ['trains'] })).toContain('moving (trains_move_train)');
  expect(told({ channels: ['trains'] })).toContain('halt can be called here as well');
  expect(told({ channels: ['buses'] })).not.toContain('halt');
});

describe('tools that were chosen', () => {
  test('are listed by whole names, in which their descriptions speak too', () => {
    expect(listed({ channels: ['trains'] })).toEqual(['trains_see_train', 'trains_list_stations']);
    expect(listed({ toolsets: ['moving'] })).toEqual(['trains_move_train']);
    expect(listed({ channels: ['all'], toolsets: ['all'] })).toHaveLength(6);
    expect(address.toolList(bed.principal, { ...ALL, toolsets: ['moving'] })).toContain(
      'First trains_see_train, then trains_list_stations.',
    );
    expect(listed({ toolsets: ['moving'], readOnly: true })).toEqual([]);
  });

  test('are all that is called, but for stopping', async () => {
    const channels = ['buses'];
    expect(await called('trains_see_train', {}, { channels })).toBeUndefined();
    expect(await called('find_tools', { query: 'train' }, { channels })).toBeUndefined();
    expect(await called('halt', {}, { channels })).toEqual({});
    expect(await called('see_train', {}, { channels: ['trains'] })).toEqual({});
  });
});

describe('finding', () => {
  const found = async (query: string, more = {}) =>
    (await called('find_tools', { query, ...more })).tools.map(({ tool }: { tool: string }) => tool);

  test('answers with what a tool does, what calls it and its whole schema', async () => {
    const { tools, not_connected } = await called('find_tools', { query: 'moving a train' });
    expect(tools[0]).toEqual({
      tool: 'trains_move_train',
      channel: 'trains',
      title: 'Move a train',
      does: 'Moves it. First trains_see_train, then trains_list_stations.',
      call_with: 'call_write_tool',
      input_schema: expect.objectContaining({ properties: expect.objectContaining({ name: { type: 'string' } }) }),
    });
    expect(not_connected, 'of the other platform').toEqual(['buses']);
    expect((await called('find_tools', { query: 'open the yard' })).tools[0].call_with).toBe('open_yard');
  });

  test('leaves out what the key may not use, what is not connected and what was not asked for', async () => {
    expect(await found('stations')).toEqual(['trains_list_stations']);
    expect(await found('open the train yard', { channel: 'trains' })).not.toContain('yard_open_yard');
    expect(await found('open the yard', { limit: 1 })).toHaveLength(1);
    const key = { principal: { ...bed.principal, channels: ['yard'] } };
    const { tools } = await called('find_tools', { query: 'list stations of trains' }, {}, key);
    for (const { channel } of tools) expect(channel).toBe('yard');
    expect((await called('find_tools', { query: 'x', channel: 'trains' }, {}, key)).error.allowed_values).toEqual([
      'yard',
    ]);
  });
});

describe('calling a tool that was named', () => {
  test('runs it as its own address would, and reports it under its own name', async () => {
    expect(await called('call_read_tool', { tool: 'trains_see_train', arguments: { name: 'IC 1' } })).toEqual({});
    expect(bed.events.at(-1)).toMatchObject({ tool: { name: 'see_train', channel: { name: 'trains' } } });
    expect(await called('call_read_tool', { tool: 'see_train', args: '{"name":"IC 1"}' })).toEqual({});
    await called('call_write_tool', { tool: 'trains_move_train', arguments: { name: 'IC 1', line_id: '1' } });
    expect(bed.charged).toEqual([WRITE_POINTS - READ_POINTS]);
    expect((await bed.audited()).map(({ action }) => action)).toEqual(['trains/move_train', 'trains/move_train']);
  });

  test('refuses what the other one calls, what there is not, and what several channels have', async () => {
    expect((await called('call_read_tool', { tool: 'trains_move_train' })).error).toMatchObject({
      message: '`tool`: trains_move_train changes something, and call_read_tool does not call such tools',
      next_step: 'Call call_write_tool with the same arguments. Nothing was sent.',
    });
    expect((await called('call_write_tool', { tool: 'see_train' })).error.next_step).toContain('call_read_tool');
    expect((await called('call_write_tool', { tool: 'move_trian' })).error.allowed_values).toContain(
      'trains_move_train',
    );
    expect((await called('call_read_tool', { tool: 'list_stations' })).error.allowed_values).toEqual([
      'trains_list_stations',
      'buses_list_stations',
    ]);
    const principal = { ...bed.principal, channels: ['trains'] };
    expect(await called('call_read_tool', { tool: 'list_stations' }, {}, { principal }), 'its own').toEqual({});
  });

  test('tells a caller that may only read so', async () => {
    const args = { tool: 'trains_move_train', arguments: { name: 'IC 1', line_id: '1' } };
    for (const name of ['call_read_tool', 'call_write_tool'])
      expect((await called(name, args, { readOnly: true }, { readOnly: true })).error.code).toBe('permission_denied');
  });

  test("answers wrong arguments with the tool's schema, and its own wrong ones without", async () => {
    const inner = (await called('call_write_tool', { tool: 'trains_move_train', arguments: { nam: 'x' } })).error;
    expect(inner).toMatchObject({ channel: 'trains', code: 'invalid_arguments', input_schema: { type: 'object' } });
    for (const args of [
      {},
      { tool: 1 },
      { tool: 'see_train', arguments: [] },
      { tool: 'see_train', more: 1 },
      7,
      null,
    ]) {
      const { error } = await called('call_read_tool', args);
      expect(error, JSON.stringify(args)).toMatchObject({ channel: 'all', code: 'invalid_arguments' });
      expect(error.input_schema).toBeUndefined();
    }
  });
});

test('it knows which calls make less money flow, whichever way they are made', () => {
  const args = { name: 'IC 1', status: 'PAUSED' };
  expect(address.maySpendLess('call_write_tool', { tool: 'trains_move_train', arguments: args })).toBe(true);
  expect(address.maySpendLess('trains_move_train', args)).toBe(true);
  expect(address.maySpendLess('halt', {})).toBe(true);
  for (const given of [{ tool: 'trains_see_train', arguments: args }, { tool: 1 }, null, 'x'])
    expect(address.maySpendLess('call_write_tool', given)).toBe(false);
  for (const given of [null, 'x', 7]) expect(address.maySpendLess('halt', given)).toBe(false);
});

test('a name that no tool has leads to the nearest', () => {
  expect(address.toolLike('find_tool', bed.principal, ALL)).toBe('find_tools');
  expect(address.toolLike('trains_see_trian', bed.principal, ALL)).toBe('trains_see_train');
  expect(address.toolLike('list_stations', bed.principal, ALL)).toBe('trains_list_stations or buses_list_stations');
  const channels = ['boats', 'buses', 'planes', 'trains'].map((name): Channel => ({ ...buses, name }));
  bed.pipeline.tools = channels.map((channel) => toolOf(channel, { name: 'bulk_update' }));
  const all = channels.map(({ name }) => `${name}_bulk_update`).join(' or ');
  expect(new OneAddress(channels, bed.pipeline).toolLike('bulk_update', bed.principal, ALL)).toBe(all);
});
