import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal } = sandboxed('social');
const form = '301000000000002';

test('archives a form and makes it active again, and changes nothing else', async () => {
  const archived = await call('update_lead_form', { form, status: 'ARCHIVED' });
  expect(archived).toMatchObject({
    lead_form: { id: form, status: 'ARCHIVED', usable: false },
    applied: { status: { from: 'ACTIVE', to: 'ARCHIVED' } },
    not_applied: [],
  });
  const again = await call('update_lead_form', { form_id: form, status: 'ACTIVE' });
  expect(again.lead_form).toMatchObject({ status: 'ACTIVE', usable: true });
});

test('a form of another company is not found', async () => {
  const error = await refusal('update_lead_form', { form: '302000000000001', status: 'ARCHIVED' });
  expect(error).toMatchObject({ code: 'not_found' });
});
