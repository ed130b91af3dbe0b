import { expect, test } from 'vitest';
import { callsBack } from '../../tools/undo.testing.ts';
import { undo } from './undo.ts';

test('a conversion gets back its value with the currency', () => {
  const applied = { value: { from: { amount: '5', currency: 'EUR' }, to: { amount: '6', currency: 'EUR' } } };
  const args = { conversion_action_id: '1:2' };
  expect(callsBack(undo, 'update_conversion_action', { args, applied })).toEqual([
    ['update_conversion_action', { ...args, value: { amount: '5', currency: 'EUR' } }],
  ]);
});
