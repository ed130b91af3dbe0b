import { expect, test } from 'vitest';
import { stateOf } from './campaign-state.ts';

test('what runs is called the same on every platform', () => {
  for (const word of ['ACTIVE', 'ENABLED', 'ENABLE']) expect(stateOf(word).text).toBe('Active');
  for (const word of ['PAUSED', 'DISABLE', 'DISABLED']) expect(stateOf(word).text).toBe('Paused');
  for (const word of ['ARCHIVED', 'REMOVED', 'DELETE']) expect(stateOf(word).value).toBe('archived');
});

test('what keeps a campaign from running is said in place of what it is set to', () => {
  expect(stateOf('ENABLED', 'LIMITED')).toEqual({ value: 'limited', shape: 'limited', text: 'Limited' });
  expect(stateOf('ENABLE', 'CAMPAIGN_STATUS_BUDGET_EXCEED').text).toBe('Budget exceed');
  expect(stateOf('ACTIVE', 'ACTIVE').text).toBe('Active');
  expect(stateOf('PAUSED', 'LIMITED').text).toBe('Paused');
});

test('an unknown word is shown as it is', () => {
  expect(stateOf('SOMETHING_NEW')).toEqual({ value: 'unknown', shape: 'unknown', text: 'Something new' });
});
