import { expect, test } from 'vitest';
import { isIrreversible } from './irreversible-calls.ts';

test('what cannot be taken back is known by its tool, or by the value it is given', () => {
  const update = { access: 'write', irreversible: { status: ['REMOVED'] } } as const;
  expect(isIrreversible(update, { status: 'REMOVED' })).toBe(true);
  expect(isIrreversible(update, { status: 'PAUSED' })).toBe(false);
  expect(isIrreversible({ ...update, irreversible: {} }, { status: 'REMOVED' })).toBe(false);
  expect(isIrreversible({ ...update, access: 'destructive' }, {})).toBe(true);
});
