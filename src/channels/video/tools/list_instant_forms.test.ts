import { expect, test } from 'vitest';
import { sandboxed } from '../sandboxed.testing.ts';

const { call } = sandboxed();

test('lists forms by title, and says which can be used', async () => {
  const { instant_forms } = await call('list_instant_forms');
  expect(instant_forms).toEqual([
    expect.objectContaining({ name: 'Fitting in a shop', status: 'EDITED', usable: false }),
    expect.objectContaining({ name: 'Newsletter', status: 'PUBLISHED', usable: true }),
  ]);
  const found = (await call('list_instant_forms', { name_contains: 'Néws', limit: 1 })).instant_forms;
  expect(found.map(({ name }: { name: string }) => name)).toEqual(['Newsletter']);
});
