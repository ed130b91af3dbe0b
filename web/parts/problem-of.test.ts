import { TRPCClientError } from '@trpc/client';
import { expect, test } from 'vitest';
import { ToolFailure } from '../api/call-tool.ts';
import { NotSent } from '../api/client.ts';
import { problemOf } from './problem-of.ts';

const TITLE = 'The key was not revoked';
const told = (data: object | undefined) =>
  problemOf(
    TRPCClientError.from(data ? ({ error: { message: 'No', code: -1, data } } as never) : new Error('No answer.')),
    TITLE,
  );

test('what was sent and not answered, or failed inside, is not known', () => {
  for (const data of [undefined, { code: 'INTERNAL_SERVER_ERROR' }]) {
    expect(told(data)).toMatchObject({ unknown: true, title: expect.not.stringContaining(TITLE) });
    expect(told(data).text).toContain('Do not repeat it before you have looked.');
  }
});

test('what was never sent did not happen', () => {
  const problem = problemOf(TRPCClientError.from(new NotSent()), TITLE);
  expect(problem).toMatchObject({ unknown: false, title: TITLE, text: expect.stringContaining('Nothing was sent') });
});

test('what the service refused did not happen', () => {
  for (const code of ['FORBIDDEN', 'CONFLICT', 'NOT_FOUND', 'BAD_REQUEST'])
    expect(told({ code })).toMatchObject({ unknown: false, title: TITLE, text: 'No.' });
  const failure = { code: 'internal', message: 'Not stored', outcome: 'not_applied', next_step: 'Try again' };
  expect(told({ code: 'INTERNAL_SERVER_ERROR', failure })).toMatchObject({
    unknown: false,
    text: 'Not stored. Try again.',
  });
});

test('a tool speaks for itself, with the ids to ask about it with', () => {
  const details = {
    channel: 'social',
    code: 'outcome_unknown',
    message: 'Cut.',
    retryable: false,
    outcome: 'unknown' as const,
    next_step: 'Look with list_ads.',
    upstream: { code: 2, trace_id: 'AbC' },
  };
  expect(problemOf(new ToolFailure(details, 'req_1'), TITLE)).toMatchObject({
    unknown: true,
    code: 'outcome_unknown',
    upstreamCode: '2',
    trace: 'AbC',
    requestId: 'req_1',
  });
});
