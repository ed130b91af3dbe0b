import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { HttpError } from '../errors.ts';
import type { Channel } from '../tools/channel.ts';
import { ChannelEndpoint } from './endpoint.ts';
import { type Bed, pipelineBed, toolOf, trains, yard } from './pipeline.testing.ts';
import type { Narrowing } from './tool-selection.ts';

const ALL: Narrowing = { readOnly: false, toolsets: [], channels: [] };
const channel: Channel = { ...trains, defaultToolsets: ['daily'] };
const see = toolOf(channel, { account: false });
const move = toolOf(channel, { name: 'move_train', toolset: 'moving', access: 'write' });
const stop = toolOf(channel, { name: 'stop_train', toolset: 'moving', access: 'write' });
const paint = toolOf(channel, { name: 'paint_train', toolset: 'looks' });
const file = toolOf({ ...yard, name: 'files', servedAt: 'trains' }, { name: 'read_file' });

let bed: Bed;
let endpoint: ChannelEndpoint;
beforeEach(async () => {
  bed = await pipelineBed();
  endpoint = new ChannelEndpoint(channel as Channel, [see, move, stop, paint, file], bed.pipeline);
});
afterEach(() => bed.discard());

const listed = (narrowing: Partial<Narrowing> = {}, key = {}): string[] =>
  JSON.parse(endpoint.toolList({ ...bed.principal, ...key }, { ...ALL, ...narrowing })).map(
    ({ name }: { name: string }) => name,
  );
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

test('it is known by its channel, and tells of the tools that it does not list', () => {
  expect(endpoint).toMatchObject({ address: 'trains', title: 'Trains', toolsets: ['daily', 'looks', 'moving'] });
  expect(endpoint.stateSeal).toBe(bed.pipeline.signed);
  expect(endpoint.instructions(bed.principal, ALL)).toBe(
    'Runs trains. Not in the tool list, though they can be called: moving (move_train, stop_train); looks (paint_train). To list them, add ?toolsets=all or ?toolsets=moving,looks to the address.',
  );
  expect(new ChannelEndpoint(yard as Channel, [file], bed.pipeline).instructions(bed.principal, ALL)).toBe(
    'Keeps the yard.',
  );
});

test('to a reader it says that it is read-only and leads to no tool that changes anything', () => {
  const reader = { ...bed.principal, readOnly: true };
  bed.pipeline.tools = [toolOf(trains as Channel, { name: 'move_train', access: 'write' })];
  const channel = { ...trains, instructions: 'Runs trains. First see_train; then move_train. Ask twice.' } as Channel;
  const told = toolOf(channel, { description: 'Shows it. Moved by move_train.' });
  const own = new ChannelEndpoint(channel, [told], bed.pipeline);
  for (const words of [own.instructions(reader, ALL), own.instructions(bed.principal, { ...ALL, readOnly: true })]) {
    expect(words).toMatch(/^Read-only: .* Runs trains\. First see_train; Ask twice\.$/);
    expect(words).not.toContain('move_train');
  }
  expect(own.toolList(reader, ALL)).not.toContain('move_train');
  expect(own.toolList(bed.principal, ALL)).toContain('move_train');
});

test('a name that no tool has leads to the nearest that the caller may use', () => {
  expect(endpoint.toolLike('move_trian', bed.principal, ALL)).toBe('move_train');
  expect(endpoint.toolLike('move_trian', { ...bed.principal, readOnly: true }, ALL)).not.toBe('move_train');
  expect(endpoint.toolLike('xyz', bed.principal, ALL)).toBeUndefined();
});

describe('its list', () => {
  test('is made of the usual toolsets, or of those that are named', () => {
    expect(listed()).toEqual(['see_train', 'read_file']);
    expect(listed({ toolsets: ['moving'] })).toEqual(['move_train', 'stop_train']);
    expect(listed({ toolsets: ['all'] })).toHaveLength(5);
    expect(listed({ toolsets: ['moving', 'daily'] })).toHaveLength(4);
  });

  test('holds only reads for who may only read', () => {
    const reads = ['see_train', 'paint_train', 'read_file'];
    expect(listed({ toolsets: ['all'], readOnly: true })).toEqual(reads);
    expect(listed({ toolsets: ['all'] }, { readOnly: true })).toEqual(reads);
  });

  test('holds only what the key may use, also after a request with another key', () => {
    expect(listed({}, { channels: ['files'] })).toEqual(['read_file']);
    expect(listed({}, { channels: ['trains'] })).toEqual(['see_train']);
    expect(listed()).toEqual(['see_train', 'read_file']);
  });

  test('is written once for all who see the same, and kept for as many as 256 ways to see it', () => {
    const looked = vi.spyOn(bed.pipeline.admission, 'mayUse');
    const isWritten = (toolset: string) => {
      looked.mockClear();
      endpoint.toolList(bed.principal, { ...ALL, toolsets: [toolset] });
      return looked.mock.calls.length > 0;
    };
    for (let way = 1; way <= 256; way++) expect(isWritten(`way ${way}`)).toBe(true);
    expect([isWritten('way 1'), isWritten('way 256')]).toEqual([false, false]);
    expect([isWritten('way 257'), isWritten('way 257')]).toEqual([true, true]);
  });

  test('holds every tool with its schemas', () => {
    expect(JSON.parse(endpoint.toolList(bed.principal, ALL))[0]).toMatchObject({
      name: 'see_train',
      inputSchema: { type: 'object' },
    });
  });
});

describe('a key', () => {
  test('is let in where it reaches the channel in any way', async () => {
    await bed.connect();
    expect(await refusal(endpoint.admit(bed.principal))).toBeUndefined();
    expect(await refusal(endpoint.admit({ ...bed.principal, channels: ['files'] }))).toBeUndefined();
  });

  test('for other channels is refused, and so is one in a workspace that is not connected', async () => {
    expect(await refusal(endpoint.admit({ ...bed.principal, channels: ['video'] }))).toMatchObject({
      status: 403,
      message:
        'The key "Morning" may not use the trains channel. It may use: video. Ask for a key that includes trains.',
    });
    expect(await refusal(endpoint.admit(bed.principal))).toMatchObject({
      status: 403,
      message: expect.stringContaining('The trains channel is not connected in the workspace "Acme".'),
    });
  });

  test('needs no connection where the channel needs none', async () => {
    const own = new ChannelEndpoint(yard as Channel, [toolOf(yard)], bed.pipeline);
    expect(await refusal(own.admit(bed.principal))).toBeUndefined();
    expect(await own.callTool('no_tool', {}, bed.call(), ALL)).toBeUndefined();
  });
});

describe('stopping all spending', () => {
  const spending: Channel = { ...channel, stopping: {} as NonNullable<Channel['stopping']> };
  const drive = toolOf(spending, { name: 'drive_train', account: false });
  const halt = toolOf(yard, { name: 'halt', access: 'write', stopsSpending: true });
  const ofTrains = { channels: ['trains'] };
  const names = (own: ChannelEndpoint, key = {}) =>
    JSON.parse(own.toolList({ ...bed.principal, ...key }, ALL)).map(({ name }: { name: string }) => name);
  beforeEach(() => {
    bed.pipeline.tools = [drive, halt];
  });

  test('is told of and called at the address of a channel that spends, whatever toolsets are named, and not listed', async () => {
    await bed.connect();
    const own = new ChannelEndpoint(spending, [drive], bed.pipeline);
    const principal = { ...bed.principal, ...ofTrains };
    expect(names(own, ofTrains)).toEqual(['drive_train']);
    expect(own.instructions(principal, ALL)).toContain('halt can be called here as well');
    expect(own.instructions({ ...principal, readOnly: true }, ALL)).not.toContain('halt');
    expect(own.maySpendLess('halt', {})).toBe(true);
    const named = { ...ALL, toolsets: ['daily'] };
    expect(await own.callTool('halt', {}, bed.call({ principal }), named)).toMatchObject({ isError: false });
    expect(await endpoint.callTool('halt', {}, bed.call(), ALL)).toBeUndefined();
  });

  test('is all that a key for such a channel sees at the address of the tool', async () => {
    const own = new ChannelEndpoint(yard as Channel, [halt, toolOf(yard)], bed.pipeline);
    const principal = { ...bed.principal, ...ofTrains };
    expect(await refusal(own.admit(principal))).toBeUndefined();
    expect(names(own, ofTrains)).toEqual(['halt']);
    expect(own.instructions(principal, ALL)).toBe(
      'The key "Morning" may call only halt here; its other tools are at the addresses of its channels: trains.',
    );
    for (const key of [{ channels: ['video'] }, { ...ofTrains, readOnly: true }])
      expect(await refusal(own.admit({ ...bed.principal, ...key }))).toBeInstanceOf(HttpError);
  });
});

describe('a call', () => {
  test('finds the tool of that name, in the toolsets that were named', async () => {
    await bed.connect();
    expect(await endpoint.callTool('see_train', {}, bed.call(), ALL)).toMatchObject({ isError: false });
    expect(await endpoint.callTool('paint_train', { line_id: '1' }, bed.call(), ALL)).toMatchObject({ isError: false });
    const named = { ...ALL, toolsets: ['moving'] };
    expect(await endpoint.callTool('see_train', {}, bed.call(), named)).toBeUndefined();
    expect(await endpoint.callTool('see_train', {}, bed.call(), { ...ALL, toolsets: ['all'] })).toBeDefined();
    expect(await endpoint.callTool('no_tool', {}, bed.call(), ALL)).toBeUndefined();
  });

  test('of a tool there is not is refused like any other where the key has no business', async () => {
    expect(await refusal(endpoint.callTool('no_tool', {}, bed.call(), ALL))).toBeInstanceOf(HttpError);
    await bed.connect();
    const { organizationId } = bed;
    const bare = await bed.directory.createWorkspace({ organizationId, name: 'Bare', currency: 'EUR' });
    const principal = { ...bed.principal, organizationWide: true };
    const called = (args: unknown) => refusal(endpoint.callTool('no_tool', args, bed.call({ principal }), ALL));
    expect(await called({ workspaceId: bare.id })).toMatchObject({
      message: expect.stringContaining('The trains channel is not connected in the workspace "Bare".'),
    });
    for (const args of [null, undefined, 'text']) expect(await called(args)).toBeUndefined();
  });
});

test('it knows the arguments of its tools that a header repeats', () => {
  const mirrored = toolOf(channel, {
    name: 'm',
    input: z.strictObject({ zone: z.string().meta({ 'x-mcp-header': 'Zone' }) }),
  });
  const its = new ChannelEndpoint(channel as Channel, [mirrored], bed.pipeline);
  expect(its.mirroredArguments('m')).toEqual([{ header: 'Zone', path: ['zone'] }]);
  expect(its.mirroredArguments('none')).toEqual([]);
});
