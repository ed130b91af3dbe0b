import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal } = sandboxed('professional');

test('more conditions reach fewer members, and too few are pointed out', async () => {
  const size = async (include: object) => (await call('estimate_audience', { targeting: { include } })).audience.size;
  const germany = await size({ locations: ['Germany'] });
  const directors = await size({ locations: ['Germany'], seniorities: ['Director'] });
  expect(directors).toBeLessThan(germany);
  const nowhere = await call('estimate_audience', { targeting: { include: { locations: ['Nowhere Island'] } } });
  expect(nowhere).toMatchObject({
    audience: { size: null, large_enough: false },
    notes: [expect.stringContaining('300')],
  });
});

test('names that mean nothing are refused with what is near', async () => {
  const error = await refusal('estimate_audience', { targeting: { include: { locations: ['United'] } } });
  expect(error.message).toContain('United Kingdom (urn:li:geo:101165590)');
});

test('audiences of the account are known by their names', async () => {
  const { targeting } = await call('estimate_audience', {
    targeting: { include: { locations: ['United States'] }, exclude: { audienceMatchingSegments: ['customers'] } },
  });
  expect(targeting.exclude.audienceMatchingSegments).toEqual([expect.stringMatching(/^urn:li:adSegment:\d+$/)]);
  const error = await refusal('estimate_audience', {
    targeting: { include: { locations: ['United States'], dynamicSegments: ['Nobody'] } },
  });
  expect(error.message).toContain('Website visitors (urn:li:adSegment:');
});

test('a range of company sizes is taken without its unit', async () => {
  const targeting = { include: { locations: ['Germany'], company_sizes: ['51-200', '10001+'] } };
  const { targeting: resolved } = await call('estimate_audience', { targeting });
  expect(resolved.include.staffCountRanges).toEqual([
    'urn:li:staffCountRange:(51,200)',
    'urn:li:staffCountRange:(10001,2147483647)',
  ]);
});
