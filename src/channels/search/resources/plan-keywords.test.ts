import { expect, test } from 'vitest';
import { plannedKeywords } from './plan-keywords.ts';

const planned = (...given: string[]) => {
  const { wanted, negative, problems } = plannedKeywords('keywords', given);
  const texts = (list: typeof wanted) => list.map(({ text, match_type }) => `${match_type} ${text}`);
  return { wanted: texts(wanted), negative: texts(negative), told: problems.map(({ message }) => message) };
};

test.each([
  ['-free', 'BROAD free'],
  ['-3d printer', 'BROAD 3d printer'],
  ['−24h delivery', 'BROAD 24h delivery'],
  [' –[2nd hand]', 'EXACT 2nd hand'],
  ['-"used"', 'PHRASE used'],
])('a minus right before a word, a number or a notation keeps ads away: %s', (written, expected) => {
  expect(planned(written)).toEqual({ wanted: [], negative: [expected], told: [] });
});

test.each(['- free', '−\u00a0free'])(
  'a minus that stands apart may be a list mark or a negative: %j is told',
  (written) => {
    const { wanted, negative, told } = planned(written);
    expect([wanted.length, negative]).toEqual([1, []]);
    expect(told.join()).toContain('-free');
  },
);
