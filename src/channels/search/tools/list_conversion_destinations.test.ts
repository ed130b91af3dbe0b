import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call } = sandboxed('search');

test('shows which conversion actions take events from here, and for which', async () => {
  const { destinations, test_events } = await call('list_conversion_destinations');
  expect(test_events).toBe('checked');
  const named = (name: string) => destinations.find((one: { name: string }) => one.name === name);
  expect(named('Qualified lead')).toMatchObject({
    kind: 'conversion action',
    takes_events: true,
    events: ['qualified_lead', 'Qualified lead'],
  });
  expect(named('Purchase')).toMatchObject({ takes_events: false, why: expect.stringContaining('WEBPAGE') });
});
