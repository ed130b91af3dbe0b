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
