import { describe, expect, test } from 'vitest';
import type { RecordedChange } from '../audit/recorded-changes.ts';
import type { Plan } from '../plans/plan.ts';
import type { Channel } from '../tools/channel.ts';
import { ANY, fieldsBack, type UndoPart, type UndoTable } from '../tools/undo.ts';
import { movedAbove } from './ancestors.ts';
import type { Job, Pipeline } from './call.ts';
import { isUrgent, planLessens, undoLessens } from './lessening.ts';
import { toolOf, trains, yard } from './pipeline.testing.ts';
import { cannotBeUndone, coverageOf, undoingOf } from './undo-coverage.ts';
import { folded } from './undo-parts.ts';

const undo: UndoTable = {
  update_train: fieldsBack('update_train', ['id'], {}),
  paint_train: { ...fieldsBack('paint_train', ['id'], {}), leaves: 'The paint stays.' } as UndoTable[string],
  send_train: { never: 'It has left.' },
};
const channel = { ...trains, undo } as unknown as Channel;
const tool = (name: string, more = {}) => toolOf(channel, { name, access: 'write', ...more });
const update = tool('update_train');

let seq = 0;
const change = (more: Partial<RecordedChange> = {}): RecordedChange => ({
  ...{ seq: ++seq, at: 0, actor: 'key_1', channel: 'trains', tool: 'update_train', callId: 'c', outcome: 'applied' },
  ...{ args: { id: '7' }, ids: {}, applied: {}, rows: [], added: [], removed: [], names: {}, gap: undefined },
  ...more,
});
const applied = (field: string, from: unknown, to: unknown) => ({ applied: { [field]: { from, to } } });
const status = (from: string, to: string) => change(applied('status', from, to));
const money = (amount: string) => ({ amount, currency: 'USD' });
const whys = (of: typeof update | undefined, more: Partial<RecordedChange>) =>
  undoingOf(of, change({ ...applied('name', 'a', 'b'), ...more })).left.map(({ why }) => why);

describe('what the record tells of taking a change back', () => {
  test('is that nothing can be sent for a change that was never seen, is final, or cannot be found again', () => {
    expect(undoingOf(update, change(applied('name', 'a', 'b')))).toMatchObject({
      steps: [{ tool: 'update_train' }],
      left: [],
    });
    expect(whys(undefined, {})).toEqual(['There is no such tool any more.']);
    expect(whys(update, { outcome: 'unknown' })).toEqual([expect.stringContaining('never seen')]);
    expect(whys(tool('send_train'), {})).toEqual(['It has left.']);
    const final = tool('update_train', { irreversible: { status: ['REMOVED'] } });
    expect(whys(final, { args: { id: '7', status: 'REMOVED' } })).toEqual([
      expect.stringContaining('no way to take this back'),
    ]);
    expect(whys(final, { args: { id: '7', status: 'PAUSED' } })).toEqual([]);
    expect(whys(tool('other_train'), {})).toEqual(['How this tool is undone is not known.']);
    expect(whys(update, { gap: 'Too long.' })).toEqual(['Too long.']);
  });

  test('is said before the change, too', () => {
    expect(cannotBeUndone(update, {})).toEqual([]);
    expect(cannotBeUndone(tool('paint_train'), {})).toEqual(['The paint stays.']);
    expect(cannotBeUndone(tool('send_train'), {})).toEqual(['It has left.']);
    const destroys = { access: 'destructive' };
    expect(cannotBeUndone(tool('send_train', destroys), {})).toEqual(['It has left.']);
    expect(cannotBeUndone(tool('update_train', destroys), {})).toEqual([
      expect.stringContaining('no way to take this back'),
    ]);
  });

  test('is that a value which was recorded without its secret is not written back', () => {
    const url = (from: string) => undoingOf(update, change(applied('url', from, 'https://b.example')));
    const hidden = url('https://a.example?token=[hidden]');
    expect([hidden.steps, hidden.left.map(({ field }) => field)]).toEqual([[], ['url']]);
    expect(url('https://a.example').left).toEqual([]);
    expect([coverageOf(hidden), coverageOf(url('https://a.example'))]).toEqual(['none', 'full']);
  });

  test('is covered in part where something stays, or goes back to the nearest value only', () => {
    const part: UndoPart = { object: '7', field: 'x', from: 1, to: 2 };
    const step = (one: UndoPart) => ({ tool: 't', parts: [one], call: () => ({}) });
    expect(coverageOf({ steps: [step(part)], left: [] })).toBe('full');
    expect(coverageOf({ steps: [step(part)], left: [{ why: 'w' }] })).toBe('partial');
    expect(coverageOf({ steps: [step({ ...part, instead: { value: 0, why: 'w' } })], left: [] })).toBe('partial');
  });
});

describe('several changes of one field', () => {
  const fold = (...changes: RecordedChange[]) =>
    folded(changes.flatMap((one) => undoingOf(update, one).steps.map((step) => ({ change: one, step }))));
  const open = ({ calls }: ReturnType<typeof fold>) =>
    calls.flatMap(({ parts }) => parts.map(({ part }) => [part.from, part.to]));

  test('go back at once, from the newest value to the one before the oldest', () => {
    const found = fold(change(applied('name', 'b', 'c')), change(applied('name', 'a', 'b')));
    expect([open(found), found.blocked]).toEqual([[['a', 'c']], []]);
    expect(found.calls[0]!.parts[0]!.changes).toHaveLength(2);
  });

  test('stop where somebody else changed it in between', () => {
    const found = fold(change(applied('name', 'x', 'c')), change(applied('name', 'a', 'b')));
    expect([open(found), found.blocked.map(({ part }) => part.from)]).toEqual([[['x', 'c']], ['a']]);
  });

  test('of another channel or object are others; parts that one call cannot take go apart', () => {
    const video = change({ ...applied('name', 'a', 'b'), channel: 'video' });
    expect(fold(change(applied('name', 'b', 'c')), video).calls).toHaveLength(2);
    const parts = ['1', '2'].map((object): UndoPart => ({ object, field: 'x', from: object, to: ANY }));
    const step = { tool: 't', parts, call: () => ({}) };
    const own = change();
    expect(folded([{ change: own, step }]).calls).toHaveLength(1);
    expect(folded([{ change: own, step: { ...step, groupOf: ({ object }: UndoPart) => object } }]).calls).toHaveLength(
      2,
    );
    const paused = (from: string, to: unknown) => ({
      change: change(),
      step: { ...step, parts: [{ object: '1', field: 's', from, to }] },
    });
    expect(folded([paused('b', 'c'), paused('a', ANY)]).blocked).toEqual([]);
  });
});

describe('whether a plan, or taking changes back, only lessens', () => {
  const pipeline = (...tools: ReturnType<typeof tool>[]) => ({ tools }) as unknown as Pipeline;
  const lessens = (changes: RecordedChange[], of = pipeline(update)) => undoLessens(of, changes);
  const plan = (facts: object, more = {}) =>
    ({ channel: 'trains', tool: 'update_train', facts: { args: {}, difference: {}, ...facts }, ...more }) as Plan;

  test('is by every call, and nothing to call is no lessening', () => {
    const off = status('PAUSED', 'ACTIVE');
    const on = status('ACTIVE', 'PAUSED');
    expect([lessens([off]), lessens([on]), lessens([off, on]), lessens([])]).toEqual([true, false, false, false]);
    const budget = (from: string, to: string) => change(applied('daily_budget', money(from), money(to)));
    expect([lessens([budget('5', '9')]), lessens([budget('9', '5')])]).toEqual([true, false]);
    expect(lessens([off], pipeline())).toBe(false);
  });

  test('is asked of a tool that can tell; of any other its arguments decide', () => {
    const job = { tool: update, args: {}, pipeline: {} } as unknown as Job;
    expect([isUrgent(job, true), isUrgent(job, false)]).toEqual([true, false]);
  });

  test('is not where the channel spends nothing, the tool is gone, or the plan makes campaigns', () => {
    const facts = { args: { status: 'PAUSED' } };
    expect(planLessens(pipeline(update), plan(facts))).toBe(true);
    expect(planLessens(pipeline(update), plan({ args: { status: 'ACTIVE' } }))).toBe(false);
    expect(planLessens(pipeline(update), plan({ ...facts, bulk: {} }))).toBe(false);
    expect(planLessens(pipeline(), plan(facts))).toBe(false);
    expect(
      planLessens(
        pipeline(toolOf({ ...channel, spendsNothing: true }, { name: 'update_train', access: 'write' })),
        plan(facts),
      ),
    ).toBe(false);
    expect(planLessens(pipeline(toolOf(yard as never, { name: 'update_train', access: 'write' })), plan(facts))).toBe(
      false,
    );
  });
});

test('what has moved above an object is told by its field, and an object that is gone before anything else', () => {
  const above = (id: string, values: object) => ({ level: 'campaign', id, values }) as never;
  const then = [above('7', { status: 'ACTIVE', budget: money('5') })];
  expect(movedAbove(then, [above('7', { status: 'ACTIVE', budget: money('5') }), above('8', { status: 'x' })])).toEqual(
    [],
  );
  expect(
    movedAbove(then, [above('7', { status: 'PAUSED', budget: money('5'), cap: 1 })]).map(({ field }) => field),
  ).toEqual(['campaign.status', 'campaign.cap']);
  expect(movedAbove([...then, above('9', {})], [above('7', {})])).toEqual([{ field: 'campaign', how: '9 is gone' }]);
});
