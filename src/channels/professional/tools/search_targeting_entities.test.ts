import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal } = sandboxed('professional');

test('values are found by name, or listed where the facet allows it', async () => {
  const { entities } = await call('search_targeting_entities', { facet: 'locations', query: 'united' });
  expect(entities.map(({ name }: { name: string }) => name)).toContain('United Kingdom');
  const senior = await call('search_targeting_entities', { facet: 'urn:li:adTargetingFacet:seniorities' });
  expect(senior.entities).toHaveLength(10);
  expect((await call('search_targeting_entities', { facet: 'seniorities', query: 'dir' })).entities).toMatchObject([
    { urn: 'urn:li:seniority:6', name: 'Director' },
  ]);
  expect((await call('search_targeting_entities', { facet: 'seniorities', limit: 3 })).more).toBe(true);
});

test('an unknown facet names the known ones, and a search needs its words', async () => {
  expect((await refusal('search_targeting_entities', { facet: 'places' })).allowed_values).toContain('locations');
  expect(await refusal('search_targeting_entities', { facet: 'locations' })).toMatchObject({ field: 'query' });
});
