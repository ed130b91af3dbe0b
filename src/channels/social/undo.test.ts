import { expect, test } from 'vitest';
import { callsBack } from '../../tools/undo.testing.ts';
import { undo } from './undo.ts';

test.each([
  ['campaign_id', 'update_social_campaign', 'campaign_id'],
  ['ad_set_id', 'update_ad_set', 'ad_set_id'],
  ['ad_id', 'update_social_ad', 'ad_id'],
])('a copy named by %s is paused by %s', (given, tool, argument) => {
  expect(callsBack(undo, 'duplicate_object', { args: { [given]: '1' }, ids: { copy: '7' } })).toEqual([
    [tool, { [argument]: '7', status: 'PAUSED' }],
  ]);
});
