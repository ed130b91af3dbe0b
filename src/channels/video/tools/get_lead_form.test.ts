import { expect, test } from 'vitest';
import { sandboxed } from '../sandboxed.testing.ts';

const { call, refusal } = sandboxed();

test('tells the questions of a form under our names', async () => {
  const { lead_forms } = await call('list_lead_forms');
  const { lead_form } = await call('get_lead_form', { form: lead_forms[1].id });
  expect(lead_form.questions).toEqual([
    { field: 'full_name', text: 'name' },
    { field: 'email', text: 'email' },
    { field: 'phone', text: 'phone_number' },
    { field: 'Which shoes do you run in?', text: 'Which shoes do you run in?' },
  ]);
  expect(await refusal('get_lead_form', { form: '42' })).toMatchObject({ code: 'not_found' });
});
