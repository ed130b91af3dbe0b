import { expect, test } from 'vitest';
import { sandboxed } from '../sandboxed.testing.ts';

const { call, refusal } = sandboxed();

test('makes the test lead of a form, which is listed as one, and no second one', async () => {
  const { lead_forms } = await call('list_lead_forms');
  const { id: form } = lead_forms.find(({ usable }: { usable: boolean }) => usable);
  const made = await call('create_test_lead', { form });
  expect(made).toMatchObject({ form_id: form, is_test: true, filled: expect.arrayContaining(['email']) });
  const { leads } = await call('list_leads', { form });
  expect(leads.filter(({ is_test }: { is_test: boolean }) => is_test)).toMatchObject([{ lead_id: made.lead_id }]);
  expect(await refusal('create_test_lead', { form })).toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('test lead'),
  });
});
