import { expect, test } from 'vitest';
import type { Principal } from '../auth/key-records.ts';
import type { Exchange } from './exchange.ts';
import { LoadGuard } from './load-guard.ts';

const exchangeOf = (id: string) => ({ principal: { id } as Principal }) as unknown as Exchange;

test('a service that shuts down refuses new requests, and asks to be called again on another connection', () => {
  const guard = new LoadGuard(10);
  expect(() => guard.closingGuard(exchangeOf('key_1'))).not.toThrow();
  guard.close();
  expect(() => guard.closingGuard(exchangeOf('key_1'))).toThrow(
    expect.objectContaining({ status: 503, headers: { 'Retry-After': '1', Connection: 'close' } }),
  );
});

test('one request more than the limit is refused, until another has ended', () => {
  const guard = new LoadGuard(1);
  guard.begun();
  expect(() => guard.limitGuard(exchangeOf('key_1'))).not.toThrow();
  guard.begun();
  expect(() => guard.limitGuard(exchangeOf('key_1'))).toThrow('limit of 1 requests');
  guard.ended(exchangeOf('key_1'));
  expect(() => guard.limitGuard(exchangeOf('key_1'))).not.toThrow();
});

test('one key leaves a tenth of the room for others, and gets its share back when its requests end', () => {
  const guard = new LoadGuard(10);
  const held: Exchange[] = [];
  const asked = (id: string) => {
    guard.begun();
    const exchange = exchangeOf(id);
    guard.keyGuard(exchange);
    held.push(exchange);
  };
  for (let at = 0; at < 9; at++) asked('key_1');
  expect(() => asked('key_1')).not.toThrow();
  expect(() => asked('key_1')).toThrow('This key is at its limit');
  expect(() => guard.keyGuard(exchangeOf('key_2'))).not.toThrow();
  for (const one of held) guard.ended(one);
  expect(() => asked('key_1')).not.toThrow();
});

test('a request without a key takes no share of any', () => {
  const guard = new LoadGuard(10);
  guard.begun();
  const exchange = {} as Exchange;
  guard.keyGuard(exchange);
  expect(exchange.countedFor).toBeUndefined();
});
