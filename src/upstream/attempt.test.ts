import { describe, expect, test } from 'vitest';
import type { Failure } from '../errors.ts';
import {
  type Attempt,
  type Circumstances,
  conclude,
  failureOf,
  healthShownBy,
  mayHaveTakenEffect,
  mayResend,
} from './attempt.ts';
import { unavailable } from './failures.ts';
import type { Judgement } from './judgement.ts';
import { type FaultKind, TransportFault } from './transport.ts';

const FACTS: Circumstances = {
  effect: 'write',
  repeat: 'never',
  earlierMayHaveArrived: false,
  cancelled: false,
  cancelReason: new Error('left'),
  bytesMax: 9,
};
const facts = (more: Partial<Circumstances>): Circumstances => ({ ...FACTS, ...more });
const replied = (is: Judgement['is']): Attempt<object> => ({ reply: { judgement: { is } } });
const faulty = (kind: FaultKind, mayHaveArrived: boolean): Attempt<object> => ({
  fault: new TransportFault(kind, mayHaveArrived),
});
const refusal = unavailable('Shut.');

describe('sending again', () => {
  const read = facts({ effect: 'read' });
  const safe = facts({ repeat: 'safe' });

  test.each<[string, Attempt<object>, boolean, boolean]>([
    ['a busy platform', replied('busy'), true, false],
    ['a broken one', replied('broken'), true, false],
    ['a refusal', replied('refused'), false, false],
    ['an ended token', replied('expired'), false, false],
    ['an answer', replied('well'), false, false],
    ['a cut before it was sent', faulty('network', false), true, true],
    ['a cut after', faulty('network', true), true, false],
    ['a stop', faulty('stopped', false), false, false],
    ['a reply that is too large', faulty('too_large', true), false, false],
    ['a request that cannot be put together', faulty('malformed', false), false, false],
    ['our own refusal', { refusal }, false, false],
  ])('after %s: when it does no harm %s %s, and a create %s', (_, made, harmless, create) => {
    expect(mayResend(made, read)).toBe(harmless);
    expect(mayResend(made, safe)).toBe(harmless);
    expect(mayResend(made, FACTS)).toBe(create);
  });
});

test('what may have been carried out is what broke, or was lost on its way', () => {
  const made = [replied('broken'), replied('busy'), replied('well'), faulty('network', true), faulty('network', false)];
  expect(made.map(mayHaveTakenEffect)).toEqual([true, false, false, true, false]);
  expect(mayHaveTakenEffect({ refusal })).toBe(false);
});

test.each<[Attempt<object>, boolean, string]>([
  [replied('broken'), false, 'ill'],
  [replied('busy'), false, 'well'],
  [replied('refused'), false, 'well'],
  [faulty('network', false), false, 'ill'],
  [faulty('network', true), true, 'ill'],
  [faulty('too_large', true), false, 'well'],
  [faulty('stopped', true), false, 'ill'],
  [faulty('stopped', true), true, 'nothing'],
  [faulty('stopped', false), false, 'nothing'],
  [faulty('malformed', true), false, 'nothing'],
  [{ refusal }, false, 'nothing'],
])('%j (cancelled: %s) shows the platform %s', (made, cancelled, health) => {
  expect(healthShownBy(made, cancelled)).toBe(health);
});

describe('the end of it', () => {
  test('is the reply, marked where an earlier sending may have been the one that worked', () => {
    const made = replied('well');
    expect(conclude(made, FACTS)).toBe(made.reply);
    expect(conclude(made, facts({ effect: 'read', earlierMayHaveArrived: true }))).toBe(made.reply);
    expect(conclude(made, facts({ earlierMayHaveArrived: true }))).toEqual({ ...made.reply, mayBeSecond: true });
    expect(() => conclude({ refusal }, FACTS)).toThrow(refusal);
  });

  const words = (made: Attempt<object>, more: Partial<Circumstances> = {}) => {
    const { code, details, retryable } = failureOf(made, facts(more)) as Failure;
    return [code, details.message, retryable];
  };
  const UNKNOWN =
    'The connection to the platform was lost before its answer came. It is not known whether the change was made.';

  test.each<[string, Attempt<object>, Partial<Circumstances>, unknown[]]>([
    ['a create that may have arrived', faulty('network', true), {}, ['outcome_unknown', UNKNOWN, false]],
    ['one that may be repeated', faulty('stopped', true), { repeat: 'safe' }, ['outcome_unknown', UNKNOWN, true]],
    ['an earlier one', { refusal }, { earlierMayHaveArrived: true }, ['outcome_unknown', UNKNOWN, false]],
    ['our own refusal', { refusal }, {}, ['upstream_unavailable', 'Shut.', true]],
    [
      'a request that cannot be put together',
      faulty('malformed', false),
      {},
      ['internal', 'The request for the platform could not be put together.', false],
    ],
    [
      'a reply that is too large',
      faulty('too_large', true),
      { effect: 'read' },
      ['unsupported', "The platform's answer is larger than 9 bytes.", false],
    ],
    [
      'a platform out of reach',
      faulty('network', false),
      {},
      ['upstream_unavailable', 'The platform could not be reached.', true],
    ],
    [
      'a read that was cut',
      faulty('network', true),
      { effect: 'read', earlierMayHaveArrived: true },
      ['upstream_unavailable', 'The platform could not be reached.', true],
    ],
    [
      'time that is up',
      faulty('stopped', false),
      {},
      ['upstream_unavailable', 'The platform did not answer in time.', true],
    ],
  ])('after %s is told', (_, made, more, told) => {
    expect(words(made, more)).toEqual(told);
  });

  test('after a caller who left is what it left with', () => {
    expect(failureOf(faulty('stopped', false), facts({ cancelled: true }))).toBe(FACTS.cancelReason);
  });
});
