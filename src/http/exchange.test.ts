import { expect, test } from 'vitest';
import { received } from './exchange.testing.ts';

test('a request is answered once', () => {
  const { exchange, sent } = received({});
  exchange.send(200, 'text/plain', 'first');
  exchange.send(500, 'text/plain', 'second');
  expect(sent).toEqual({ status: 200, text: 'first' });
});

test('all who ask whether the client has gone get the same signal', () => {
  const { exchange } = received({});
  expect(exchange.gone()).toBe(exchange.gone());
  expect(exchange.gone().aborted).toBe(false);
  expect(received({ abandoned: true }).exchange.gone().aborted).toBe(true);
});
