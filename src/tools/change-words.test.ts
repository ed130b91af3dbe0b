import { expect, test } from 'vitest';
import { changeWords } from './change-words.ts';

const usd = (amount: string) => ({ amount, currency: 'USD' });

test('a change reads as one line, with amounts in groups of thousands', () => {
  const raised = { amount: { from: usd('700.00'), to: usd('1400000.00') } };
  expect(changeWords({ what: 'CAMPAIGN_BUDGET', operation: 'UPDATE', changed: raised })).toBe(
    'campaign budget: amount 700.00 USD → 1,400,000.00 USD',
  );
});

test('what was made or removed is told by what it is', () => {
  const keyword = { keyword: { from: { text: 'free', match_type: 'BROAD' } }, negative: { from: true } };
  expect(changeWords({ what: 'CAMPAIGN_CRITERION', operation: 'REMOVE', changed: keyword })).toBe(
    'campaign criterion removed: keyword free BROAD, negative true',
  );
  expect(changeWords({ what: 'Ad', operation: 'CREATE' })).toBe('ad made');
});

test('a long value is cut, many fields are counted, and a word of the platform stays', () => {
  const fields = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`f${n}`, { from: n, to: 'x'.repeat(200) }]));
  const words = changeWords({ what: 'Ad', operation: 'UPDATE', changed: fields });
  expect(words).toMatch(/ and 5 more$/);
  expect(words).toContain(`f0 0 → ${'x'.repeat(79)}…`);
  expect(changeWords({ what: 'Ad', operation: 'ad_review_declined' })).toBe('ad: ad review declined');
});

test('lists are told with commas, and what stayed is not told', () => {
  const changed = { name: { from: 'a', to: 'a' }, places: { from: ['CH'], to: ['CH', 'DE'] } };
  expect(changeWords({ what: 'Ad', operation: 'UPDATE', changed })).toBe('ad: places CH → CH, DE');
});
