import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal } = sandboxed('social');

test('shows the forms of the pages that the account promotes', async () => {
  const { lead_forms } = await call('list_lead_forms');
  expect(lead_forms).toContainEqual({
    id: '301000000000001',
    name: 'Acme Outdoor newsletter',
    status: 'ACTIVE',
    usable: true,
    leads: expect.any(Number),
    created_time: expect.any(String),
  });
  const { lead_form } = await call('get_lead_form', { form: '301000000000001' });
  expect(lead_form.questions.map(({ field }: { field: string }) => field)).toEqual([
    'full_name',
    'email',
    'phone',
    'how_often_do_you_hike?',
    'anything_else?',
  ]);
});

test('a form of another company is not found', async () => {
  expect(await refusal('get_lead_form', { form: '302000000000001' })).toMatchObject({ code: 'not_found' });
});
