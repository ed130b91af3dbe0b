import { TRPCError } from '@trpc/server';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { Failure, HttpError } from '../../errors.ts';
import type { Context } from '../context.ts';
import { worded } from './procedure.ts';

const logged: unknown[] = [];
const context = {
  requestId: 'req_7',
  parts: { log: { write: (...line: unknown[]) => logged.push(line) } },
} as unknown as Context;
const wordedOf = (cause: unknown, code: TRPCError['code'] = 'INTERNAL_SERVER_ERROR') =>
  worded(new TRPCError({ code, cause, message: String(cause) }), context, 'keys.list');

test('what fails inside goes to the log, and the answer holds the request id alone', () => {
  const answer = wordedOf(new Error('password of postgres://u:p@host'));
  expect(answer.code).toBe('INTERNAL_SERVER_ERROR');
  expect(answer.message).toContain('req_7');
  expect(JSON.stringify([answer.message, answer.cause])).not.toContain('postgres');
  expect(logged).toEqual([
    ['error', 'web_call_failed', expect.objectContaining({ request_id: 'req_7', route: 'keys.list' })],
  ]);
});

test('errors of ours keep their message and their meaning', () => {
  const failure = new Failure({ code: 'conflict', message: 'Somebody was faster.', nextStep: '' });
  expect(wordedOf(failure)).toMatchObject({ code: 'CONFLICT', message: 'Somebody was faster.' });
  expect(wordedOf(new HttpError(404, 'NOT_FOUND', 'No.'))).toMatchObject({ code: 'NOT_FOUND', message: 'No.' });
  expect(wordedOf(new HttpError(429, 'RATE_LIMITED', 'Later.'))).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
});

test('wrong input is told field by field, and a refusal of the address itself stays as it is', () => {
  const { error } = z.object({ name: z.string('is no text') }).safeParse({ name: 7 });
  expect(wordedOf(error, 'BAD_REQUEST')).toMatchObject({ code: 'BAD_REQUEST', message: 'name is no text.' });
  const before = logged.length;
  expect(wordedOf(undefined, 'NOT_FOUND')).toMatchObject({ code: 'NOT_FOUND', message: 'undefined' });
  expect(logged).toHaveLength(before);
});
