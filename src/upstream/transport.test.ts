import type { Dispatcher } from 'undici';
import { expect, it } from 'vitest';
import { exchange, exchangeStream } from './transport.ts';

it('stops taking in a body faster than it is read, and goes on when it is', async () => {
  let paused = false;
  const controller: Dispatcher.DispatchController = {
    get paused() {
      return paused;
    },
    aborted: false,
    reason: null,
    pause() {
      paused = true;
    },
    resume() {
      paused = false;
    },
    abort() {},
  };
  let handler: Dispatcher.DispatchHandler | undefined;
  const dispatcher = {
    dispatch(_: unknown, given: Dispatcher.DispatchHandler) {
      handler = given;
      given.onRequestStart?.(controller, null);
      given.onResponseStart?.(controller, 200, {});
    },
  } as unknown as Dispatcher;
  const limits = { signal: new AbortController().signal, bytesMax: 1e9 };
  const { body } = await exchangeStream(dispatcher, { method: 'GET', url: 'https://platform.example/' }, limits);
  handler?.onResponseData?.(controller, Buffer.alloc(1_000_000));
  expect(paused).toBe(true);
  const reading = body[Symbol.asyncIterator]();
  expect((await reading.next()).value).toHaveLength(1_000_000);
  handler?.onResponseEnd?.(controller, {});
  expect((await reading.next()).done).toBe(true);
  expect(paused).toBe(false);
});

it('reads an address the same way, however often and whatever stood before the path', async () => {
  const sentTo: string[] = [];
  const dispatcher = {
    dispatch({ origin, path }: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler) {
      sentTo.push(`${origin}${path}`);
      handler.onResponseEnd?.(undefined as never, {});
    },
  } as unknown as Dispatcher;
  const limits = { signal: new AbortController().signal, bytesMax: 1 };
  const addresses = [
    'https://platform.example/v1/things:search',
    'https://platform.example\\inner/v1/things',
    'https://platform.example?inner/v1/things',
    'https://platform.example#inner/v1/things',
    'https://PLATFORM.example:443/v1/things',
    'https://platform.example/v1/../things',
    'https://platform.example//v1/things',
    'https://platform.example/v1/a b?c=d/e',
    'http://127.0.0.1:80/v1',
    'http://platform.example',
  ].flatMap((address) => [address, address, address.replace('things', 'others')]);
  for (const url of addresses) await exchange(dispatcher, { method: 'GET', url }, limits);
  expect(sentTo).toEqual(addresses.map((url) => new URL(url)).map((url) => url.origin + url.pathname + url.search));
  for (const url of [
    'https://name@platform.example/v1',
    'https://name@platform.example/v1',
    'ftp://platform.example/v1',
  ])
    await expect(exchange(dispatcher, { method: 'GET', url }, limits)).rejects.toMatchObject({ kind: 'malformed' });
});
