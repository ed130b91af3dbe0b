import { getEventListeners, once } from 'node:events';
import { expect, it } from 'vitest';
import { stillAmbient } from '../ambient.testing.ts';
import { Deadline } from './deadline.ts';

it('counts down by the clock it was given', () => {
  const ambient = stillAmbient();
  const deadline = new Deadline(ambient, 30_000, new AbortController().signal);
  ambient.advance(10_000);
  expect(deadline.remainingMs()).toBe(20_000);
  deadline.close();
});

it('tells a caller who went away from time that was up, even when both happen', async () => {
  const caller = new AbortController();
  const late = new Deadline(stillAmbient(), 1, caller.signal);
  const cancelled = new Deadline(stillAmbient(), 60_000, caller.signal);
  await once(late.signal, 'abort');
  caller.abort('gone');
  expect([late.cancelled, cancelled.cancelled]).toEqual([false, true]);
  expect(cancelled.signal.reason).toBe('gone');
  cancelled.close();
  late.close();
});

it('is over at once for a caller who has gone already', () => {
  const deadline = new Deadline(stillAmbient(), 60_000, AbortSignal.abort('gone'));
  expect([deadline.signal.aborted, deadline.signal.reason, deadline.cancelled]).toEqual([true, 'gone', true]);
  deadline.close();
});

it('that is closed removes its listeners and ends no call', async () => {
  const { signal } = new AbortController();
  const deadline = new Deadline(stillAmbient(), 5, signal);
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  deadline.close();
  expect(getEventListeners(signal, 'abort')).toEqual([]);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(deadline.signal.aborted).toBe(false);
});
