import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { Failure } from '../../errors.ts';
import { type Bed, PRINCIPAL, pipelineBed, type TrainClient, toolOf, trains } from '../../pipeline/pipeline.testing.ts';
import type { Policy } from '../../plans/policies.ts';
import type { PlannedCall, PlannedProblem } from '../../tools/media-planning.ts';
import { changeAndReadBack } from '../../tools/read-back.ts';
import type { PlanAccount, PlanChannel } from '../campaigns/plan-channels.ts';
import { CallChecks, fieldOf, needsMade } from './call-checks.ts';

let bed: Bed;
/** What the platform shows. */
const budget = '10.00';
/** The accounts that it was run for. */
const askedAbout: string[] = [];
/** How the tool fails, where it does. */
let refuse: (() => never) | undefined;
beforeAll(async () => {
  bed = await pipelineBed();
  await bed.connect({ mode: 'sandbox', account: '1' });
  bed.pipeline.tools = [
    toolOf(
      trains as never,
      {
        name: 'update_train',
        access: 'write',
        input: z.strictObject({ train_id: z.string(), daily_budget: z.string().regex(/^\d+\.\d\d$/, 'must be money') }),
        output: z.looseObject({}),
        async run(
          { daily_budget }: { daily_budget: string },
          { client, account: about }: { client: TrainClient; account: string },
        ) {
          askedAbout.push(about);
          refuse?.();
          if (daily_budget === budget) return {};
          await changeAndReadBack({
            done: 'It was changed',
            before: { daily_budget: budget },
            wanted: { daily_budget },
            send: () => client.session.change({ method: 'POST', url: 'https://trains.example/t' }, z.unknown()),
            read: async () => ({ daily_budget }),
          });
          return {};
        },
      } as never,
    ),
    toolOf(trains as never, {
      name: 'lay_train',
      access: 'write',
      repeat: 'never',
      input: z.strictObject({ stops: z.array(z.strictObject({ at: z.string() })).optional() }),
      look: () => ({ tool: 'see_train', arguments: {} }),
    }),
  ];
});
afterAll(() => bed.discard());

const account: PlanAccount = { id: '1', name: 'North', currency: 'USD', timeZone: 'UTC' };
const call = (daily_budget: unknown, more: Partial<PlannedCall> = {}): PlannedCall => ({
  ...{ key: 'campaign', level: 'campaign', name: 'A', tool: 'update_train' },
  arguments: { train_id: { made: 'train' }, daily_budget },
  from: { daily_budget: 'budget' },
  ...more,
});
const checks = async (rules: Policy['rules'] = {}, more: Parameters<Bed['call']>[0] = {}) => {
  const { workspaceId, pipeline } = bed;
  const workspace = await pipeline.admission.workspace(bed.principal, workspaceId);
  const connection = pipeline.admission.connection(workspace, 'trains');
  const place = { channel: trains, connection } as unknown as PlanChannel;
  const policy = { version: 0, rules, fourEyes: true, two: [] };
  return new CallChecks({ pipeline, call: bed.call(more), workspace }, place, policy);
};
const tried = async (amount: string, rules?: Policy['rules'], more?: Parameters<Bed['call']>[0]) =>
  (await checks(rules, more)).rehearse(call(amount), account, { spending: false });
const kinds = ({ problems }: { problems: readonly PlannedProblem[] }) =>
  problems.map(({ field, level, kind = '' }) => `${field} ${level} ${kind}`);

afterEach(() => {
  refuse = undefined;
  expect(bed.sent).toEqual([]);
});

test('a rule forbids what only a trial shows: that an amount is a raise', async () => {
  const rules = { raise: 'deny' } as const;
  // By its arguments the call may be a cut.
  expect(await (await checks(rules)).validate(call('20.00'), account)).toEqual([]);
  const refused = await tried('20.00', rules);
  expect(kinds(refused)).toEqual(['name stop rule']);
  expect(refused.problems[0]!.message).toContain('class raise');
  expect(kinds(await tried('9.99', rules))).toEqual([]);
  // Pauses and cuts are never held back.
  expect(kinds(await tried('9.99', { ...rules, cut: 'deny' }))).toEqual([]);
  expect(kinds(await tried('20.00', { raise: 'approve' }))).toEqual([]);
});

test('what is forbidden whatever it turns out to be is told without a trial', async () => {
  const lay = call(undefined, { tool: 'lay_train', arguments: {} });
  const told = async (rule: 'deny' | 'approve') => (await checks({ create: rule })).validate(lay, account);
  expect(kinds({ problems: await told('deny') })).toEqual(['name stop rule']);
  expect(await told('approve')).toEqual([]);
});

test('a list of what earlier calls make is checked as the list that will be sent', async () => {
  const lay = (stops: unknown) => call(undefined, { tool: 'lay_train', arguments: { stops }, from: { stops: 'ads' } });
  const told = async (stops: unknown) => kinds({ problems: await (await checks()).validate(lay(stops), account) });
  expect(await told([{ at: { made: 'stop 1' } }, { at: 'North' }])).toEqual([]);
  expect(await told([{ at: 7 }])).toEqual(['ads.0 stop ']);
});

test('a call with nothing to send is told as the same, and one with something is not', async () => {
  expect((await tried('10.00')).isSame).toBe(true);
  expect((await tried('20.00')).isSame).toBe(false);
});

test.each<[string, Parameters<Bed['call']>[0]]>([
  ['a caller that wants to change nothing', { readOnly: true }],
  ['a key without the channel', { principal: { ...PRINCIPAL, channels: ['yard'] } }],
])('nothing is tried for %s', async (_, more) => {
  let isTried = false;
  refuse = () => {
    isTried = true;
    throw new TypeError('it was tried');
  };
  expect(kinds(await tried('20.00', {}, more))).toEqual(['name stop ']);
  expect(isTried).toBe(false);
});

test('a refusal is told at the field of the sheet, and one that may pass is no refusal of the row', async () => {
  expect(kinds(await tried('x'))).toEqual(['budget stop ']);
  const failing = (more: object) => () => {
    throw new Failure({ code: 'conflict', message: 'No.', nextStep: 'Wait.', ...more });
  };
  refuse = failing({ problems: [{ field: 'elsewhere', message: 'is wrong' }] });
  expect(kinds(await tried('20.00'))).toEqual(['name stop ']);
  refuse = failing({ retryable: true, problems: [{ field: 'daily_budget', message: 'is wrong' }] });
  expect(kinds(await tried('20.00'))).toEqual(['name stop unchecked']);
  refuse = failing({ problems: [{ field: 'daily_budget', message: 'must be more', at_least: '12.00' }] });
  expect((await tried('20.00')).problems).toMatchObject([{ allowed: '12.00 or more', repair: '12.00' }]);
  // A fault of ours is no problem of the sheet.
  refuse = () => {
    throw new TypeError('broken');
  };
  expect((await tried('20.00')).problems[0]!.message).not.toContain('broken');
});

test('a tool that the channel has not is a fault of ours', async () => {
  const unknown = (await checks()).validate(call('1.00', { tool: 'fly' }), account);
  await expect(unknown).rejects.toThrow('the trains channel has no tool fly');
});

test('ids that another call makes are seen wherever they stand', () => {
  expect([{ a: { made: 'x' } }, { a: [{ made: 'x' }] }, { made: 'x' }].map(needsMade)).toEqual([true, true, true]);
  expect([{ made: 'x', other: 1 }, { made: 1 }, 'made', null].map(needsMade)).toEqual([false, false, false, false]);
});

test('an argument leads to its own field, or to that of what it is a part of', () => {
  const from = { ads: 'groups.0.ads', 'ads.0.url': 'groups.0.ads.0.link', name: 'name' };
  expect(['ads[1].text', 'ads.0.url', 'name', 'other', 'named'].map((one) => fieldOf(one, from))).toEqual([
    'groups.0.ads.1',
    'groups.0.ads.0.link',
    'name',
    undefined,
    undefined,
  ]);
});

test('it is tried for the account of its row, not for the one that the connection has', async () => {
  askedAbout.length = 0;
  await (await checks()).rehearse(call('20.00'), { ...account, id: '2' }, { spending: false });
  expect(askedAbout).toEqual(['2']);
});

test('twenty of the allowed values are told', async () => {
  const allowed_values = Array.from({ length: 25 }, (_, n) => `v${n}`);
  refuse = () => {
    const problems = [{ field: 'daily_budget', message: 'must be one of these', allowed_values }];
    throw new Failure({ code: 'invalid_arguments', message: 'No.', nextStep: 'n', problems });
  };
  expect((await tried('20.00')).problems[0]!.allowed!.split(', ')).toEqual(allowed_values.slice(0, 20));
});
