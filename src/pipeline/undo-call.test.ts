import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { RecordedChange } from '../audit/recorded-changes.ts';
import { Failure, type Problem } from '../errors.ts';
import { changeEach } from '../tools/bulk.ts';
import { changeAndReadBack } from '../tools/read-back.ts';
import { argumentOf, bulkBack, type MadeChange, targetOf, type UndoPart, type UndoStep } from '../tools/undo.ts';
import { CallTiming } from '../upstream/call-timing.ts';
import { type Bed, pipelineBed, type TrainClient, toolOf, trains } from './pipeline.testing.ts';
import { rehearseUndo } from './undo-call.ts';

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

const money = (amount: string) => ({ amount, currency: 'USD' });
const NOW = { name: 'new', budget: money('9.00'), colour: 'red' };
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
      parts.map((part) => {
        const value = argumentOf(targetOf(part));
        return [part.field, part.field === 'budget' ? { amount: String(value) } : value];
      }),
    ),
  }),
};

type Field = keyof typeof NOW;
const partOf = (field: Field, more: Partial<UndoPart> = {}): UndoPart => ({
  ...{ object: '7', field, from: 'old', to: NOW[field] },
  ...more,
});

async function undone(...fields: Field[]) {
  const { fields: told } = await rehearsedOf(fields.map((field) => partOf(field)));
  return [...told.values()].map(({ field, will_be, code, why }) => [field, will_be, ...(code ? [code, why] : [])]);
}

async function rehearsedOf(parts: readonly UndoPart[], { tool = update, way = step } = {}) {
  const workspace = await bed.pipeline.admission.workspace(bed.principal, bed.workspaceId);
  const connection = bed.pipeline.admission.connection(workspace, 'trains');
  const change = {} as RecordedChange;
  const open = parts.map((part) => ({ part, changes: [change] }));
  const job = { pipeline: bed.pipeline, tool, call: bed.call(), timing: new CallTiming(), workspace, connection };
  return rehearseUndo({ step: way, change, parts: open }, job, {});
}

/** What becomes of the only part, its budget: back to 5.00 from what it was made. */
async function budgetBack(to = '9.00') {
  const { fields } = await rehearsedOf([partOf('budget', { from: money('5.00'), to: money(to) })]);
  return [...fields.values()];
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
  const { fields, rehearsed } = await rehearsedOf([partOf('colour', { instead: { value: 'blue', why } })]);
  expect([...fields.values()]).toMatchObject([{ field: 'colour', back_to: 'blue', will_be: 'nearest', why }]);
  expect(rehearsed).toBeDefined();
});

test('what no rehearsal shows goes back as the change left it', async () => {
  const { fields } = await rehearsedOf([partOf('colour', { from: 'red', isUnseen: true })]);
  expect([...fields.values()]).toMatchObject([{ field: 'colour', will_be: 'undone' }]);
});

test('an amount below what is taken goes back as far as it may, and never up', async () => {
  const below = (at_least: string) => {
    wrong = ({ budget }) =>
      Number((budget as { amount: string }).amount) < Number(at_least)
        ? [{ field: 'budget', message: 'is below what is spent', at_least }]
        : [];
  };
  below('6.00');
  const why = '5.00 is below what is spent';
  expect(await budgetBack()).toMatchObject([{ back_to: money('6.00'), will_be: 'lowest_allowed', why }]);
  for (const least of ['9.00', '10.00']) {
    below(least);
    tried = [];
    expect(await budgetBack()).toMatchObject([{ back_to: money('5.00'), will_be: 'impossible' }]);
    expect(tried).toEqual([{ budget: { amount: '5.00' } }]);
  }
});

test('an amount that was changed since is told with its currency', async () => {
  expect(await budgetBack('8.00')).toMatchObject([
    { will_be: 'changed_since', why: 'It is 9.00 USD now, not 8.00 USD as this change left it: left alone.' },
  ]);
});

test('what breaks is not told as a refusal', async () => {
  const rules = () => {
    throw new TypeError('inner');
  };
  await expect(rehearsedOf([partOf('name')], { tool: { ...update, rules } })).rejects.toThrow('inner');
});

/** What the trains of a bulk change are by now; the ninth is refused. */
const STATUSES: Readonly<Record<string, string>> = { 7: 'ACTIVE', 8: 'PAUSED', 9: 'ACTIVE', 10: 'ARCHIVED' };
const switchAll = toolOf(trains as never, {
  name: 'bulk_update',
  access: 'write',
  input: z.strictObject({ train_ids: z.array(z.string()), status: z.string() }),
  output: z.looseObject({}),
  run: async ({ train_ids, status }: { train_ids: string[]; status: string }, { client }: { client: TrainClient }) =>
    changeEach({
      what: 'trains',
      rows: train_ids.map((id) => {
        const refusal = new Failure({ code: 'not_found', message: 'It is gone.', nextStep: 'n' });
        return { id, before: { status: STATUSES[id] }, wanted: { status }, ...(id === '9' && { refusal }) };
      }),
      async send() {
        await client.session.change({ method: 'POST', url: 'https://trains.example/t' }, z.unknown());
        return [];
      },
      read: async (rows) => rows.map(({ before }) => before),
    }),
});

test('of a bulk change each row goes back by itself, where it is as the change left it', async () => {
  const applied = { status: { from: 'PAUSED', to: 'ACTIVE' } };
  const rows = ['7', '8', '9', '10'].map((id) => ({ id, level: 'train', applied }));
  const rule = bulkBack({ tool: 'bulk_update', alike: ['status'], amounts: {} });
  const [way] = 'undo' in rule ? rule.undo({ rows } as unknown as MadeChange).steps : [];
  const { fields, rehearsed } = await rehearsedOf(way!.parts, { tool: switchAll, way: way! });
  const told = [...fields.values()].map(({ object, will_be, why }) => [object, will_be, ...(why ? [why] : [])]);
  expect(told).toEqual([
    ['7', 'undone'],
    ['8', 'as_before'],
    ['9', 'impossible', 'It is gone.'],
    ['10', 'changed_since', 'It is ARCHIVED now, not ACTIVE as this change left it: left alone.'],
  ]);
  expect(Object.keys(rehearsed!.difference)).toEqual(['7']);
});
