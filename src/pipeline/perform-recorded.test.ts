import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { Failure } from '../errors.ts';
import { InputRequired } from '../tools/input-required.ts';
import { RichReply } from '../tools/rich-reply.ts';
import { type Bed, pipelineBed, toolOf, yard } from './pipeline.testing.ts';

let bed: Bed;
beforeEach(async () => {
  bed = await pipelineBed();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await bed.discard();
});

let runs = 0;
const writing = (run: () => Promise<unknown> = async () => ({ train: { id: `t${++runs}` } })) =>
  toolOf(yard, {
    name: 'move_train',
    access: 'write',
    output: z.looseObject({}),
    look: ({ name }) => ({ tool: 'see_train', arguments: { name } }),
    run: run as never,
  });
const failing = (details: Partial<Failure['details']>) => () =>
  Promise.reject(new Failure({ code: 'conflict', message: 'No.', nextStep: 'Wait.', ...details }));
const idempotencyKey = 'order-1';

describe('a change', () => {
  test('costs what a write costs, and is written down before and after', async () => {
    const tool = writing(async () => {
      expect(await bed.audited()).toHaveLength(1);
      return { train: { id: 't' }, applied: { name: { from: 'a', to: 'b' } } };
    });
    expect((await bed.run(tool, { name: 'b' })).isError).toBe(false);
    expect(bed.charged).toEqual([2]);
    const [intent, outcome] = (await bed.pipeline.audit.list({ limit: 10 })).reverse();
    const entry = {
      organizationId: bed.organizationId,
      workspaceId: bed.workspaceId,
      actor: 'key_1',
      action: 'yard/move_train',
      callId: 'req_1',
    };
    expect(intent).toMatchObject({ ...entry, phase: 'intent', detail: { arguments: { name: 'b' } } });
    expect(outcome).toMatchObject({ ...entry, phase: 'outcome' });
    expect(outcome!.detail).toEqual({
      outcome: 'applied',
      ids: { train: 't' },
      applied: { name: { from: 'a', to: 'b' } },
    });
  });

  test('that fails is written down with its code and the words of the platform', async () => {
    const upstream = { code: 17, message: 'busy' };
    await bed.run(writing(failing({ upstream })));
    await bed.run(writing(failing({ outcome: 'unknown' })));
    expect((await bed.audited()).filter(({ phase }) => phase === 'outcome').map(({ detail }) => detail)).toEqual([
      { outcome: 'not_applied', code: 'conflict', upstream },
      { outcome: 'unknown', code: 'conflict' },
    ]);
  });

  test('whose outcome is unknown names the call that shows it', async () => {
    const { next_step } = await bed.errorOf(writing(failing({ outcome: 'unknown' })), { name: 'IC' });
    expect(next_step).toBe(
      'Do not repeat it yet: look with see_train {"name":"IC"} for "IC". Repeat it only if it is not there.',
    );
  });

  test('that asks something first has changed nothing yet', async () => {
    const asks = new InputRequired({ where: { method: 'roots/list', params: {} } });
    const conversation = { canAsk: () => true, answers: {}, state: undefined };
    const tool = writing(async () => asks);
    expect(await bed.run(tool, {}, { conversation, idempotencyKey })).toMatchObject({ asks });
    expect((await bed.audited()).at(-1)!.detail).toEqual({ outcome: 'not_applied', asked: ['where'] });
    // The answer comes by the same key, and has to find it free.
    expect(await bed.run(tool, {}, { conversation, idempotencyKey })).toMatchObject({ asks });
  });
});

describe('a repeat with the same idempotency key', () => {
  test('gives the first answer again, and nothing is done or written down twice', async () => {
    const tool = writing();
    const first = await bed.run(tool, {}, { idempotencyKey });
    const again = await bed.run(tool, {}, { idempotencyKey });
    expect(JSON.parse(again.json)).toEqual({ ...JSON.parse(first.json), replayed: true });
    expect(await bed.audited()).toHaveLength(2);
    expect(await bed.errorOf(tool, { name: 'x' }, { idempotencyKey })).toMatchObject({ code: 'conflict' });
    const other = toolOf(yard, { name: 'stop_train', access: 'write' });
    expect(await bed.errorOf(other, {}, { idempotencyKey })).toMatchObject({ code: 'conflict' });
  });

  test('shows again what the first answer had to look at', async () => {
    const picture = [{ type: 'image', data: 'x' }] as const;
    const tool = writing(async () => new RichReply(picture));
    for (let time = 0; time < 2; time++)
      expect(await bed.run(tool, {}, { idempotencyKey })).toMatchObject({
        isError: false,
        rich: { content: picture },
      });
  });

  test('of a refusal gives the refusal again, unless it was a passing one', async () => {
    const run = vi.fn(failing({}));
    await bed.run(writing(run), {}, { idempotencyKey });
    expect(await bed.errorOf(writing(run), {}, { idempotencyKey })).toMatchObject({
      message: 'No.',
      next_step: expect.stringMatching(/another attempt needs a new idempotency key\.$/),
    });
    expect(run).toHaveBeenCalledTimes(1);
    const passing = vi.fn(failing({ retryable: true }));
    for (let time = 0; time < 2; time++) await bed.run(writing(passing), {}, { idempotencyKey: 'order-2' });
    expect(passing).toHaveBeenCalledTimes(2);
    const unknown = vi.fn(failing({ retryable: true, outcome: 'unknown' }));
    for (let time = 0; time < 2; time++) await bed.run(writing(unknown), {}, { idempotencyKey: 'order-3' });
    expect(unknown).toHaveBeenCalledTimes(1);
  });

  test('while the first is running says so, with the call that shows it', async () => {
    const gate = Promise.withResolvers<object>();
    const first = bed.run(
      writing(() => gate.promise),
      { name: 'IC' },
      { idempotencyKey },
    );
    await vi.waitFor(async () => expect(await bed.audited()).toHaveLength(1));
    expect(await bed.errorOf(writing(), { name: 'IC' }, { idempotencyKey })).toMatchObject({
      code: 'conflict',
      retryable: true,
      outcome: 'unknown',
      next_step:
        'See its present state with see_train {"name":"IC"}, or call again: repeating this change does no harm.',
    });
    gate.resolve({});
    expect((await first).isError).toBe(false);
  });

  test('fits a smaller reply than the first was made for', async () => {
    const items = Array.from({ length: 200 }, (_, index) => `item ${index}`);
    const tool = writing(async () => ({ items }));
    expect(JSON.parse((await bed.run(tool, {}, { idempotencyKey })).json).items).toHaveLength(200);
    const room = { bytes: 1000, as: 'data' } as const;
    const again = await bed.run(tool, {}, { idempotencyKey, room });
    expect(again.json.length).toBeLessThanOrEqual(1000);
    expect(JSON.parse(again.json).truncated).toMatchObject({ of: 200 });
    const text = writing(async () => ({ text: 'x'.repeat(3000) }));
    await bed.run(text, {}, { idempotencyKey: 'order-2' });
    expect(await bed.errorOf(text, {}, { idempotencyKey: 'order-2', room })).toMatchObject({
      code: 'unsupported',
      outcome: 'applied',
    });
  });

  test('is taken up by its own call alone: it is let go whatever happens', async () => {
    const leave = vi.spyOn(bed.pipeline.idempotency, 'leave');
    const slot = { workspaceId: bed.workspaceId, key: idempotencyKey };
    await bed.run(writing(), {}, { idempotencyKey });
    expect(leave.mock.calls).toEqual([[slot]]);
    await bed.run(writing());
    await bed.run(writing(), {}, { idempotencyKey });
    expect(leave).toHaveBeenCalledTimes(1);
  });

  test('is told what the key holds', async () => {
    const claim = vi.spyOn(bed.pipeline.idempotency, 'claim');
    await bed.run(writing(), {}, { idempotencyKey });
    expect(claim.mock.calls[0]![1]).toMatchObject({
      workspaceId: bed.workspaceId,
      key: idempotencyKey,
      callId: 'req_1',
      owner: 'key_1',
      deadlineMs: 30_000,
    });
  });
});

describe('when it cannot be written down', () => {
  test('beforehand, nothing is done', async () => {
    const run = vi.fn(async () => ({}));
    const leave = vi.spyOn(bed.pipeline.idempotency, 'leave');
    const append = vi.spyOn(bed.pipeline.audit, 'append');
    const failWith = (error: Error) =>
      append.mockImplementation(() => {
        throw error;
      });
    failWith(new Error('disk full'));
    const { failure } = await bed.run(writing(run), {}, { idempotencyKey });
    expect(failure!.details).toMatchObject({
      outcome: 'not_applied',
      internal: 'intent not recorded: Error: disk full',
    });
    expect(run).not.toHaveBeenCalled();
    expect(leave).toHaveBeenCalledTimes(1);
    await bed.run(writing(run));
    expect(leave).toHaveBeenCalledTimes(1);
    failWith(new Failure({ code: 'rate_limited', message: 'Full.', nextStep: '' }));
    expect(await bed.errorOf(writing(run))).toMatchObject({ code: 'rate_limited' });
  });

  test('a key that another holds is not let go', async () => {
    const leave = vi.spyOn(bed.pipeline.idempotency, 'leave');
    vi.spyOn(bed.pipeline.idempotency, 'claim').mockResolvedValue({ state: 'running' });
    const { store } = bed.pipeline;
    bed.pipeline.store = {
      ...store,
      async transaction(work) {
        await store.transaction(work);
        throw new Error('lost');
      },
    };
    expect(await bed.errorOf(writing(), {}, { idempotencyKey })).toMatchObject({ code: 'internal' });
    expect(leave).not.toHaveBeenCalled();
  });

  test('afterwards, it is said how it ended and how to see it', async () => {
    const { audit } = bed.pipeline;
    const append = audit.append.bind(audit);
    vi.spyOn(audit, 'append').mockImplementation((entry) => {
      if (entry.phase === 'outcome') throw new Error('disk full');
      append(entry);
    });
    const reply = await bed.run(writing(), { name: 'IC' });
    expect(reply.failure!.details).toMatchObject({
      message: 'The call has ended (applied), but its outcome could not be recorded here.',
      outcome: 'applied',
      nextStep: 'Do not repeat it: the change was made. See it with see_train {"name":"IC"}.',
      internal: 'outcome not recorded: Error: disk full',
    });
  });
});
