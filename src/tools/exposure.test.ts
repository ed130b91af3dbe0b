import { expect, test } from 'vitest';
import { Failure } from '../errors.ts';
import { daily, holding, holdingsOf } from './exposure.testing.ts';
import { changesBy, type Holding, rowByRow } from './exposure.ts';

const object = (id: string, more: Partial<Holding> = {}) =>
  holding('campaign', id, { end: 50, budget: daily('40'), cap: '500', ...more });
const holdings = holdingsOf(object('a'), object('b'));
const raise = { id: 'b', change: { budget: daily('40.01') } };

/** What is told of a call that leaves `a` so, and raises `b` where that is asked for. */
function told(after: Holding | undefined, isRaised: boolean) {
  const objects = [...(after ? [after] : []), isRaised ? { ...object('b'), ...raise.change } : object('b')];
  return changesBy({ change: rowByRow(() => objects) })('change', {}, holdings)!;
}

test('beside a raise no cut is counted, because the platform may refuse the cut alone', () => {
  const cuts = [
    undefined,
    object('a', { on: false, budget: daily('900') }),
    object('a', { budget: daily('9.5') }),
    object('a', { end: 49 }),
    object('a', { cap: '499.99' }),
  ];
  for (const cut of cuts) {
    expect(told(cut, true), JSON.stringify(cut)).toEqual([raise]);
    expect(told(cut, false), JSON.stringify(cut)).toHaveLength(1);
  }
});

test('a change that may raise is counted with all that it does', () => {
  const others: Partial<Holding>[] = [
    { end: 51, budget: daily('1') },
    { end: undefined },
    { start: 7 },
    { parent: 'c' },
    { unknown: 'status ODD' },
    { cap: '500.01' },
    { cap: undefined },
    { budget: undefined },
    { budget: daily('1', { peak: '90' }) },
    { budget: daily('1', { kind: 'lifetime' }) },
  ];
  for (const other of others) {
    const changes = told(object('a', other), true);
    expect(changes, JSON.stringify(other)).toEqual([{ id: 'a', change: other }, raise]);
  }
});

test('a lower budget with a higher total, or with none any more, is no cut', () => {
  const held = object('a', { budget: daily('40', { total: { amount: '700' } }) });
  const raised = { ...object('b'), ...raise.change };
  const ids = (total?: string) => {
    const after = { ...held, budget: daily('1', total === undefined ? {} : { total: { amount: total } }) };
    const changes = changesBy({ change: rowByRow(() => [after, raised]) });
    return changes('change', {}, { ...holdings, objects: [held, object('b')] })!.map((one) => 'id' in one && one.id);
  };
  expect([ids('700'), ids('700.01'), ids()]).toEqual([['b'], ['a', 'b'], ['a', 'b']]);
});

test('what a listed tool does to holdings that are not known cannot be told', () => {
  const changes = changesBy({ rename: 'a name costs nothing', raise: () => [] });
  expect(['rename', 'raise'].map((tool) => changes(tool, {}, undefined))).toEqual([[], undefined]);
});

test('a call that its own tool will refuse changes nothing, and a fault is no refusal', () => {
  const throwing = (error: Error) => () => {
    throw error;
  };
  const refused = new Failure({ code: 'invalid_arguments', message: 'A third of a cent.', nextStep: 'Round it.' });
  const changes = changesBy({ raise: throwing(refused), broken: throwing(new TypeError('broken')) });
  expect(changes('raise', {}, holdings)).toEqual([]);
  expect(() => changes('broken', {}, holdings)).toThrow('broken');
});

test('a tool that is not listed may do anything, a reason means that it does nothing', () => {
  const changes = changesBy({ rename: 'a name costs nothing', activate: () => undefined });
  expect(['rename', 'activate', 'constructor'].map((tool) => changes(tool, {}, holdings))).toEqual([
    [],
    undefined,
    undefined,
  ]);
});
