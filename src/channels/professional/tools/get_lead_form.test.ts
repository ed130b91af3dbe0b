import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal } = sandboxed('professional');

test('a form with its questions and choices', async () => {
  const [{ id }] = (await call('list_lead_forms')).lead_forms;
  expect((await call('get_lead_form', { form: id })).lead_form).toMatchObject({
    name: 'Request a demo',
    usable: true,
    privacy_url: 'https://acme.example/privacy',
    questions: expect.arrayContaining([expect.objectContaining({ field: 'size', choices: ['1-10', 'More than 10'] })]),
  });
  expect(await refusal('get_lead_form', { form: '7' })).toMatchObject({ code: 'not_found', field: 'form' });
});
