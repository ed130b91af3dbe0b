import { expect, test } from 'vitest';
import { sandboxed } from '../sandboxed.testing.ts';

const { call } = sandboxed();

test('lists forms, and says which an ad can use', async () => {
  const { lead_forms } = await call('list_lead_forms');
  expect(lead_forms).toEqual([
    expect.objectContaining({ name: 'Fitting in a shop', status: 'EDITED', usable: false }),
    expect.objectContaining({ name: 'Newsletter', status: 'PUBLISHED', usable: true }),
  ]);
});
