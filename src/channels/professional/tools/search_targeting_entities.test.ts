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

test('an unknown facet names the five that may be meant, and a search needs its words', async () => {
  const { allowed_values } = await refusal('search_targeting_entities', { facet: 'places' });
  expect(allowed_values).toContain('locations');
  expect(allowed_values).toHaveLength(5);
  expect(await refusal('search_targeting_entities', { facet: 'locations' })).toMatchObject({ field: 'query' });
});
