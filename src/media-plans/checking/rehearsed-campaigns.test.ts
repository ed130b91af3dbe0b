import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type Bed, pipelineBed, type TrainClient, toolOf, trains } from '../../pipeline/pipeline.testing.ts';
import type { PlannedCall } from '../../tools/media-planning.ts';
import { SheetProblems } from '../campaigns/sheet-problems.ts';
import { type CheckContext, rehearseCalls } from './check-campaigns.ts';
import type { CheckedCampaign } from './checked-campaign.ts';

let bed: Bed;
/** The trains that a tool was run for. */
let tried: string[];
let caller: AbortController;
/** Whether a spend limit stands. */
let limited: boolean;
beforeAll(async () => {
  bed = await pipelineBed();
  await bed.connect({ mode: 'sandbox', account: '1' });
  const paint = (name: string) =>
    toolOf(trains as never, {
      name,
      access: 'write',
      input: z.strictObject({ id: z.string(), into: z.string().optional() }),
      output: z.looseObject({}),
      async run({ id }: { id: string }, { client }: { client: TrainClient }) {
        tried.push(id);
        if (id === 'last') caller.abort(new Error('left'));
        if (!id.startsWith('same'))
          await client.session.change({ method: 'POST', url: 'https://trains.example/t' }, z.unknown());
        return {};
      },
    });
  const checks = { ...trains, dialect: { ...trains.dialect!, checkOnly: () => 'checked' as const } };
  bed.pipeline.tools = [paint('paint'), { ...paint('paint_checked'), channel: checks as never }];
});
afterAll(() => bed.discard());
beforeEach(() => {
  tried = [];
  caller = new AbortController();
  limited = true;
});

const call = (id: string, more: Partial<PlannedCall> = {}): PlannedCall => ({
  ...{ key: id, level: 'campaign', name: id, tool: 'paint', arguments: { id }, from: {} },
  ...more,
});
async function rehearsed(fate: CheckedCampaign['fate'], ...calls: PlannedCall[]) {
  const { workspaceId, pipeline } = bed;
  const workspace = await pipeline.admission.workspace(bed.principal, workspaceId);
  const connection = pipeline.admission.connection(workspace, 'trains');
  const one = {
    ...{ fate, calls, effects: [], platformChecked: false, campaign: { cells: {} } },
    draft: { lines: [{ row: 2, cells: {} }] },
    look: { place: { channel: trains, connection, mode: 'sandbox' }, account: { id: '1' } },
  } as unknown as CheckedCampaign;
  const job = { pipeline, call: bed.call(), workspace };
  const problems = new SheetProblems();
  const context = { job, problems, signal: caller.signal, countsSpending: limited };
  const told: number[][] = [];
  await rehearseCalls([one], context as unknown as CheckContext, (...counts) => told.push(counts));
  expect(problems.sorted()).toEqual([]);
  return { ...one, told };
}

test('of a new campaign the first call is tried: the others need what it makes', async () => {
  const { fate, told } = await rehearsed('make', call('a'), call('b'));
  expect([tried, fate, told]).toEqual([['a'], 'make', [[1, 1]]]);
});

test('of a change every call is tried that needs nothing made first, and one with nothing to send is left out', async () => {
  const needs = call('c', { arguments: { id: 'c', into: { made: 'a' } } });
  const { fate, calls } = await rehearsed('change', call('a'), call('same'), needs);
  expect([tried, fate, calls.map(({ key }) => key)]).toEqual([['a', 'same'], 'change', ['a', 'c']]);
  expect(await rehearsed('change', call('same'))).toMatchObject({ fate: 'same', calls: [] });
  expect(await rehearsed('make', call('same'))).toMatchObject({ fate: 'make', calls: [{ key: 'same' }] });
});

test('nothing is tried of what stays out or is the same', async () => {
  for (const fate of ['out', 'same'] as const) expect((await rehearsed(fate, call('a'))).told).toEqual([]);
  expect(tried).toEqual([]);
});

test('the platform has checked a campaign where it has checked every call of it', async () => {
  const checked = (id: string) => call(id, { tool: 'paint_checked' });
  expect((await rehearsed('change', checked('a'), checked('b'))).platformChecked).toBe(true);
  expect((await rehearsed('change', checked('a'), call('b'))).platformChecked).toBe(false);
  expect((await rehearsed('change', call('a'), checked('b'))).platformChecked).toBe(false);
});

test('a caller that has left is tried nothing more for', async () => {
  await expect(rehearsed('change', call('last'), call('b'))).rejects.toThrow('left');
  expect(tried).toEqual(['last']);
});

test('what it would do to the spending is asked of changes, where a limit stands, and of nothing that is made', async () => {
  const effect = { currency: 'USD' };
  const asked: string[] = [];
  Object.assign(bed.pipeline.spendLimits, {
    effect: async ({ account }: { account: string }) => {
      asked.push(account);
      return effect;
    },
  });
  const exposure = { read: async () => ({}), changes: () => [] };
  bed.pipeline.tools = bed.pipeline.tools.map((tool) => ({ ...tool, channel: { ...tool.channel, exposure } as never }));
  const changed = await rehearsed('change', call('a'), call('same'), call('b'));
  expect(changed.effects.map((one) => [one.call.key, one.effect])).toEqual([
    ['a', effect],
    ['b', effect],
  ]);
  expect(asked).toEqual(['1', '1']);
  expect((await rehearsed('make', call('a'))).effects).toEqual([]);
  limited = false;
  expect((await rehearsed('change', call('a'))).effects).toEqual([]);
  expect(asked).toHaveLength(2);
});
