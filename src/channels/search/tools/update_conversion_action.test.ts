import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal } = sandboxed('search');

const made = async (name: string) =>
  (await call('create_conversion_action', { name, event: 'lead', counting: 'one' })).conversion_action.id as string;

test('what is named changes, the rest stays', async () => {
  const conversion_action_id = await made('To change');
  const changes = { counting: 'every', value: { amount: '30', currency: 'USD' }, primary: true };
  const { conversion_action, applied, not_applied, campaigns } = await call('update_conversion_action', {
    conversion_action_id,
    ...changes,
  });
  expect(conversion_action).toMatchObject({ name: 'To change', event: 'lead', counting: 'every', primary: true });
  expect(conversion_action.value).toEqual({ amount: '30.00', currency: 'USD' });
  expect(Object.keys(applied).sort()).toEqual(['counting', 'primary', 'value']);
  expect(not_applied).toEqual([]);
  expect(campaigns.length).toBeGreaterThan(0);
});

test('a hidden action takes no events, a removed one nothing at all', async () => {
  const conversion_action_id = await made('To hide');
  await call('update_conversion_action', { conversion_action_id, status: 'HIDDEN' });
  const { destinations } = await call('list_conversion_destinations');
  expect(destinations.find(({ id }: { id: string }) => id === conversion_action_id)).toMatchObject({
    takes_events: false,
    why: expect.stringContaining('HIDDEN'),
  });
  await call('update_conversion_action', { conversion_action_id, status: 'REMOVED' });
  expect(await refusal('update_conversion_action', { conversion_action_id, name: 'Again' })).toMatchObject({
    code: 'conflict',
  });
});

test('an id that is none is told', async () => {
  expect(await refusal('update_conversion_action', { conversion_action_id: '1', name: 'x' })).toMatchObject({
    code: 'not_found',
    field: 'conversion_action_id',
  });
});
