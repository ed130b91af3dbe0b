import { describe, expect, test } from 'vitest';
import { Failure, type FailureDetails, HttpError } from '../errors.ts';
import { StoreUnavailable } from '../store/store-unavailable.ts';
import type { Call } from './call.ts';
import {
  asFailure,
  claimFailure,
  refuseBadIdempotencyKey,
  refusedBy,
  refuseWriteWhenReadOnly,
  unrecorded,
  unrecordedIntent,
  withLook,
} from './call-failures.ts';
import { PRINCIPAL, toolOf, trains } from './pipeline.testing.ts';

const read = toolOf(trains);
const write = toolOf(trains, {
  name: 'move_train',
  access: 'write',
  look: ({ name }) => ({ tool: 'see_train', arguments: { name } }),
});
const thrownBy = (work: () => void): FailureDetails | undefined => {
  try {
    work();
    return undefined;
  } catch (error) {
    return (error as Failure).details;
  }
};

describe('an idempotency key', () => {
  const refusal = (idempotencyKey?: string) => thrownBy(() => refuseBadIdempotencyKey({ idempotencyKey } as Call));

  test.each([undefined, 'a', ' ~', 'k'.repeat(255)])('%s is taken', (key) => expect(refusal(key)).toBeUndefined());
  test.each(['', 'k'.repeat(256), 'ä', 'a\n', '\x7f', '\x1f'])('%j is refused', (key) => {
    expect(refusal(key)).toMatchObject({
      code: 'invalid_arguments',
      problems: [{ field: 'idempotency_key', message: 'must be 1 to 255 printable ASCII characters' }],
    });
  });
});

describe('a wish for reading only', () => {
  const refusal = (tool: typeof read, asked: boolean, key: boolean) =>
    thrownBy(() =>
      refuseWriteWhenReadOnly(tool, { readOnly: asked, principal: { ...PRINCIPAL, readOnly: key } } as Call),
    );

  test('lets reads pass, and without it everything passes', () => {
    expect(refusal(read, true, true)).toBeUndefined();
    expect(refusal(write, false, false)).toBeUndefined();
  });

  test('is answered with what to do about it, in every channel', () => {
    expect(refusal(write, true, false)).toEqual({
      code: 'permission_denied',
      message: 'The call asked for reading only, and move_train changes things.',
      nextStep: 'Leave out read_only to allow changes.',
    });
    expect(refusal(write, false, true)).toEqual({
      code: 'permission_denied',
      message: 'The key "Morning" is read-only, and move_train changes things.',
      nextStep: 'Use a read-write key.',
    });
  });
});

test.each<[Parameters<typeof claimFailure>[0], FailureDetails]>([
  [
    { state: 'abandoned' },
    {
      code: 'outcome_unknown',
      message: 'The first call with this idempotency key was cut off before its outcome could be recorded.',
      outcome: 'unknown',
      nextStep: 'List the resource and look whether the change is there before repeating it with a new key.',
    },
  ],
  [
    { state: 'running' },
    {
      code: 'conflict',
      message: 'The first call with this idempotency key is still running, and may yet be carried out.',
      outcome: 'unknown',
      retryable: true,
      retryAfterS: 1,
      nextStep: 'Repeat the call with the same key in a moment; it will return the first answer.',
    },
  ],
  [
    { state: 'unkept', outcome: 'applied' },
    {
      code: 'conflict',
      message:
        'The first call with this idempotency key has ended (applied), but its answer is not kept: it was too long, or many came after it.',
      outcome: 'applied',
      nextStep: 'Read the resource to see it as it is now. This call was not carried out a second time.',
    },
  ],
  [
    { state: 'mismatch' },
    {
      code: 'conflict',
      message: 'This idempotency key was used before with other arguments.',
      nextStep: 'Use a new idempotency key for a new call.',
    },
  ],
  [
    { state: 'full' },
    {
      code: 'rate_limited',
      message: 'This API key has used 50000 idempotency keys within a day, as many as are kept.',
      retryable: true,
      retryAfterS: 600,
      nextStep: 'Nothing was sent. Call without an idempotency key, with another API key, or later.',
    },
  ],
])('a repeat that meets %j is told what is known', (claim, details) => {
  expect(claimFailure(claim).details).toEqual(details);
});

test('what could not be written down says on which side of it the change stands', () => {
  const cause = new Error('disk full');
  expect(unrecordedIntent(cause).details).toEqual({
    code: 'internal',
    message: 'The call could not be recorded beforehand, so nothing was sent.',
    outcome: 'not_applied',
    retryable: true,
    nextStep: 'Call again in a moment; if it goes on, have the operator look at /readyz and at the space on the disk.',
    internal: 'intent not recorded: Error: disk full',
    cause,
  });
  expect(unrecorded('applied', cause).details).toEqual({
    code: 'internal',
    message: 'The call has ended (applied), but its outcome could not be recorded here.',
    outcome: 'applied',
    nextStep:
      'Read the resource before repeating anything; then have the operator look at the log with this request id.',
    internal: 'outcome not recorded: Error: disk full',
    cause,
  });
});

describe('the call that shows whether a change was made', () => {
  const failed = (more: Partial<FailureDetails>) =>
    new Failure({ code: 'internal', message: 'm', nextStep: 'before', ...more });
  const stepOf = (more: Partial<FailureDetails>, args: Record<string, unknown>, tool = write) =>
    withLook(failed(more), tool, args).details.nextStep;

  test('is named, with how sure the outcome is', () => {
    const args = { name: 'IC 1', other: 1 };
    const look = 'see_train {"name":"IC 1"}';
    expect(stepOf({ outcome: 'applied' }, args)).toBe(`Do not repeat it: the change was made. See it with ${look}.`);
    expect(stepOf({ outcome: 'unknown', retryable: true }, args)).toBe(
      `See its present state with ${look}, or call again: repeating this change does no harm.`,
    );
    expect(stepOf({ outcome: 'unknown' }, args)).toBe(
      `Do not repeat it yet: look with ${look} for "IC 1". Repeat it only if it is not there.`,
    );
    expect(stepOf({ outcome: 'unknown' }, {})).toBe(
      'Do not repeat it yet: look with see_train {}. Repeat it only if it is not there.',
    );
  });

  test('of a change by percent is to be made before anything is repeated, however harmless the same amount would be', () => {
    const relative = { ...write, relative: ['percent'] };
    const failure = failed({ outcome: 'unknown', retryable: true });
    expect(withLook(failure, relative, { percent: 10 })).toMatchObject({ retryable: false });
    expect(stepOf({ outcome: 'unknown', retryable: true }, { percent: 10 }, relative)).toBe(
      'Do not repeat it yet: look with see_train {}. Once it was made, percent would count from the new value.',
    );
    expect(withLook(failure, relative, { name: 'IC 1' })).toMatchObject({ retryable: true });
  });

  test('is left out where nothing was made, or nothing shows it; all else stays as it was', () => {
    expect(stepOf({ outcome: 'not_applied' }, {})).toBe('before');
    expect(stepOf({ outcome: 'unknown' }, {}, read)).toBe('before');
    expect(withLook(failed({ outcome: 'unknown', message: 'kept' }), write, {}).details).toMatchObject({
      code: 'internal',
      message: 'kept',
      outcome: 'unknown',
    });
  });
});

describe('an error nobody expected', () => {
  const call = (gone = false) =>
    ({ requestId: 'req_9', gone: () => (gone ? AbortSignal.abort() : new AbortController().signal) }) as Call;
  const late = new DOMException('late', 'TimeoutError');
  const bug = new Error('a bug');
  bug.stack = 'the stack';

  test('that is a failure already stays that', () => {
    const failure = new Failure({ code: 'conflict', message: '', nextStep: '' });
    expect(asFailure(failure, write, call())).toBe(failure);
  });

  test.each<[string, Parameters<typeof asFailure>, FailureDetails]>([
    [
      'a change that took too long',
      [late, write, call()],
      {
        code: 'outcome_unknown',
        message: 'The call took longer than a call may take.',
        nextStep: 'Read the resource to see whether the change is there before repeating anything.',
        retryable: false,
        outcome: 'unknown',
        cause: late,
      },
    ],
    [
      'a read that took too long',
      [late, read, call(true)],
      {
        code: 'upstream_unavailable',
        message: 'The call took longer than a call may take.',
        nextStep: 'Nothing was changed. Ask for less at once, or call again later.',
        retryable: true,
        outcome: 'not_applied',
        cause: late,
      },
    ],
    [
      'a read whose caller left',
      [bug, read, call(true)],
      { code: 'internal', message: 'The caller went away.', nextStep: 'Call again.', cause: bug },
    ],
    [
      'a change whose caller left',
      [bug, write, call(true)],
      {
        code: 'internal',
        message: 'Something failed inside the service. The request id req_9 ties it to the log.',
        nextStep: 'Read the resource to see whether the change is there, then tell the operator the request id.',
        outcome: 'unknown',
        internal: 'the stack',
        cause: bug,
      },
    ],
    [
      'a change of which nothing was sent',
      ['a text', write, call(), false],
      {
        code: 'internal',
        message: 'Something failed inside the service. The request id req_9 ties it to the log.',
        nextStep: 'Nothing was changed. Call again; if it happens twice, tell the operator the request id.',
        outcome: 'not_applied',
        internal: 'a text',
        cause: 'a text',
      },
    ],
    [
      'a wait of Node’s that took too long',
      [Object.assign(new Error('aborted', { cause: late }), { name: 'AbortError' }), read, call()],
      expect.objectContaining({ code: 'upstream_unavailable', retryable: true, outcome: 'not_applied' }),
    ],
    [
      'what admission refuses a call within a call',
      [new HttpError(403, 'FORBIDDEN', 'No.'), write, call()],
      refusedBy(new HttpError(403, 'FORBIDDEN', 'No.')).details,
    ],
    [
      'an abort that is no time-out',
      [new DOMException('x', 'AbortError'), read, call()],
      expect.objectContaining({ code: 'internal', outcome: 'not_applied' }),
    ],
  ])('%s', (_, [error, tool, its, sent], details) => {
    expect(asFailure(error, tool, its, sent).details).toEqual(details);
  });
});

test.each([
  [429, 'rate_limited', true],
  [403, 'permission_denied', false],
  [404, 'permission_denied', false],
])('what is refused with %i within a call is %s, retryable %s', (status, code, retryable) => {
  const failure = refusedBy(new HttpError(status, 'FORBIDDEN', 'No.'));
  expect(failure).toMatchObject({ code, retryable, details: { message: 'No.' } });
});

test('where the database is away before a call, nothing was sent and it may come again', () => {
  const away = new StoreUnavailable(new Error('ECONNREFUSED'));
  expect(unrecordedIntent(away)).toMatchObject({
    code: 'upstream_unavailable',
    outcome: 'not_applied',
    retryable: true,
    details: { retryAfterS: expect.any(Number), message: expect.stringContaining('nothing was sent') },
  });
  const full = unrecordedIntent(new Error('disk full'));
  expect(full).toMatchObject({ code: 'internal', outcome: 'not_applied', retryable: true });
  expect(full.details.retryAfterS).toBeUndefined();
});
