import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call } = sandboxed('professional');

test('pages with their names and whether ads can be posted for them', async () => {
  expect((await call('list_organizations')).organizations).toEqual([
    {
      id: '3000001',
      urn: 'urn:li:organization:3000001',
      name: 'Acme',
      vanity_name: 'acme',
      role: 'ADMINISTRATOR',
      can_post: true,
    },
  ]);
});
