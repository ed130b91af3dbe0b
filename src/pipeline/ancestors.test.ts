import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { Failure } from '../errors.ts';
import type { Channel } from '../tools/channel.ts';
import { CallTiming } from '../upstream/call-timing.ts';
import { ancestorsOf } from './ancestors.ts';
import { type Bed, pipelineBed, toolOf, trains } from './pipeline.testing.ts';

let bed: Bed;
/** The accounts that were read for. */
let accounts: string[];
beforeAll(async () => {
  bed = await pipelineBed();
  await bed.connect({ mode: 'sandbox', account: '1' });
});
afterAll(() => bed.discard());

const reading = (parent?: string) => async (_: unknown, account: string, ids: readonly string[]) => {
  accounts.push(account);
  return ids.map((id) => ({ id, parent, values: { status: `of ${id}` } }));
};
const channel = {
  ...trains,
  lineage: {
    train_id: { read: reading() },
    car_id: { above: 'train_id', read: reading('t') },
    seat_id: { above: 'car_id', read: reading('c') },
  },
} as unknown as Channel;

async function above(args: Record<string, unknown>, repeat: 'safe' | 'never' = 'safe') {
  accounts = [];
  const tool = toolOf(channel, { access: 'write', repeat, input: z.looseObject({}) });
  const workspace = await bed.pipeline.admission.workspace(bed.principal, bed.workspaceId);
  const connection = bed.pipeline.admission.connection(workspace, 'trains');
  const job = { pipeline: bed.pipeline, tool, args, call: bed.call(), timing: new CallTiming(), workspace, connection };
  return (await ancestorsOf(job)).map(({ level, id, values }) => `${level} ${id} ${values.status ?? '–'}`);
}

test('above something that is made stands all that its call names, with its values', async () => {
  expect(await above({ car_id: '7' }, 'never')).toEqual(['car 7 of 7', 'train t of t']);
  expect(await above({ into_train_id: '7' }, 'never')).toEqual(['train 7 of 7']);
});

test('of something that is changed the object itself is listed without values: its own rehearsal compares them', async () => {
  expect(await above({ car_id: '7' })).toEqual(['car 7 –', 'train t of t']);
  expect(await above({ seat_id: '9', car_id: '7' })).toEqual(['seat 9 –', 'car 7 of 7', 'car c of c', 'train t of t']);
  expect(await above({ car_ids: ['7', '8'] }, 'never')).toEqual(['car 7 –', 'car 8 –', 'train t of t']);
  // Named by the call and above another object of it: it is changed.
  expect(await above({ cars: [{ car_id: '7' }], trains: [{ train_id: 't' }] })).toEqual(['car 7 –', 'train t –']);
});

test('it is read in the account that the call names, or that of the connection', async () => {
  await above({ car_id: '7', line_id: '2' });
  expect(accounts).toEqual(['2', '2']);
  await above({ car_id: '7' });
  expect(accounts).toEqual(['1', '1']);
  expect(await above({ name: 'x' })).toEqual([]);
});

test.each([
  [new Error('broken'), 'internal'],
  [new Failure({ code: 'not_found', message: 'Gone.', nextStep: '', outcome: 'unknown' }), 'upstream_unavailable'],
  [new Failure({ code: 'not_found', message: 'Gone.', nextStep: '', outcome: 'not_applied' }), 'not_found'],
])('what stands above cannot be read: %s is told as %s, and as nothing done', async (error, code) => {
  const failing = { ...channel, lineage: { train_id: { read: () => Promise.reject(error) } } } as unknown as Channel;
  const tool = toolOf(failing, { access: 'write', repeat: 'safe', input: z.looseObject({}) });
  const workspace = await bed.pipeline.admission.workspace(bed.principal, bed.workspaceId);
  const connection = bed.pipeline.admission.connection(workspace, 'trains');
  const call = { tool, args: { train_id: '7' }, call: bed.call(), timing: new CallTiming() };
  const asked = ancestorsOf({ pipeline: bed.pipeline, workspace, connection, ...call });
  await expect(asked).rejects.toMatchObject({ code, outcome: 'not_applied' });
});
