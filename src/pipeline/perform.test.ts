import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { ToolContext } from '../tools/define-tool.ts';
import { InputRequired } from '../tools/input-required.ts';
import { RichReply } from '../tools/rich-reply.ts';
import { StreamedReply } from '../tools/streamed-reply.ts';
import type { ToolReply } from './call.ts';
import { type Bed, pipelineBed, type TrainClient, toolOf, yard } from './pipeline.testing.ts';

type Context = ToolContext<TrainClient>;

let bed: Bed;
beforeEach(async () => {
  bed = await pipelineBed();
});
afterEach(() => bed.discard());

const data = (reply: ToolReply) => JSON.parse(reply.json);

describe('the time a call may take', () => {
  const waiting = (access: 'read' | 'write') => {
    const signals: AbortSignal[] = [];
    const run = (_: unknown, { signal }: Context) =>
      new Promise((_, reject) => {
        signals.push(signal);
        signal.addEventListener('abort', () => reject(signal.reason));
        if (signal.aborted) reject(signal.reason);
      });
    return { signals, tool: toolOf(yard, { access, run: run as never }) };
  };

  test('ends it, and says so', async () => {
    bed.pipeline.callDeadlineMs = 20;
    expect(await bed.errorOf(waiting('read').tool)).toMatchObject({
      code: 'upstream_unavailable',
      message: 'The call took longer than a call may take.',
    });
    expect(await bed.errorOf(waiting('write').tool)).toMatchObject({ code: 'outcome_unknown' });
  });

  test('of a read is over when its caller leaves, and of a write is not', async () => {
    const leaving = new AbortController();
    const gone = () => leaving.signal;
    bed.pipeline.callDeadlineMs = 60;
    const [reading, writing] = [waiting('read'), waiting('write')];
    const replies = Promise.all([bed.errorOf(reading.tool, {}, { gone }), bed.errorOf(writing.tool, {}, { gone })]);
    await vi.waitFor(() => expect([...reading.signals, ...writing.signals]).toHaveLength(2));
    leaving.abort(new Error('left'));
    expect(reading.signals[0]!.reason).toEqual(new Error('left'));
    expect(writing.signals[0]!.aborted).toBe(false);
    expect(await replies).toMatchObject([
      { message: 'The caller went away.' },
      { message: 'The call took longer than a call may take.' },
    ]);
    expect(await bed.errorOf(waiting('read').tool, {}, { gone })).toMatchObject({ message: 'The caller went away.' });
  });

  test('has one signal, and no timer is left behind when it has ended', async () => {
    const started = vi.spyOn(globalThis, 'setTimeout');
    const ended = vi.spyOn(globalThis, 'clearTimeout');
    const run = async (_: unknown, context: Context) => {
      expect(context.signal).toBe(context.signal);
      expect(started.mock.results.at(-1)!.value.hasRef()).toBe(false);
      return {};
    };
    await bed.run(toolOf(yard, { run: run as never }));
    expect(ended).toHaveBeenCalledWith(started.mock.results.at(-1)!.value);
    ended.mockClear();
    await bed.run(toolOf(yard));
    expect(ended).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });
});

describe('a result', () => {
  test('that is long is cut at an item, and one that cannot be cut is refused', async () => {
    const room = { bytes: 2000, as: 'data' } as const;
    const items = Array.from({ length: 200 }, (_, index) => `item ${index}`);
    const lists = toolOf(yard, { output: z.looseObject({}), run: async () => ({ items }) });
    const cut = data(await bed.run(lists, {}, { room }));
    expect(cut.truncated).toMatchObject({ list: 'items', of: 200 });
    const text = 'x'.repeat(3000);
    const whole = (access: 'read' | 'write') =>
      toolOf(yard, { access, output: z.looseObject({}), run: async () => ({ text }) });
    expect(await bed.errorOf(whole('read'), {}, { room })).toEqual({
      channel: 'yard',
      code: 'unsupported',
      message: 'The answer is larger than one reply may be (1 MiB) and holds no list that could be cut.',
      retryable: false,
      outcome: 'not_applied',
      next_step: 'Ask for fewer fields or a narrower selection.',
    });
    expect(await bed.errorOf(whole('write'), {}, { room })).toMatchObject({ outcome: 'applied' });
  });

  test('that is something to look at is sent as it is, and bounded too', async () => {
    const picture = new RichReply([{ type: 'image', data: 'x'.repeat(100) }], { structured: { a: 1 } });
    const bare = new RichReply([{ type: 'text', text: '' }], { isError: true });
    const shows = (reply: RichReply) => toolOf(yard, { run: async () => reply });
    expect(await bed.run(shows(picture))).toEqual({ json: '{"a":1}', isError: false, rich: picture });
    expect(await bed.run(shows(bare))).toEqual({ json: 'null', isError: true, rich: bare });
    const bytes = JSON.stringify(picture.content).length;
    expect((await bed.run(shows(picture), {}, { room: { bytes, as: 'text' } })).isError).toBe(false);
    expect(await bed.errorOf(shows(picture), {}, { room: { bytes: bytes - 1, as: 'text' } })).toMatchObject({
      code: 'unsupported',
    });
  });

  test('that comes in pieces is cleaned piece by piece, and its time ends with the last', async () => {
    const ended = vi.spyOn(globalThis, 'clearTimeout');
    async function* pieces(signal: AbortSignal) {
      yield signal.aborted ? '' : 'a\u200b,';
      yield 'b\n';
      yield Uint8Array.of(0xe2, 0x80, 0x8b);
    }
    const run = async (_: unknown, { signal }: Context) => new StreamedReply('text/csv', pieces(signal));
    const reply = await bed.run(toolOf(yard, { run: run as never }));
    expect(reply).toMatchObject({ json: 'null', isError: false, stream: { type: 'text/csv' } });
    expect(ended).not.toHaveBeenCalled();
    const left: unknown[] = [];
    for await (const piece of reply.stream!.pieces) left.push(piece);
    expect(left).toEqual(['a,', 'b\n', Uint8Array.of(0xe2, 0x80, 0x8b)]);
    expect(ended).toHaveBeenCalledTimes(1);
    vi.restoreAllMocks();
  });

  test('that is a question goes to who can be asked, and is refused to others', async () => {
    const request = { method: 'roots/list', params: {} } as const;
    const asks = new InputRequired({ where: request, when: request });
    const tool = toolOf(yard, { run: async () => asks });
    const conversation = { canAsk: () => true, answers: {}, state: undefined };
    expect(await bed.run(tool, {}, { conversation })).toEqual({ json: 'null', isError: false, asks });
    expect(await bed.errorOf(tool)).toEqual({
      channel: 'yard',
      code: 'unsupported',
      message: 'This call cannot go on without an answer to: where, when. This client cannot be asked.',
      retryable: false,
      outcome: 'not_applied',
      next_step: 'Call from a client that speaks MCP 2026-07-28 or newer and can be asked for input.',
    });
  });

  test('has its cursor signed, good for the same tool in the same workspace and nowhere else', async () => {
    const places: unknown[] = [];
    const pages = (name: string) =>
      toolOf(yard, {
        name,
        input: z.strictObject({ cursor: z.string().optional() }),
        output: z.looseObject({}),
        run: async ({ cursor }) => {
          places.push(cursor);
          return { next_cursor: 'page 2' };
        },
      });
    const { next_cursor: cursor } = data(await bed.run(pages('list_a')));
    expect(cursor).not.toBe('page 2');
    await bed.run(pages('list_a'), { cursor });
    expect(places).toEqual([undefined, 'page 2']);
    const broken = {
      field: 'cursor',
      message: '`cursor`: is not as it was given; pass next_cursor unchanged',
      next_step: 'Leave out cursor to begin at the start of the list.',
    };
    expect(await bed.errorOf(pages('list_b'), { cursor })).toMatchObject(broken);
    expect(await bed.errorOf(pages('list_a'), { cursor: 'page 2' })).toMatchObject(broken);
    const { organizationId } = bed;
    const other = await bed.directory.createWorkspace({ organizationId, name: 'Other', currency: 'EUR' });
    const principal = { ...bed.principal, workspaceId: other.id };
    expect(await bed.errorOf(pages('list_a'), { cursor }, { principal })).toMatchObject(broken);
  });
});
