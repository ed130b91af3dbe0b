import { expect, test } from 'vitest';
import { CallTiming, type SenderEvent, type Step } from './call-timing.ts';

const event = (startedAt: number, durationMs: number, ...steps: [Step['kind'], number][]): SenderEvent => ({
  platform: 'search',
  effect: 'read',
  attempts: steps.filter(([kind]) => kind === 'attempt').length,
  startedAt,
  durationMs,
  steps: steps.map(([kind, ms]) => ({ kind, startedAt, durationMs: ms })),
  outcome: 'replied',
});

test('requests side by side count once against our own time, and each for itself as platform time', () => {
  const timing = new CallTiming();
  timing.begun(10);
  timing.begun(20);
  timing.ended(event(10, 30, ['attempt', 30]));
  timing.ended(event(20, 40, ['pace', 10], ['attempt', 10], ['resend', 5], ['attempt', 15]));
  timing.begun(80);
  timing.ended(event(80, 10, ['place', 4], ['attempt', 6]));
  expect(timing.outsideMs).toBe(60);
  expect(timing.ownMs(100)).toBe(40);
  expect(timing).toMatchObject({ requests: 3, resends: 1, platformMs: 61, waitedMs: 19 });
});

test('a call of very many requests keeps sums of all and details of the first hundred', () => {
  const timing = new CallTiming();
  for (let index = 0; index < 250; index++) {
    timing.begun(index);
    timing.ended(event(index, 1, ['attempt', 1]));
  }
  expect(timing).toMatchObject({ requests: 250, platformMs: 250 });
  expect(timing.detailed).toHaveLength(100);
});
