import type { Worker } from 'node:cluster';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { collectMetrics } from './collect-metrics.ts';
import type { ToWorker } from './messages.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** A worker that keeps what it is told. */
function worker(isConnected = true) {
  const told: ToWorker[] = [];
  const send = (message: ToWorker) => {
    if (!isConnected) throw new Error('its channel is closed');
    told.push(message);
  };
  return { told, worker: { isConnected: () => isConnected, send } as unknown as Worker };
}
const counts = (value: number) => `# HELP calls How many.\n# TYPE calls counter\ncalls ${value}\n`;
const answers = ({ told }: ReturnType<typeof worker>) => told.filter((one) => one.kind === 'counted');

test('the worker that asks gets the sum of all under its own number, as soon as the last has answered', () => {
  const [one, other] = [worker(), worker()];
  const hear = collectMetrics(new Set([one.worker, other.worker]));
  hear(one.worker, { kind: 'ask', question: 7 });
  hear(one.worker, { kind: 'counts', question: 0, text: counts(1) });
  expect(answers(one)).toEqual([]);
  hear(other.worker, { kind: 'counts', question: 0, text: counts(2) });
  expect(answers(one)).toMatchObject([{ question: 7, text: expect.stringContaining('calls 3') }]);
  expect(answers(other)).toEqual([]);
});

test('one that hangs or has just ended is left out after a second, and what it says later is not counted', () => {
  const [one, hung, gone] = [worker(), worker(), worker(false)];
  const hear = collectMetrics(new Set([one.worker, hung.worker, gone.worker]));
  hear(one.worker, { kind: 'ask', question: 0 });
  hear(one.worker, { kind: 'counts', question: 0, text: counts(1) });
  vi.advanceTimersByTime(999);
  expect(answers(one)).toEqual([]);
  vi.advanceTimersByTime(1);
  hear(hung.worker, { kind: 'counts', question: 0, text: counts(2) });
  hear(hung.worker, { kind: 'counts', question: 0, text: counts(2) });
  expect(answers(one)).toMatchObject([{ text: expect.stringContaining('calls 1') }]);
});

test('two that ask at once are answered apart', () => {
  const [one, other] = [worker(), worker()];
  const hear = collectMetrics(new Set([one.worker, other.worker]));
  for (const { worker: asking } of [one, other]) hear(asking, { kind: 'ask', question: 0 });
  for (const question of [0, 1])
    for (const { worker: asked } of [one, other]) hear(asked, { kind: 'counts', question, text: counts(question + 1) });
  expect(answers(one)).toMatchObject([{ text: expect.stringContaining('calls 2') }]);
  expect(answers(other)).toMatchObject([{ text: expect.stringContaining('calls 4') }]);
});
