import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal } = sandboxed('professional');

test('a draft is published and archived, and an ad can use it in between only', async () => {
  const { lead_forms } = await call('list_lead_forms');
  const { id: form } = lead_forms.find(({ name }: { name: string }) => name === 'Newsletter');
  expect(await call('update_lead_form', { form, status: 'PUBLISHED' })).toMatchObject({
    lead_form: { id: form, usable: true },
    applied: { status: { from: 'DRAFT', to: 'PUBLISHED' } },
  });
  expect((await call('update_lead_form', { form, status: 'ARCHIVED' })).lead_form.usable).toBe(false);
  expect(await refusal('update_lead_form', { form: '7', status: 'ARCHIVED' })).toMatchObject({ code: 'not_found' });
});
