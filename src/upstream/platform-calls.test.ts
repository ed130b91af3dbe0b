import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { failureOf } from '../errors.testing.ts';
import type { Complaint, Dialect } from './dialect.ts';
import { errorTable } from './error-table.ts';
import { type Script, type ScriptedReply, scriptedSession } from './scripted-session.testing.ts';
import type { Credentials, PlatformRequest, PlatformSession } from './session.ts';

const errors = errorTable(`
1 | request | a wrong argument | see there | Correct it
2 | busy:300 | too many | the app | Wait
3 | broken | a fault | theirs | Try later
4 | expired | an old token | time | Reconnect
5 | contended | held | another | Wait for it
1/7 | missing | none | wrong id | Check the id
`);
/** A platform that complains by whatever stands in `complaint`. */
const dialect: Dialect = {
  errors,
  authorize: (request, { access_token }) => ({ ...request, headers: { ...request.headers, token: `${access_token}` } }),
  complaint: ({ json }) => (json as { complaint?: Complaint } | undefined)?.complaint,
};
const REQUEST: PlatformRequest = { method: 'POST', url: 'https://api.example/things' };
const Answer = z.object({ id: z.string() });

const session = (replies: ScriptedReply[], more: Partial<Script> = {}) =>
  scriptedSession({ platform: 'trains', dialect, replies, ...more });
const complaining = (complaint: Complaint, more: ScriptedReply = {}): ScriptedReply => ({
  body: { complaint },
  ...more,
});
const asked = (calls: PlatformSession, request = REQUEST) => failureOf(calls.ask(request, Answer));
const changed = (calls: PlatformSession, request = REQUEST) => failureOf(calls.change(request, Answer));

describe('a request', () => {
  test('is signed, says what it does, and carries its JSON as such', async () => {
    const { session: calls, sent } = session([{ body: { id: '1' } }, { body: { id: '2' } }]);
    expect(await calls.ask({ ...REQUEST, json: { a: 1 }, headers: { x: 'y' } }, Answer)).toEqual({ id: '1' });
    expect(await calls.change({ ...REQUEST, account: '7', body: 'raw' }, Answer)).toEqual({ id: '2' });
    expect(sent).toEqual([
      {
        ...REQUEST,
        effect: 'read',
        account: 'c',
        body: '{"a":1}',
        headers: { x: 'y', 'content-type': 'application/json', token: 'a-token-of-the-script' },
      },
      { ...REQUEST, effect: 'write', account: '7', body: 'raw', headers: { token: 'a-token-of-the-script' } },
    ]);
  });

  test('of the sign-in pages goes out unsigned and comes back whatever it says', async () => {
    const { session: calls, sent } = session([complaining({ code: 1, message: 'no, my-secret' }, { status: 400 })]);
    const reply = await calls.send({ ...REQUEST, effect: 'read' }, ['my-secret']);
    expect(reply).toMatchObject({ status: 400, judgement: { is: 'refused' } });
    expect(reply.json).toEqual({ complaint: { code: 1, message: 'no, [secret]' } });
    expect(sent[0]!.headers).toBeUndefined();
  });

  test('is answered at whatever length', async () => {
    const rest = Array.from({ length: 30_000 }, (_, at) => ({ at, name: 'a long list' }));
    const complaint = { code: 1, message: 'no, a-token-of-the-script' };
    const { session: calls } = session([{ body: { id: '1', rest } }, { body: { complaint, rest } }]);
    expect(await calls.ask(REQUEST, Answer)).toEqual({ id: '1' });
    expect((await asked(calls)).details).toMatchObject({ upstream: { code: 1, message: 'no, [secret]' } });
  });

  test('may find its answer elsewhere than in the body', async () => {
    const { session: calls } = session([{ headers: { location: 'x' } }]);
    expect(await calls.change(REQUEST, Answer, ({ headers }) => ({ id: headers.location }))).toEqual({ id: 'x' });
  });
});

describe('a question that is refused', () => {
  test.each<[string, Complaint, number, object]>([
    [
      'by a known code',
      { code: 1, message: 'Bad id.', traceId: 't1' },
      400,
      {
        code: 'invalid_arguments',
        message: 'The trains platform refused: Bad id.',
        nextStep: 'Correct it.',
        retryable: false,
        upstream: { code: 1, message: 'Bad id.', trace_id: 't1' },
      },
    ],
    [
      'by a subcode',
      { code: 1, subcode: 7, message: 'None.' },
      200,
      {
        code: 'not_found',
        message: 'The trains platform refused: None.',
        nextStep: 'Check the id.',
        retryable: false,
        upstream: { code: 1, subcode: 7, message: 'None.' },
      },
    ],
    [
      'as its papers write it',
      { code: 1, subcode: 7, writtenAs: 'AuthError.X', message: 'None.' },
      400,
      {
        code: 'not_found',
        message: 'The trains platform refused: None.',
        nextStep: 'Check the id.',
        retryable: false,
        upstream: { code: 'AuthError.X', message: 'None.' },
      },
    ],
    [
      'for now, with the wait of the table',
      { code: 2, message: 'Slow.' },
      400,
      {
        code: 'rate_limited',
        message: 'The trains platform refused: Slow.',
        nextStep: 'Wait.',
        retryable: true,
        retryAfterS: 300,
        upstream: { code: 2, message: 'Slow.' },
      },
    ],
    [
      'for now, with a wait of its own',
      { code: 2, message: 'Slow.', waitMs: 1500 },
      400,
      expect.objectContaining({ retryable: true, retryAfterS: 2 }),
    ],
    [
      'for now, without a word on how long',
      { message: 'Slow.' },
      429,
      expect.objectContaining({ code: 'rate_limited', retryAfterS: 60, upstream: { code: 429, message: 'Slow.' } }),
    ],
    [
      'because somebody else holds it',
      { code: 5, message: 'Held.' },
      409,
      {
        code: 'conflict',
        message: 'The trains platform refused: Held.',
        nextStep: 'Wait for it.',
        retryable: true,
        upstream: { code: 5, message: 'Held.' },
      },
    ],
    [
      'by a fault',
      { code: 3, message: 'Oops.' },
      500,
      {
        code: 'upstream_unavailable',
        message: 'The trains platform failed: Oops.',
        nextStep: 'Try later.',
        retryable: true,
        upstream: { code: 3, message: 'Oops.' },
      },
    ],
    [
      'with a wait that cannot be parsed',
      { code: 1, message: 'Bad.', waitMs: 5000 },
      400,
      {
        code: 'invalid_arguments',
        message: 'The trains platform refused: Bad.',
        nextStep: 'Correct it.',
        retryable: false,
        upstream: { code: 1, message: 'Bad.' },
      },
    ],
    [
      'as a passing fault, whatever its code says',
      { code: 1, message: 'Later.', transient: true },
      400,
      expect.objectContaining({ code: 'upstream_unavailable', retryable: true }),
    ],
    [
      'as a passing fault, though it has a meaning of its own',
      { code: 5, message: 'Held.', transient: true },
      400,
      expect.objectContaining({ code: 'conflict' }),
    ],
    [
      'by what it is, where the code does not tell',
      { code: 1, message: 'Policy.', kind: 'policy' },
      400,
      expect.objectContaining({ code: 'policy_rejected', nextStep: 'Correct it.' }),
    ],
    [
      'by what it is, without a code',
      { message: 'Policy.', kind: 'policy' },
      404,
      expect.objectContaining({
        code: 'policy_rejected',
        nextStep: 'Check the id, and that the connection reaches its account.',
      }),
    ],
  ])('%s says so', async (_, complaint, status, details) => {
    const { session: calls } = session([complaining(complaint, { status })]);
    expect((await asked(calls)).details).toEqual(details);
  });

  test('without a word is told by its status', async () => {
    expect((await asked(session([{ status: 404, body: '<html>' }]).session)).details).toEqual({
      code: 'not_found',
      message: 'The trains platform refused: HTTP 404',
      nextStep: 'Check the id, and that the connection reaches its account.',
      retryable: false,
      upstream: { code: 404, message: 'HTTP 404' },
    });
    expect(await asked(session([{ status: 199 }]).session)).toMatchObject({ code: 'invalid_arguments' });
    expect(await asked(session([{ status: 300 }]).session)).toMatchObject({ code: 'upstream_unavailable' });
    expect(await session([{ status: 299, body: { id: '1' } }]).session.ask(REQUEST, Answer)).toEqual({ id: '1' });
  });

  test('blames arguments that the caller gave, and none where the fault is in a value the caller did not give', async () => {
    const argumentOf = (field: string) => (field === 'other' ? undefined : `my_${field}`);
    const problems = ['a', 'other', 'b'].map((field) => ({
      field,
      message: `is bad in ${field}`,
      allowed_values: [1],
    }));
    const complaint = { code: 1, message: 'Bad.', problems };
    const { details } = await asked(session([complaining(complaint)]).session, { ...REQUEST, argumentOf });
    expect(details).toMatchObject({
      message: 'The trains platform refused: 2 things: `my_a` is bad in a; `my_b` is bad in b',
      problems: [
        { field: 'my_a', message: 'is bad in a', allowed_values: [1] },
        { field: 'my_b', message: 'is bad in b', allowed_values: [1] },
      ],
    });
    const unnamed = await asked(session([complaining(complaint)]).session);
    expect(unnamed.details.problems).toEqual(problems);
    const one = complaining({ ...complaint, problems: problems.slice(0, 1) });
    expect((await asked(session([one]).session)).details.message).toBe('The trains platform refused: Bad.');
    const bare = await asked(session([complaining({ code: 1, message: 'Bad.' })]).session, { ...REQUEST, argumentOf });
    expect(bare.details).not.toHaveProperty('problems');
  });

  test('shows no secret of ours that the platform repeats', async () => {
    const { session: calls } = session([complaining({ code: 1, message: 'token a-token-of-the-script is bad' })]);
    expect((await asked(calls)).details.upstream!.message).toBe('token [secret] is bad');
  });

  test('in an unknown shape is the platform’s fault', async () => {
    const { details } = await asked(session([{ body: { id: 7 } }]).session);
    expect(details).toMatchObject({
      code: 'upstream_unavailable',
      message: 'The trains platform answered in a shape we do not know.',
      nextStep: 'Call again in a moment; if it stays, the platform has changed or has a fault.',
      retryable: true,
    });
    expect(details.internal).toMatch(/^unexpected answer of the trains platform: [\s\S]*id/);
  });
});

describe('a change that is refused', () => {
  const LOOK = expect.stringMatching(/^Do not repeat it yet: list the objects of this kind/);
  const REPEAT = expect.stringMatching(/^Read the object to see its present state, or call again/);

  test('was certainly not made, unless the platform broke or an earlier one was lost', async () => {
    const refused = { code: 1, message: 'Bad.' };
    expect((await changed(session([complaining(refused)]).session)).details).toEqual(
      (await asked(session([complaining(refused)]).session)).details,
    );
    const busy = await changed(session([complaining({ code: 2, message: 'Slow.' })]).session);
    expect(busy).toMatchObject({ code: 'rate_limited', outcome: 'not_applied' });
  });

  test('by a fault may have been made', async () => {
    const broken = complaining({ code: 3, message: 'Oops.' }, { status: 500 });
    const { details } = await changed(session([broken], { repeat: 'never' }).session);
    expect(details).toEqual({
      code: 'outcome_unknown',
      message: 'The trains platform failed while working on it (Oops.). It is not known whether the change was made.',
      nextStep: LOOK,
      retryable: false,
      outcome: 'unknown',
      upstream: { code: 3, message: 'Oops.' },
      cause: expect.objectContaining({ code: 'upstream_unavailable' }),
    });
    expect((await changed(session([broken]).session)).details).toMatchObject({ retryable: true, nextStep: REPEAT });
  });

  test('by sending us elsewhere may have been made', async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      const { session: calls, sent } = session([{ status, headers: { location: 'https://elsewhere.example/' } }]);
      expect(await changed(calls)).toMatchObject({ code: 'outcome_unknown', outcome: 'unknown' });
      expect(sent).toHaveLength(1);
    }
  });

  test('after one that was lost may have been made by that', async () => {
    const second = complaining({ code: 1, message: 'Exists.' }, { mayBeSecond: true });
    expect((await changed(session([second]).session)).details).toMatchObject({
      code: 'outcome_unknown',
      message:
        'After an attempt that was lost on its way, the trains platform answered: Exists.. It is not known whether the change was made.',
      cause: expect.objectContaining({ code: 'invalid_arguments' }),
    });
  });

  test('in an unknown shape may have been made', async () => {
    for (const repeat of ['safe', 'never'] as const) {
      const { details } = await changed(session([{ body: { id: 7 } }], { repeat }).session);
      expect(details).toMatchObject({
        code: 'outcome_unknown',
        message: 'The trains platform answered in a shape we do not know. It is not known whether the change was made.',
        retryable: repeat === 'safe',
        cause: expect.objectContaining({ code: 'upstream_unavailable' }),
      });
    }
  });
});

describe('a token that has ended', () => {
  const ended = complaining({ code: 4, message: 'Old: old-token, new-token.' }, { status: 401 });
  const held = { access_token: 'old-token' };
  const renewing = (replies: ScriptedReply[], fresh: Credentials = { access_token: 'new-token' }, more = {}) => {
    const renew = vi.fn(async () => fresh);
    return { renew, ...session(replies, { held, renew, ...more }) };
  };

  test('is renewed once, and the request sent again with the new one', async () => {
    const { session: calls, sent, renew } = renewing([ended, { body: { id: '1' } }]);
    expect(await calls.change(REQUEST, Answer)).toEqual({ id: '1' });
    expect(sent.map(({ headers }) => headers!.token)).toEqual(['old-token', 'new-token']);
    expect(renew).toHaveBeenCalledTimes(1);
  });

  test('and whose successor is refused too is told, without either', async () => {
    const { session: calls, sent } = renewing([ended, ended]);
    const { details } = await asked(calls);
    expect(details).toMatchObject({
      code: 'token_expired',
      nextStep: 'Reconnect.',
      message: 'The trains platform refused: Old: [secret], [secret].',
    });
    expect(sent).toHaveLength(2);
  });

  test('is not sent again where there is no other to try', async () => {
    for (const { session: calls, sent } of [renewing([ended], held), session([ended], { held })]) {
      expect(await asked(calls)).toMatchObject({ code: 'token_expired' });
      expect(sent).toHaveLength(1);
    }
  });

  test('is not renewed over another complaint', async () => {
    const { session: calls, renew } = renewing([complaining({ code: 1, message: 'Bad.' })]);
    await asked(calls);
    expect(renew).not.toHaveBeenCalled();
  });

  test('that cannot be renewed after a lost attempt leaves open what that did', async () => {
    const lost = new Error('no renewal');
    const renew = () => Promise.reject(lost);
    const second = { ...ended, mayBeSecond: true } as const;
    for (const repeat of ['safe', 'never'] as const) {
      const { session: calls } = session([second], { held, renew, repeat });
      expect((await changed(calls)).details).toMatchObject({
        code: 'outcome_unknown',
        retryable: repeat === 'safe',
        cause: lost,
      });
    }
    await expect(session([ended], { held, renew }).session.change(REQUEST, Answer)).rejects.toBe(lost);
  });

  test('goes for an answer in pieces as well', async () => {
    const { session: calls, sent } = renewing([ended, { body: 'rows' }]);
    const pieces: string[] = [];
    for await (const piece of (await calls.open(REQUEST)).body) pieces.push(String(piece));
    expect(pieces).toEqual(['rows']);
    expect(sent.map(({ effect }) => effect)).toEqual(['read', 'read']);
    const refused = renewing([complaining({ code: 1, message: 'Bad.' }, { status: 400 })]);
    expect(await failureOf(refused.session.open(REQUEST))).toMatchObject({ code: 'invalid_arguments' });
  });
});
