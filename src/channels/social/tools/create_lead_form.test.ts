import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, ledger } = sandboxed('social');

const form = {
  page_id: '101000000000001',
  name: 'Webinar',
  headline: 'Join us',
  description: 'An hour about boots.',
  questions: [{ field: 'email' }, { field: 'company' }, { text: 'How many?', choices: ['one', 'two'] }],
  privacy_url: 'https://acme.example/privacy',
  thanks: { headline: 'Thank you', text: 'See you there.', url: 'https://acme.example/thanks' },
  consents: [{ text: 'Write to me', required: false }],
  locale: 'de_DE',
};

test('makes a form that get_lead_form shows as it was asked for', async () => {
  const { lead_form } = await call('create_lead_form', form);
  expect(lead_form).toMatchObject({
    name: 'Webinar',
    status: 'ACTIVE',
    usable: true,
    leads: 0,
    privacy_url: 'https://acme.example/privacy',
    questions: [
      { field: 'email', text: 'Email' },
      { field: 'company', text: 'Company name' },
      { field: 'how_many?', text: 'How many?', choices: ['one', 'two'] },
    ],
  });
  expect(await call('get_lead_form', { form: lead_form.id })).toEqual({ lead_form });
  const { lead_forms } = await call('list_lead_forms');
  expect(lead_forms.map(({ id }: { id: string }) => id)).toContain(lead_form.id);
});

test('asks for the page where the account promotes several, and makes nothing', async () => {
  const before = await ledger({ resource: 'lead_form' });
  const { page_id: _, ...anywhere } = form;
  const error = await refusal('create_lead_form', { ...anywhere, name: 'Other' });
  expect(error).toMatchObject({ code: 'invalid_arguments', field: 'page_id' });
  expect(error.message).toContain('101000000000002 (Acme Outdoor Europa)');
  expect(await refusal('create_lead_form', { ...form, page_id: '102000000000001' })).toMatchObject({
    field: 'page_id',
  });
  expect(await ledger({ resource: 'lead_form' })).toEqual(before);
});

test('refuses questions without field or text', async () => {
  const error = await refusal('create_lead_form', { ...form, questions: [{ choices: ['a', 'b'] }] });
  expect(error).toMatchObject({ code: 'invalid_arguments', field: 'questions[0]' });
});

test('asks for whatever the platform knows of people, and for one national id', async () => {
  const asked = 'marital_status relationship_status military_status date_time date_of_birth gender national_id_br';
  const questions = asked.split(' ').map((field) => ({ field }));
  const { lead_form } = await call('create_lead_form', { ...form, name: 'All kinds', questions });
  expect(lead_form.questions).toMatchObject(questions);
  const two = [...questions, { field: 'national_id_mx' }];
  expect(await refusal('create_lead_form', { ...form, name: 'Two ids', questions: two })).toMatchObject({
    field: 'questions',
  });
});
