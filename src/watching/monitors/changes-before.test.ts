import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { Failure } from '../../errors.ts';
import { type Bed, pipelineBed, toolOf, trains } from '../../pipeline/pipeline.testing.ts';
import type { Channel } from '../../tools/channel.ts';
import type { PlatformChange } from '../../tools/watching.ts';
import type { Subject } from '../rules/verdict.ts';
import { changesBefore } from './changes-before.ts';

let bed: Bed;
/** When our own changes were made. */
let at: number;
beforeAll(async () => {
  bed = await pipelineBed();
  await bed.connect({ mode: 'live', account: '1' });
  const rename = toolOf(trains as Channel, {
    ...{ name: 'rename_train', access: 'write', output: z.looseObject({}) },
    input: z.strictObject({ train_id: z.string().optional(), wagon_id: z.string().optional(), name: z.string() }),
    run: async ({ name }: { name: string }) => ({ applied: { name: { from: 'old', to: name } } }),
  });
  bed.pipeline.tools = [rename];
  const renames = [
    { train_id: '7', name: 'ours' },
    { train_id: '8', name: 'of another train' },
    { wagon_id: '70', name: 'of a wagon' },
    { wagon_id: '71', name: 'at another line', line_id: '2' },
  ];
  for (const [n, args] of renames.entries()) await bed.run(rename, args, { requestId: `req_${n}` });
  at = bed.ambient.now();
});
afterAll(() => bed.discard());

const HOUR = 3_600_000;
const theirs = (words: string, more: { later?: number; object?: PlatformChange['object'] } = {}) =>
  ({
    at: new Date(at + (more.later ?? 0)).toISOString(),
    ...{ who: 'robin@acme.example', words, object: more.object ?? { id: '9' } },
  }) as unknown as PlatformChange;

async function before(subject: Partial<Subject>, changes: () => readonly PlatformChange[] = () => []) {
  const workspace = await bed.pipeline.admission.workspace(bed.principal, bed.workspaceId);
  const channel = {
    ...{ ...trains, levels: [{ argument: 'train_id' }] },
    watching: { changes: async () => changes() },
  };
  const { shown } = await changesBefore({
    ...{ pipeline: bed.pipeline, workspace, signal: new AbortController().signal },
    subject: { key: 'k', name: 'Express', channel: 'trains', account: '1', ...subject } as Subject,
    span: { since: at - HOUR, until: at + HOUR },
    reached: { channel, configured: '1', connect: () => ({ client: {} }) } as never,
  });
  return shown.map(({ from, words }) => `${from}: ${words}`);
}

test('of a campaign: its own changes and those of its account that name no other campaign', async () => {
  const found = await before({ campaign: '7' });
  expect(found.join()).toContain('ours');
  expect(found.join()).toContain('of a wagon');
  expect(found.join()).not.toMatch(/another/);
});

test('of an account: all of it and nothing of another; of no channel: nothing', async () => {
  const found = (await before({})).join();
  for (const words of ['ours', 'of another train', 'of a wagon']) expect(found).toContain(words);
  expect(found).not.toContain('at another line');
  expect(await before({ account: '2' })).toHaveLength(1);
  expect(await before({ channel: undefined, account: undefined })).toEqual([]);
});

test('what the platform noted of our own change is not shown again, other changes are', async () => {
  const own = { id: '7' };
  const told = async (change: PlatformChange) =>
    (await before({ campaign: '7' }, () => [change])).filter((words) => words.startsWith('platform'));
  expect(await told(theirs('Name changed', { object: own, later: 60_000 }))).toEqual([]);
  expect(await told(theirs('Name changed', { object: { id: '99', campaign: '7' } as never }))).toEqual([]);
  expect(await told(theirs('Budget changed'))).toEqual(['platform: Budget changed']);
  expect(await told(theirs('Name changed', { object: own, later: 4 * 60_000 }))).toEqual(['platform: Name changed']);
});

test('a platform that does not tell its changes leaves ours', async () => {
  const refused = () => {
    throw new Failure({ code: 'rate_limited', message: 'Later.', nextStep: 'Wait.' });
  };
  expect(await before({ campaign: '7' }, refused)).toHaveLength(2);
});

test('three are shown, the newest first, also of those of one moment', async () => {
  const wagons = ['70', '72', '73', '74'].map((wagon_id, n) => ({ wagon_id, name: `wagon ${n}` }));
  for (const [n, args] of wagons.entries()) await bed.run(bed.pipeline.tools[0]!, args, { requestId: `req_9${n}` });
  expect((await before({})).map((words) => words.split(' ').at(-1))).toEqual(['3', '2', '1']);
});
