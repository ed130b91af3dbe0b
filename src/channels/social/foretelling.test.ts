import { expect, test } from 'vitest';
import { holdingsOf } from '../../tools/exposure.testing.ts';
import { exposure } from './exposure.ts';

test.each([
  [{ spend_cap: '100' }, { cap: '100.00' }],
  [{ lifetime_budget: '50' }, { budget: { kind: 'lifetime', amount: '50.00', spent: '0.00' } }],
])('a new campaign with %j is paused and has it', (args, expected) => {
  expect(exposure.changes('create_social_campaign', { name: 'New', ...args }, holdingsOf())).toMatchObject([
    { made: { id: 'new', level: 'campaign', name: 'New', on: false, ...expected } },
  ]);
});

test('a copy of something that was not read costs nothing, for it is paused', () => {
  expect(exposure.changes('duplicate_object', { campaign_id: '7' }, holdingsOf())).toEqual([]);
});
