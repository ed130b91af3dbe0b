import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal } = sandboxed('search');

test('shows what a form asks for', async () => {
  const { lead_forms } = await call('list_lead_forms');
  const { lead_form } = await call('get_lead_form', { form: lead_forms[0].id });
  expect(lead_form).toMatchObject({
    privacy_url: 'https://www.acme.example/privacy',
    questions: [
      { field: 'full_name' },
      { field: 'email' },
      { field: 'phone' },
      { text: 'When does it suit you?' },
      { text: 'Which size?', choices: ['36 to 38', '39 to 41', '42 to 46'] },
    ],
  });
});

test('an id that is none is told by its argument', async () => {
  expect(await refusal('get_lead_form', { form: '1' })).toMatchObject({ code: 'not_found', field: 'form' });
});
