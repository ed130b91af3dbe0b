import { expect, test } from 'vitest';
import { Failure, HttpError } from '../errors.ts';
import type { Exchange } from './exchange.ts';
import { LATE, refuse, refuseUnreadable } from './refusals.ts';

function refused(error: unknown, part: Partial<Record<'headersSent' | 'abandoned', boolean>> = {}) {
  const [sent, logged]: [unknown[], string[]] = [[], []];
  let destroyed = false;
  const response = { headersSent: part.headersSent ?? false, destroy: () => (destroyed = true) };
  const request = { complete: !part.abandoned };
  const send = (status: number, _: string, body: string) => sent.push([status, JSON.parse(body)]);
  const exchange = { id: 'req_1', abandoned: part.abandoned ?? false, request, response, send } as never as Exchange;
  refuse(exchange, error, { write: (_: string, event: string) => logged.push(event) } as never);
  return { sent, logged, destroyed };
}

const away = new Failure({ code: 'upstream_unavailable', message: 'The store is away.', nextStep: 'Wait.' });
const INTERNAL = {
  code: 'INTERNAL_ERROR',
  error: 'Something failed inside the service. The request id req_1 ties it to the log.',
};

test.each<[string, unknown, unknown[], string[]]>([
  ['a refusal', new HttpError(403, 'FORBIDDEN', 'No.'), [[403, { error: 'No.', code: 'FORBIDDEN' }]], []],
  ['an error with secrets', new Error('password 1234'), [[500, INTERNAL]], ['request_failed']],
  ['what is no error', 'password 1234', [[500, INTERNAL]], ['request_failed']],
  [
    'a failure of another kind',
    new Failure({ code: 'internal', message: 'secret', nextStep: '' }),
    [[500, INTERNAL]],
    ['request_failed'],
  ],
])('%s is told without what is inside', (_, error, sent, logged) => {
  expect(refused(error)).toEqual({ sent, logged, destroyed: false });
});

test('a store that is away is told as what may pass', () => {
  const { sent, logged } = refused(away);
  expect(sent).toMatchObject([[503, { error: expect.stringContaining('The store is away.') }]]);
  expect(logged).toEqual(['request_failed']);
});

test('half a reply is cut off, and to a client that has left nothing is said', () => {
  expect(refused(away, { headersSent: true })).toEqual({ sent: [], logged: ['request_failed'], destroyed: true });
  expect(refused(away, { abandoned: true })).toEqual({ sent: [], logged: [], destroyed: false });
});

test('a connection that cannot be written to any more is closed, and one that can is told why', () => {
  const done: unknown[] = [];
  const socket = (writable: boolean) =>
    ({
      writable,
      destroy: () => done.push('closed'),
      end: (text: string) => done.push(text.split('\r\n', 1)[0]),
    }) as never;
  refuseUnreadable(LATE, socket(false), 'req_1');
  refuseUnreadable(LATE, socket(true), 'req_1');
  refuseUnreadable(new Error('no HTTP'), socket(true), 'req_1');
  expect(done).toEqual(['closed', 'HTTP/1.1 408 Request Timeout', 'HTTP/1.1 400 Bad Request']);
});
