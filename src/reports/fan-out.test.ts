import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { eachListed } from './fan-out.ts';

test('a caller that has left before anything began is a refusal, and work that was begun causes no unhandled rejection', async () => {
  const place = { channel: { name: 'social', reporting: {} }, connect: () => {}, configured: '1', mode: 'sandbox' };
  const context = {
    signal: AbortSignal.abort(),
    progress() {},
    reach: { channels: async () => [place], channelDeadlineMs: 1_000, unexpected: (error: unknown) => error },
  };
  const begun = async () => {
    await setImmediate();
    throw new Error('the platform was not asked');
  };
  await expect(eachListed({}, context as never, begun)).rejects.toThrow(/aborted/);
  // An unhandled rejection fails the run.
  await setImmediate();
  await setImmediate();
});
