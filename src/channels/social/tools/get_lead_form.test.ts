import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call } = sandboxed('social');

test('shows a form with its questions and privacy address', async () => {
  const { lead_form } = await call('get_lead_form', { form_id: '301000000000001' });
  expect(lead_form).toMatchObject({
    status: 'ACTIVE',
    privacy_url: 'https://acme.example/privacy',
    questions: expect.arrayContaining([
      { field: 'how_often_do_you_hike?', text: 'How often do you hike?', choices: ['Every week', 'Now and then'] },
    ]),
  });
  expect(lead_form.leads).toBeGreaterThan(0);
});
