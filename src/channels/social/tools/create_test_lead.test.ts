import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal } = sandboxed('social');
const form = '301000000000001';

test('makes a lead that is marked as a test, once a form', async () => {
  const { lead } = await call('create_test_lead', { form });
  const { leads } = await call('list_leads', { form, limit: 1 });
  expect(leads).toMatchObject([
    { lead_id: lead.id, form_id: form, is_test: true, filled: expect.arrayContaining(['email']) },
  ]);
  expect(await refusal('create_test_lead', { form })).toMatchObject({ code: 'invalid_arguments' });
});
