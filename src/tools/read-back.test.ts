import { expect, test } from 'vitest';
import { type ErrorCode, Failure } from '../errors.ts';
import { CapturedChange } from '../upstream/captured-change.ts';
import { unknownOutcome } from '../upstream/failures.ts';
import { changeAndReadBack, isGone, readBack, removeAndLook, sent } from './read-back.ts';

const refusal = (code: ErrorCode) => new Failure({ code, message: 'no', nextStep: 'n' });
/** What a session throws when a refusal may answer the second sending of a change. */
const second = (cause: Failure) => unknownOutcome({ repeatSafe: true, cause });
const failureOf = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);

test('a write whose read-back fails in any way is unknown, and is not to be repeated before a look', async () => {
  for (const read of [
    () => Promise.reject(refusal('rate_limited')),
    () => Promise.reject(new TypeError('a fault of ours')),
    () => Promise.reject(new DOMException('time is up', 'TimeoutError')),
    async () => undefined,
  ]) {
    const failure = (await failureOf(readBack('It was made', read))) as Failure;
    expect(failure).toMatchObject({ code: 'outcome_unknown', outcome: 'unknown', retryable: false });
    expect(failure.details.message).toContain('It was made');
  }
});

/** An update of a status, of which the platform shows `seen` afterwards. */
function update(seen: string | undefined, send: () => Promise<unknown>) {
  return changeAndReadBack({
    done: 'It was changed',
    before: { status: 'PAUSED' },
    wanted: { status: 'ACTIVE' },
    send,
    read: async () => {
      if (seen === undefined) throw refusal('rate_limited');
      return { status: seen };
    },
  });
}

test.each(['rate_limited', 'token_expired', 'not_found', 'invalid_arguments'] as const)(
  'an update that stands is applied, although its second answer was %s',
  async (code) => {
    const { report } = await update('ACTIVE', () => Promise.reject(second(refusal(code))));
    expect(report).toEqual({ applied: { status: { from: 'PAUSED', to: 'ACTIVE' } }, not_applied: [] });
  },
);

test('what no shown field tells is named as not applied, and leaves a lost answer unknown', async () => {
  const update = (send: () => Promise<unknown>, unmet: string[]) =>
    changeAndReadBack({
      ...{ done: 'It was changed', before: { count: 1 }, wanted: { count: 1 } },
      ...{ send, read: async () => ({ count: 1 }), unmet: () => unmet },
    });
  const answered = async () => undefined;
  const lost = () => Promise.reject(unknownOutcome());
  expect((await update(answered, ['words'])).report).toEqual({ applied: {}, not_applied: ['words'] });
  expect((await update(lost, [])).report).toEqual({ applied: {}, not_applied: [] });
  expect(await failureOf(update(lost, ['words']))).toMatchObject({ outcome: 'unknown' });
});

test('an update that is not seen is called off only by a refusal the first sending would have met too', async () => {
  const outcome = async (code: Parameters<typeof refusal>[0]) =>
    ((await failureOf(update('PAUSED', () => Promise.reject(second(refusal(code)))))) as Failure).outcome;
  expect(await outcome('invalid_arguments')).toBe('not_applied');
  expect(await outcome('rate_limited')).toBe('unknown');
  expect(await outcome('token_expired')).toBe('unknown');
});

test('when nobody can look, the outcome stays unknown; a plain refusal stays a refusal', async () => {
  const lost = await failureOf(update(undefined, () => Promise.reject(unknownOutcome())));
  expect(lost).toMatchObject({ code: 'outcome_unknown', outcome: 'unknown' });
  const refused = await failureOf(update('PAUSED', () => Promise.reject(refusal('rate_limited'))));
  expect(refused).toMatchObject({ code: 'rate_limited', outcome: 'not_applied' });
});

test('a deletion whose second answer is "not found" worked, if the thing is gone', async () => {
  const send = () => Promise.reject(second(refusal('not_found')));
  expect(await removeAndLook('It was deleted', send, async () => true)).toBe(true);
  expect(await failureOf(removeAndLook('d', send, () => Promise.reject(refusal('rate_limited'))))).toMatchObject({
    outcome: 'not_applied',
    code: 'not_found',
  });
});

test('only what the platform does not find is gone; what cannot be read may be there', async () => {
  expect(await isGone(() => Promise.reject(refusal('not_found')))).toBe(true);
  expect(await isGone(async () => ({}))).toBe(false);
  for (const code of ['permission_denied', 'rate_limited', 'upstream_unavailable'] as const)
    await expect(isGone(() => Promise.reject(refusal(code)))).rejects.toMatchObject({ code });
});

test('a deletion that is accepted worked, if the thing is gone', async () => {
  const accepted = removeAndLook(
    'It was deleted',
    async () => {},
    async () => true,
  );
  expect(await accepted).toBe(true);
});

test('a deletion that is accepted while the thing is still shown is not applied, and says so', async () => {
  const accepted = removeAndLook(
    'It was deleted',
    async () => {},
    async () => false,
  );
  expect(await failureOf(accepted)).toMatchObject({ code: 'conflict', outcome: 'not_applied', retryable: true });
});

/** Two fields that are changed together, of which the platform shows these afterwards. */
const both = (seen: object, send: () => Promise<unknown>) =>
  changeAndReadBack({
    done: 'It was changed',
    before: { name: 'a', status: 'PAUSED' },
    wanted: { name: 'b', status: 'ACTIVE' },
    send,
    read: async () => seen as { name: string; status: string },
  });

test('a change whose answer was lost stands as far as it is seen', async () => {
  const { report } = await both({ name: 'b', status: 'PAUSED' }, () => Promise.reject(unknownOutcome()));
  expect(report).toEqual({ applied: { name: { from: 'a', to: 'b' } }, not_applied: ['status'] });
});

test('a change that is only previewed notes what it would have changed', async () => {
  const captured = new CapturedChange({} as CapturedChange['request']);
  expect(await failureOf(both({}, () => Promise.reject(captured)))).toMatchObject({
    before: { name: 'a', status: 'PAUSED' },
    wanted: { name: 'b', status: 'ACTIVE' },
  });
});

test('only a lost answer leaves open whether a change was made: a refusal is thrown', async () => {
  expect(await sent(() => Promise.reject(unknownOutcome()))).toMatchObject({ outcome: 'unknown' });
  expect(await sent(async () => {})).toBeUndefined();
  await expect(sent(() => Promise.reject(refusal('not_found')))).rejects.toMatchObject({ code: 'not_found' });
});
