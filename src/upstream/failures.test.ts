import { expect, test } from 'vitest';
import { malformedRequest, replyTooLarge, unavailable, unknownOutcome } from './failures.ts';

const cause = new Error('why');

test('an unknown outcome says what was seen and how to find out', () => {
  expect(unknownOutcome().details).toEqual({
    code: 'outcome_unknown',
    message:
      'The connection to the platform was lost before its answer came. It is not known whether the change was made.',
    nextStep:
      'Do not repeat it yet: list the objects of this kind and look for the one you asked for. Repeat only if it is not there.',
    retryable: false,
    outcome: 'unknown',
    cause: undefined,
  });
  expect(
    unknownOutcome({ seen: 'It answered HTTP 502.', repeatSafe: true, upstream: { code: 1 }, cause }).details,
  ).toEqual({
    code: 'outcome_unknown',
    message: 'It answered HTTP 502. It is not known whether the change was made.',
    nextStep: 'Read the object to see its present state, or call again: repeating this change does no harm.',
    retryable: true,
    outcome: 'unknown',
    upstream: { code: 1 },
    cause,
  });
  expect(unknownOutcome({ check: 'See list_trains.' }).details.nextStep).toBe('See list_trains.');
});

test('what was not sent, or not read, has changed nothing', () => {
  expect(unavailable('It is away.', cause).details).toEqual({
    code: 'upstream_unavailable',
    message: 'It is away.',
    nextStep: 'Nothing was changed. Call again in a moment.',
    retryable: true,
    outcome: 'not_applied',
    cause,
  });
  expect(replyTooLarge(5, cause).details).toEqual({
    code: 'unsupported',
    message: "The platform's answer is larger than 5 bytes.",
    nextStep: 'Ask for less at once: a shorter time range, fewer fields or a smaller page.',
    outcome: 'not_applied',
    cause,
  });
  const malformed = {
    code: 'internal',
    message: 'The request for the platform could not be put together.',
    nextStep: 'Nothing was sent. This is a fault of the service: report it with the request id.',
    outcome: 'not_applied',
  };
  expect(malformedRequest(cause).details).toEqual({ ...malformed, internal: 'malformed upstream request: why' });
  expect(malformedRequest('text').details).toEqual({ ...malformed, internal: 'malformed upstream request: unknown' });
});
