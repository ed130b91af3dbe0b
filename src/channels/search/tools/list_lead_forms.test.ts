import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call } = sandboxed('search');

test('shows the forms of the account, which ads can use', async () => {
  const { lead_forms } = await call('list_lead_forms');
  expect(lead_forms).toContainEqual(
    expect.objectContaining({ id: expect.stringMatching(/^\d+$/), name: 'Fitting by appointment', usable: true }),
  );
});
