import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call } = sandboxed('professional');

test('rules that a server fills take events; those of tags say why not', async () => {
  const { destinations, test_events, notes } = await call('list_conversion_destinations');
  expect(test_events).toBe('none');
  expect(notes.join(' ')).toMatch(/90 days.*never attributes/);
  expect(destinations).toMatchObject([
    { name: 'Demo request', takes_events: false, why: expect.stringContaining('INSIGHT_TAG') },
    { name: 'Purchase', takes_events: false },
    { name: 'Sale', kind: 'conversion_rule', takes_events: true, events: ['purchase', 'Sale'] },
    { name: 'Qualified lead', quality: { campaigns: 1 } },
    { name: 'Sign-up', quality: { campaigns: 0, note: expect.stringContaining('attach_conversion') } },
  ]);
});
