import { expect, test } from 'vitest';
import { sandboxed } from '../sandboxed.testing.ts';

const { call, fault, fence } = sandboxed();

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

test('an advertiser whose access was withdrawn is named with the reason, and the others are shown', async () => {
  await fault('refused', 'GET .*/advertiser/info/');
  const { advertisers } = await call('list_advertisers');
  expect(advertisers).toMatchObject([
    { name: 'Acme', problem: expect.stringContaining('permission') },
    { name: 'Acme Europe', currency: 'EUR' },
  ]);
});

test('a workspace that is limited to chosen advertisers is shown no others', async () => {
  const [, europe] = (await call('list_advertisers')).advertisers;
  await fence(europe.id);
  expect((await call('list_advertisers')).advertisers).toEqual([europe]);
});
