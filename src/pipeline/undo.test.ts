import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { Channel } from '../tools/channel.ts';
import { changeAndReadBack } from '../tools/read-back.ts';
import { fieldsBack, type MadeChange, type UndoTable } from '../tools/undo.ts';
import { historyDesk } from './history-desk.ts';
import { type Bed, pipelineBed, type TrainClient, toolOf, trains, yard } from './pipeline.testing.ts';

/** Calls that cannot be made: one breaks, the other is of a tool that is gone. */
const goingBackBy = (tool: string, call: () => Record<string, unknown>) => ({
  undo: ({ applied }: MadeChange) => ({
    steps: [{ tool, parts: Object.entries(applied).map(([field, value]) => ({ object: '7', field, ...value })), call }],
    left: [],
  }),
});
const undo: UndoTable = {
  update_train: fieldsBack('update_train', ['train_id']),
  paint_train: fieldsBack('paint_train', ['train_id']),
  scrap_train: goingBackBy('mend_train', () => ({})),
  break_train: goingBackBy('update_train', () => {
    throw new TypeError('inner');
  }),
};
const levels = [{ argument: 'train_id', tool: 'update_train', off: 'PAUSED' }];
const railway = { ...trains, undo, levels } as unknown as Channel;

let bed: Bed;
let train: Record<string, unknown>;
beforeEach(async () => {
  bed = await pipelineBed();
  train = { name: 'Flyer', status: 'PAUSED' };
  bed.pipeline.tools = [...['update_train', 'paint_train', 'scrap_train', 'break_train'].map((name) => updating(name))];
  await bed.connect({ mode: 'sandbox', account: '1' });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await bed.discard();
});

function updating(name: string, channel = railway, more: Parameters<typeof toolOf>[1] = {}) {
  return toolOf(channel, {
    name,
    access: 'write',
    input: z.strictObject({ train_id: z.string(), name: z.string().optional(), status: z.string().optional() }),
    output: z.looseObject({}),
    async run({ train_id: id, ...wanted }: Record<string, unknown>, { client }: { client: TrainClient }) {
      const before = { ...train };
      const send = async () => {
        await client.session.change({ method: 'POST', url: 'https://trains.example/trains' }, z.unknown());
        train = { ...train, ...wanted };
      };
      const { report } = await changeAndReadBack({ done: 'Done', before, wanted, send, read: async () => train });
      return { id, ...report };
    },
    ...more,
  } as never);
}

/** Changes the train by a tool, and returns the id of that change. */
let made = 0;
async function changed(wanted: Record<string, unknown>, name = 'update_train'): Promise<string> {
  bed.ambient.advance(1_000);
  const tool = bed.pipeline.tools.find((one) => one.name === name)!;
  await bed.run(tool, { train_id: '7', ...wanted }, { requestId: `req_${++made}` });
  return (await (await deskOf()).list({ limit: 1 })).changes[0]!.change_id;
}
async function deskOf() {
  const workspace = await bed.pipeline.admission.workspace(bed.principal, bed.workspaceId);
  return historyDesk({ pipeline: bed.pipeline, call: bed.call(), workspace });
}
async function undone(change_id: string, preview = true) {
  const { changes } = await (await deskOf()).undo({ change_id, preview });
  return changes[0]!;
}

const ASKED = ['channels', 'start_date', 'end_date', 'metrics', 'include_incomplete', 'fresh', 'limit'];
/** Numbers of campaigns alone. */
const report = toolOf({ ...yard, name: 'workspace' } as Channel, {
  name: 'report',
  input: z.strictObject({
    ...Object.fromEntries(ASKED.map((name) => [name, z.any()])),
    level: z.string().default('campaign'),
  }),
  output: z.looseObject({}),
  run: async ({ level }) => {
    const cost = { amount: '12.00', currency: 'USD' };
    return { rows: level === 'campaign' ? [{ entity: { id: '7' }, metrics: { cost } }] : [] };
  },
});
const SERVED = expect.stringContaining('impressions that were served since stay so');

test('what was switched on tells what it has spent since, and other changes do not', async () => {
  bed.pipeline.tools = [...bed.pipeline.tools, report];
  const on = await changed({ status: 'ACTIVE' });
  const spent = expect.stringMatching(/^7 spent 12\.00 USD since 2\S+, which stays spent\.$/);
  expect((await undone(on)).stays).toEqual([spent, SERVED]);
  for (const other of [{ name: 'Express' }, { status: 'PAUSED' }])
    expect((await undone(await changed(other))).stays).toEqual([SERVED]);
});

test('of what is no row of a report it is not said that it spent nothing', async () => {
  bed.pipeline.tools = [...bed.pipeline.tools, report];
  const painted = await changed({ status: 'ACTIVE' }, 'paint_train');
  const unread = expect.stringMatching(/^What 7 spent since 2\S+ could not be read; it stays spent\.$/);
  expect((await undone(painted)).stays).toEqual([unread, SERVED]);
});

test('who changed a field since is told where that was done here, and of a change elsewhere nobody is named', async () => {
  const first = await changed({ name: 'Express' });
  await changed({ name: 'Night' });
  const [field] = (await undone(first)).fields;
  expect(field).toMatchObject({ will_be: 'changed_since', now: 'Night', changed: { by: { id: 'key_1' } } });
  train.name = 'Elsewhere';
  const [other] = (await undone(first)).fields;
  expect(other).toMatchObject({ will_be: 'changed_since', now: 'Elsewhere' });
  expect(other).not.toHaveProperty('changed');
});

test('a change of a field that was never changed again here is nobody else’s', async () => {
  const only = await changed({ name: 'Express' });
  train.name = 'Elsewhere';
  expect((await undone(only)).fields[0]).not.toHaveProperty('changed');
});

test('what would go back by a tool that there is no more stays, and says so', async () => {
  const { undo: whole, fields } = await undone(await changed({ name: 'Scrap' }, 'scrap_train'));
  expect(whole).toBe('none');
  expect(fields).toMatchObject([{ will_be: 'impossible', why: 'There is no tool mend_train any more.' }]);
});

test('what breaks on the way is an error, and not a change that cannot go back', async () => {
  const broken = await changed({ name: 'Broken' }, 'break_train');
  await expect(undone(broken)).rejects.toThrow('inner');
  const fine = await changed({ name: 'Fine' });
  vi.spyOn(bed.pipeline.plans, 'move').mockRejectedValueOnce(new Error('disk full'));
  await expect(undone(fine, false)).rejects.toThrow('disk full');
});

test.each<[string, Parameters<typeof toolOf>[1], unknown[]]>([
  ['a draft leaves nothing behind', {}, []],
  ['what was shown to visitors stays so', { activates: true }, [expect.stringContaining('What visitors were shown')]],
])('where nothing is spent, %s', async (_, more, stays) => {
  bed.pipeline.tools = [updating('update_train', { ...railway, spendsNothing: true }, more)];
  expect((await undone(await changed({ name: 'Express' }))).stays).toEqual(stays);
});
