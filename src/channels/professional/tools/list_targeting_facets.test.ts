import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call } = sandboxed('professional');

test('facets tell whether they are listed or searched', async () => {
  const { facets } = await call('list_targeting_facets');
  const of = (name: string) => facets.find((facet: { name: string }) => facet.name === name);
  expect(of('locations')).toMatchObject({ can_be_listed: false, can_be_searched: true });
  expect(of('seniorities')).toMatchObject({ can_be_listed: true, can_be_searched: false });
});
