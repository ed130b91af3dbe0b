import { expect, test } from 'vitest';
import { leadFormOf } from './lead-form.ts';

test.each([
  ['APPROVED', true],
  ['UNDER_REVIEW', true],
  [undefined, true],
  ['DISAPPROVED', false],
])('a form whose review says %s is usable: %s', (approvalStatus, usable) => {
  const asset = { id: '1', policySummary: { approvalStatus } };
  expect(leadFormOf({ asset } as never)).toMatchObject({ status: approvalStatus ?? 'UNKNOWN', usable });
});
