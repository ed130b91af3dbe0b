import { expect, test } from 'vitest';
import { PlatformClock } from './platform-clock.ts';
import type { Sender } from './sender.ts';

test('the platform’s clock is ours until it has told its own, by whatever reply', async () => {
  let now = Date.parse('2026-01-01T00:00:00Z');
  let date: string | undefined;
  const reply = async () => ({ status: 200, headers: { ...(date && { date }) } });
  const closed: string[] = [];
  const close = async () => void closed.push('closed');
  const clock = new PlatformClock(() => now);
  const sender = clock.listeningTo({ send: reply, stream: reply, close } as unknown as Sender);
  const send = () => sender.send('', undefined as never, undefined as never);
  await send();
  expect(clock.now()).toBe(now);
  date = 'Thu, 01 Jan 2026 00:01:00 GMT';
  expect(await send()).toMatchObject({ status: 200 });
  now += 5;
  expect(clock.now()).toBe(now + 60_000);
  date = 'nonsense';
  await send();
  expect(clock.now()).toBe(now + 60_000);
  date = 'Thu, 01 Jan 2026 00:00:00 GMT';
  expect(await sender.stream('', undefined as never, undefined as never)).toMatchObject({ status: 200 });
  expect(clock.now()).toBe(now - 5);
  await sender.close();
  expect(closed).toEqual(['closed']);
});
