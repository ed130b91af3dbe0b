import type { Dispatcher } from 'undici';
import { expect, it } from 'vitest';
import { exchangeStream } from './transport.ts';

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
