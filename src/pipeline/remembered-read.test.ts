import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { Failure } from '../errors.ts';
import type { ToolContext } from '../tools/define-tool.ts';
import { type Bed, pipelineBed, type TrainClient, toolOf, trains } from './pipeline.testing.ts';

let bed: Bed;
beforeEach(async () => {
  bed = await pipelineBed();
  await bed.connect({ account: '1' });
});
afterEach(() => bed.discard());

/** A tool whose platform answers differently every time, when the test lets it. */
function timetable(read: (times: number, signal: AbortSignal) => Promise<unknown> = async () => undefined) {
  let times = 0;
  const tool = toolOf(
    trains as never,
    {
      keptS: 60,
      output: z.object({ times: z.number(), line: z.string() }),
      async run(_: unknown, { account, signal }: ToolContext<TrainClient>) {
        const mine = ++times;
        await read(mine, signal);
        return { times: mine, line: account };
      },
    } as never,
  );
  return { tool, read: () => times };
}

const shown = async (tool: ReturnType<typeof toolOf>, args = {}) => JSON.parse((await bed.run(tool, args)).json);

test('an answer is given again for its time, with its age, and read anew after it', async () => {
  const { tool } = timetable();
  expect(await shown(tool)).toEqual({ times: 1, line: '1' });
  bed.ambient.advance(30_400);
  expect(await shown(tool)).toEqual({ times: 1, line: '1', age_s: 30 });
  bed.ambient.advance(29_600);
  expect(await shown(tool)).toEqual({ times: 2, line: '1' });
});

test('fresh goes round it, and what it brings is what others get from then on', async () => {
  const { tool } = timetable();
  await shown(tool);
  expect(await shown(tool, { fresh: true })).toEqual({ times: 2, line: '1' });
  expect(await shown(tool)).toEqual({ times: 2, line: '1', age_s: 0 });
});

test('other arguments, accounts and shared arguments are other questions; a changed connection makes all of them new', async () => {
  const { tool } = timetable();
  const questions = [{}, { name: 'a' }, { line_id: '2' }, { region: 'north' }];
  for (const [index, question] of questions.entries())
    expect(await shown(tool, question)).toMatchObject({ times: index + 1 });
  for (const [index, question] of questions.entries())
    expect(await shown(tool, question)).toMatchObject({ times: index + 1, age_s: 0 });
  await bed.connect({ account: '1' });
  expect(await shown(tool)).toEqual({ times: 5, line: '1' });
});

test('who asks meanwhile waits for the same answer', async () => {
  const gate = Promise.withResolvers<void>();
  const { tool, read } = timetable(() => gate.promise);
  const asked = Array.from({ length: 20 }, () => shown(tool));
  await new Promise((resolve) => setTimeout(resolve, 20));
  gate.resolve();
  expect(await Promise.all(asked)).toEqual(Array(20).fill({ times: 1, line: '1' }));
  expect(read()).toBe(1);
});

test('fresh does not wait for an answer that others asked for before', async () => {
  const gate = Promise.withResolvers<void>();
  const { tool } = timetable((times) => (times === 1 ? gate.promise : Promise.resolve()));
  const before = shown(tool);
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(await shown(tool, { fresh: true })).toEqual({ times: 2, line: '1' });
  gate.resolve();
  expect(await before).toEqual({ times: 1, line: '1' });
});

test('the first may leave: the others get their answer all the same', async () => {
  const gate = Promise.withResolvers<void>();
  const { tool } = timetable((times, signal) =>
    times > 1
      ? Promise.resolve()
      : Promise.race([
          gate.promise,
          new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
        ]),
  );
  const leaving = new AbortController();
  const first = bed.run(tool, {}, { gone: () => leaving.signal });
  await new Promise((resolve) => setTimeout(resolve, 10));
  const second = shown(tool);
  leaving.abort(new Error('gone'));
  expect((await first).isError).toBe(true);
  expect(await second).toEqual({ times: 2, line: '1' });
});

test('a refusal goes to all who asked at the time, and is not kept for later calls', async () => {
  const gate = Promise.withResolvers<void>();
  const refusal = new Failure({ code: 'account_problem', message: 'Closed.', nextStep: 'Open it.' });
  const { tool, read } = timetable(async (times) => {
    await gate.promise;
    if (times === 1) throw refusal;
  });
  const asked = [bed.errorOf(tool), bed.errorOf(tool)];
  await new Promise((resolve) => setTimeout(resolve, 10));
  gate.resolve();
  expect(await Promise.all(asked)).toMatchObject([{ code: 'account_problem' }, { code: 'account_problem' }]);
  expect(read()).toBe(1);
  expect(await shown(tool)).toMatchObject({ times: 2 });
});
