import { expect, test } from 'vitest';
import { belowCalled, belowOf } from './use-below.ts';

test('what is below a campaign has the platform’s own word', () => {
  expect(['social', 'search', 'video', 'professional'].map((channel) => belowCalled(channel, 'ad_group'))).toEqual([
    'Ad sets',
    'Ad groups',
    'Ad groups',
    'Ad sets',
  ]);
  expect(belowCalled('professional', 'ad')).toBe('Ads');
});

test('an ad that is switched on and was rejected is rejected, and one without a name has its headline', () => {
  const listed = [
    { id: '1', headlines: ['Boots for wet trails'], status: 'ENABLED', approval_status: 'DISAPPROVED' },
    { id: '2', name: 'Cut 3', status: 'PAUSED', effective_status: 'PAUSED' },
    { id: '3', status: 'ACTIVE' },
  ];
  expect(belowOf(listed, undefined, 'USD').map(({ name, state }) => [name, state.value])).toEqual([
    ['Boots for wet trails', 'rejected'],
    ['Cut 3', 'paused'],
    ['3', 'active'],
  ]);
  expect(belowOf(listed, undefined, 'USD')[0]!.sums.current.cost).toBeNull();
});
