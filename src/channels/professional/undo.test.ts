import { expect, test } from 'vitest';
import { callsBack } from '../../tools/undo.testing.ts';
import { undo } from './undo.ts';

const both = (from: unknown, to: unknown) => ({ from, to });

test.each([
  [
    'update_conversion_action',
    { conversion_id: '1' },
    { value: both({ amount: '5', currency: 'EUR' }, null), type: both('LEAD', 'PURCHASE') },
    { value: { amount: '5', currency: 'EUR' }, event: 'LEAD' },
  ],
  [
    'update_conversion_action',
    { conversion_id: '1' },
    { value: both(null, { amount: '5' }) },
    { value: { amount: 'none' } },
  ],
  [
    'update_professional_campaign',
    { campaign_id: '1' },
    {
      targeting: both({ include: {} }, {}),
      daily_budget: both({ amount: '5', currency: 'EUR' }, { amount: '6', currency: 'EUR' }),
    },
    { targeting: { include: {} }, replace_targeting: true, daily_budget_amount: '5' },
  ],
  ['update_lead_form', { form: '1' }, { status: both('DRAFT', 'PUBLISHED') }, { status: 'ARCHIVED' }],
  ['update_lead_form', { form: '1' }, { status: both('PUBLISHED', 'ARCHIVED') }, { status: 'PUBLISHED' }],
])('%s goes back: %j %j', (tool, args, applied, expected) => {
  expect(callsBack(undo, tool, { args, applied })).toEqual([[tool, { ...args, ...expected }]]);
});
