import { expect, test } from 'vitest';
import { strategyNamed } from './bidding.ts';

test('a strategy has our name, or the one of the platform; what it does not tell has none', () => {
  expect(strategyNamed('TARGET_SPEND')).toBe('MAXIMIZE_CLICKS');
  expect(strategyNamed('MANUAL_CPC')).toBe('MANUAL_CPC');
  expect(strategyNamed('PERCENT_CPC')).toBe('PERCENT_CPC');
  expect(strategyNamed(undefined)).toBeUndefined();
});
