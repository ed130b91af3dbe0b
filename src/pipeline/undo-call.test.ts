import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { RecordedChange } from '../audit/recorded-changes.ts';
import { Failure, type Problem } from '../errors.ts';
import { changeAndReadBack } from '../tools/read-back.ts';
import type { UndoStep } from '../tools/undo.ts';
import { CallTiming } from '../upstream/call-timing.ts';
import { type Bed, pipelineBed, type TrainClient, toolOf, trains } from './pipeline.testing.ts';
import { rehearseUndo } from './undo-call.ts';
import type { OpenPart } from './undo-parts.ts';

let bed: Bed;
/** The arguments that the tool was run with, and what it finds wrong with them. */
let tried: Record<string, unknown>[];
let wrong: (args: Record<string, unknown>) => Problem[];
beforeAll(async () => {
  bed = await pipelineBed();
  await bed.connect({ mode: 'sandbox', account: '1' });
});
afterAll(() => bed.discard());
beforeEach(() => {
  tried = [];
  wrong = () => [];
});

const NOW = { name: 'new', budget: '9.00', colour: 'red' };
const update = toolOf(trains as never, {
  name: 'update_train',
  access: 'write',
  input: z.strictObject({
    train_id: z.string(),
    name: z.string().optional(),
    budget: z.strictObject({ amount: z.string() }).optional(),
    colour: z.string().optional(),
  }),
  output: z.looseObject({}),
  async run({ train_id: _, line_id: __, ...wanted }: Record<string, unknown>, { client }: { client: TrainClient }) {
    tried.push(wanted);
    const problems = wrong(wanted);
    if (problems.length > 0)
      throw new Failure({ code: 'invalid_arguments', message: 'Some are wrong.', nextStep: 'n', problems });
    const shown = Object.fromEntries(Object.keys(wanted).map((field) => [field, NOW[field as 'name']]));
    await changeAndReadBack({
      ...{ done: 'It was changed', before: shown, wanted },
      send: () => client.session.change({ method: 'POST', url: 'https://trains.example/t' }, z.unknown()),
      read: async () => shown,
    });
    return {};
  },
});
const step: UndoStep = {
  tool: 'update_train',
  parts: [],
  call: (parts) => ({
    train_id: '7',
    ...Object.fromEntries(
      parts.map(({ field, from }) => [field, field === 'budget' ? { amount: String(from) } : from]),
    ),
  }),
};

type Field = 'name' | 'budget' | 'colour';

async function undone(...fields: Field[]) {
  const { fields: told } = await rehearsedOf(fields, {});
  return [...told.values()].map(({ field, will_be, code, why }) => [field, will_be, ...(code ? [code, why] : [])]);
}

async function rehearsedOf(fields: readonly Field[], more: Partial<OpenPart['part']>) {
  const workspace = await bed.pipeline.admission.workspace(bed.principal, bed.workspaceId);
  const connection = bed.pipeline.admission.connection(workspace, 'trains');
  const change = {} as RecordedChange;
  const parts = fields.map(
    (field): OpenPart => ({ part: { object: '7', field, from: 'old', to: NOW[field], ...more }, changes: [change] }),
  );
  const job = {
    pipeline: bed.pipeline,
    tool: update,
    call: bed.call(),
    timing: new CallTiming(),
    workspace,
    connection,
  };
  return rehearseUndo({ step, change, parts }, job, {});
}

test('a refusal keeps back the field that it blames, also where it blames what is inside, and the others go', async () => {
  wrong = ({ budget }) => (budget ? [{ field: 'budget.amount', message: 'is below what is spent' }] : []);
  expect(await undone('name', 'budget', 'colour')).toEqual([
    ['budget', 'impossible', 'invalid_arguments', 'budget.amount is below what is spent'],
    ['name', 'undone'],
    ['colour', 'undone'],
  ]);
  expect(tried.map((args) => Object.keys(args))).toEqual([
    ['name', 'budget', 'colour'],
    ['name', 'colour'],
  ]);
});

test('each is told its own reason where several are blamed', async () => {
  wrong = ({ name, colour }) => [
    ...(name ? [{ field: 'name', message: 'is taken' }] : []),
    ...(colour ? [{ field: 'colour', message: 'is gone' }] : []),
  ];
  expect(await undone('name', 'budget', 'colour')).toEqual([
    ['name', 'impossible', 'invalid_arguments', 'name is taken'],
    ['colour', 'impossible', 'invalid_arguments', 'colour is gone'],
    ['budget', 'undone'],
  ]);
});

test('what is wrong with the object itself, or with nothing that is named, keeps back all of the call', async () => {
  for (const field of ['train_id', 'elsewhere']) {
    tried = [];
    wrong = () => [{ field, message: 'is gone' }];
    const told = ['impossible', 'invalid_arguments', 'Some are wrong.'];
    expect(await undone('name', 'colour')).toEqual([
      ['name', ...told],
      ['colour', ...told],
    ]);
    expect(tried).toHaveLength(1);
  }
  expect(bed.sent).toEqual([]);
});

test('what goes back only to the nearest value is sent as well', async () => {
  const why = 'nothing becomes a draft again';
  const { fields, rehearsed } = await rehearsedOf(['colour'], { instead: { value: 'blue', why } });
  expect([...fields.values()]).toMatchObject([{ field: 'colour', back_to: 'blue', will_be: 'nearest', why }]);
  expect(rehearsed).toBeDefined();
});

test('what no rehearsal shows goes back as the change left it', async () => {
  const { fields } = await rehearsedOf(['colour'], { from: 'red', isUnseen: true });
  expect([...fields.values()]).toMatchObject([{ field: 'colour', will_be: 'undone' }]);
});
