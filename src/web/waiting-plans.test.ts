import { expect, test } from 'vitest';
import type { Looker } from './looker.ts';
import { waitingPlans } from './waiting-plans.ts';

test('where no plan waits, no line is shown', async () => {
  const parts = {
    home: { plans: { open: async () => [] } },
    people: { actors: async () => () => ({}) },
    ambient: { now: () => 0 },
  };
  expect(await waitingPlans({ parts, person: {}, workspace: { id: 'ws_1' } } as unknown as Looker)).toEqual([]);
});
