import { expect, test } from 'vitest';
import { sandboxed } from '../sandboxed.testing.ts';

const { call } = sandboxed();

test('lists the advertisers of the connection, each in its own currency', async () => {
  const { advertisers } = await call('list_advertisers');
  expect(advertisers.map(({ name, currency }: Record<string, string>) => [name, currency])).toEqual([
    ['Acme', 'USD'],
    ['Acme Europe', 'EUR'],
  ]);
  const first = await call('list_advertisers', { limit: 1 });
  expect((await call('list_advertisers', { limit: 1, cursor: first.next_cursor })).advertisers[0].name).toBe(
    'Acme Europe',
  );
});
