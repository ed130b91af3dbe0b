import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal } = sandboxed('social');

test('a narrower targeting reaches fewer people', async () => {
  const wide = await call('estimate_audience_size', { targeting: { geo_locations: { countries: ['US'] } } });
  const narrow = await call('estimate_audience_size', {
    targeting: { geo_locations: { countries: ['US'] }, age_min: 60, genders: [2] },
  });
  expect(narrow.estimate.upper_bound).toBeLessThan(wide.estimate.lower_bound);
});

test('assumes no place, and names an unknown key', async () => {
  expect(await refusal('estimate_audience_size', { targeting: { age_min: 20 } })).toMatchObject({
    field: 'targeting.geo_locations',
  });
  const typo = { targeting: { geo_location: { countries: ['US'] } } };
  expect(await refusal('estimate_audience_size', typo)).toMatchObject({ field: 'targeting.geo_location' });
});

test('an interest by name alone is refused: the platform would match no people', async () => {
  const targeting = { geo_locations: { countries: ['US'] }, flexible_spec: [{ interests: [{ name: 'Golf' }] }] };
  expect(await refusal('estimate_audience_size', { targeting })).toMatchObject({
    field: 'targeting.flexible_spec.0.interests.0',
    message: expect.stringContaining('search_interests'),
  });
});

test('a small audience is not called exactly a thousand', async () => {
  const { audience } = await call('create_custom_audience', {
    name: 'new',
    customer_file_source: 'USER_PROVIDED_ONLY',
  });
  const [shown] = (await call('list_audiences', { audience_ids: [audience.id] })).audiences;
  expect(shown.size_lower_bound).toBeUndefined();
  const tiny = { custom_audiences: [{ id: audience.id }] };
  const { estimate, notes } = await call('estimate_audience_size', { targeting: tiny });
  expect(estimate).toMatchObject({ upper_bound: 1000 });
  expect(estimate).not.toHaveProperty('lower_bound');
  expect(notes.join(' ')).toContain('1000 people or fewer');
});
