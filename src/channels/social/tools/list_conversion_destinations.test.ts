import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call } = sandboxed('social');

test('shows the datasets of an account, and that test events count', async () => {
  const { destinations, test_events } = await call('list_conversion_destinations');
  expect(destinations).toMatchObject([
    { kind: 'dataset', status: 'ACTIVE', takes_events: true, last_received: expect.any(String) },
  ]);
  expect(test_events).toBe('counted');
});
