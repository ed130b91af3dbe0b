import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, requests } = sandboxed('professional');

const form = {
  name: 'Webinar',
  headline: 'Kommen Sie dazu',
  questions: [{ field: 'email' }, { text: 'Wie viele kommen?', choices: ['1', '2-5'] }, { text: 'Fragen?' }],
  privacy_url: 'https://acme.example/privacy',
  thanks: { text: 'Danke', url: 'https://acme.example/' },
  consents: [{ text: 'Ich stimme zu' }],
  locale: 'de_DE',
};

test('a form is made as a draft, in its language, and published by update_lead_form', async () => {
  const { lead_form } = await call('create_lead_form', form);
  expect(lead_form).toMatchObject({
    status: 'DRAFT',
    usable: false,
    questions: [
      { field: 'email' },
      { field: 'wie_viele_kommen', text: 'Wie viele kommen?', choices: ['1', '2-5'] },
      { field: 'fragen', text: 'Fragen?' },
    ],
  });
  const sent = (await requests()).findLast(({ path, method }) => path === '/rest/leadForms' && method === 'POST');
  expect(JSON.parse(sent!.request_body!)).toMatchObject({
    creationLocale: { language: 'de', country: 'DE' },
    content: {
      headline: { localized: { de_DE: 'Kommen Sie dazu' } },
      legalInfo: { consents: [{ consent: { localized: { de_DE: 'Ich stimme zu' } }, checkRequired: true }] },
    },
  });
  const { lead_form: published } = await call('update_lead_form', { form: lead_form.id, status: 'PUBLISHED' });
  expect(published.usable).toBe(true);
});

test.each([
  [[{}], 'questions.0'],
  [[{ field: 'email', choices: ['a', 'b'] }], 'questions.0.choices'],
  [[{ field: 'shoe_size' }], 'questions.0.field'],
])('questions %j are refused by name', async (questions, field) => {
  expect(await refusal('create_lead_form', { ...form, questions })).toMatchObject({ code: 'invalid_arguments', field });
});
