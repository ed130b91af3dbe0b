import { afterAll, beforeAll } from 'vitest';

/** Starts something before the tests of a file and closes it after them; its members can be used in the tests only. */
export function forTests<T extends object & { close(): Promise<void> }>(start: () => Promise<T>): T {
  let started: T | undefined;
  beforeAll(async () => {
    started = await start();
  });
  afterAll(() => started?.close());
  return new Proxy({} as T, { get: (_, name) => Reflect.get(started!, name) });
}
