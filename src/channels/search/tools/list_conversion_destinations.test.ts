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

test('what a tag on a page fills tells the id and the label of that tag', async () => {
  const { destinations } = await call('list_conversion_destinations');
  const named = (name: string) => destinations.find((one: { name: string }) => one.name === name);
  const tag = { id: expect.stringMatching(/^AW-\d+$/), label: expect.stringMatching(/^[\w-]{19}$/) };
  expect(named('Purchase').tag).toEqual({ ...tag, awaited: true });
  expect(named('Newsletter sign-up').tag).toEqual({ ...tag, id: named('Purchase').tag.id, awaited: true });
  expect(named('Newsletter sign-up').tag.label).not.toBe(named('Purchase').tag.label);
  expect(named('Phone lead').tag).toMatchObject({ awaited: false });
  expect(named('Qualified lead').tag).toBeUndefined();
});
