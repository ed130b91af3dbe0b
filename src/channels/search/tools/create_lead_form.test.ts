import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';
import { leadAddress } from '../../../pipeline/lead-address.ts';
import type { Channel } from '../../../tools/channel.ts';
import { channel } from '../channel.ts';

const { call, refusal, requests, advanceClock, service } = sandboxed('search');

const FORM = {
  name: 'Call back',
  business_name: 'Acme',
  headline: 'Call me',
  description: 'We call you back.',
  questions: [{ field: 'email' }, { field: 'company' }, { text: 'How many?', choices: ['1', 'more'] }],
  privacy_url: 'https://www.acme.example/privacy',
  call_to_action: 'CONTACT_US',
  call_to_action_text: 'Free of charge',
  thanks: { headline: 'Thank you', text: 'See you.', url: 'https://www.acme.example/' },
  webhook: { url: 'https://adhelm.example/push', key: 'agreed-on' },
};

test('a form is made, linked to a campaign, and gets leads', async () => {
  const { lead_form } = await call('create_lead_form', FORM);
  expect(lead_form).toMatchObject({
    name: 'Call back',
    usable: true,
    questions: [{ field: 'email' }, { field: 'company' }, { text: 'How many?', choices: ['1', 'more'] }],
  });
  const sent = (await requests()).map(({ request_body: body }) => body ?? '').join('\n');
  expect(sent).toContain('"postSubmitCallToActionType":"VISIT_SITE"');
  const { leads } = await call('list_leads');
  await call('update_ad_extensions', { campaign_id: leads[0].campaign_id, asset_ids: [lead_form.id] });
  await advanceClock(0);
  await advanceClock(4 * 86_400_000);
  const ours = await call('list_leads', { form: lead_form.id });
  expect(ours.leads.length).toBeGreaterThan(3);
});

test('what is wrong is told by its argument', async () => {
  const refused = async (changes: object) => refusal('create_lead_form', { ...FORM, name: 'Other', ...changes });
  expect(await refused({ questions: [{ field: 'email', text: 'E-mail?' }] })).toMatchObject({
    field: 'questions.0.text',
  });
  const own = (count: number) => Array.from({ length: count }, (_, at) => ({ text: `Question ${at}?` }));
  for (const questions of [
    own(1),
    [{ field: 'email' }, ...own(6)],
    [{ field: 'email' }, { field: 'email' }],
    [{ field: 'last_name' }, { field: 'full_name' }],
  ])
    expect(await refused({ questions })).toMatchObject({ code: 'invalid_arguments', field: 'questions' });
  expect(await refused({ questions: [{ field: 'email', choices: ['a', 'b'] }] })).toMatchObject({
    field: 'questions.0.choices',
  });
  expect(await refused({ headline: 'x'.repeat(31) })).toMatchObject({ field: 'headline' });
});

test('terms that were not accepted are told', async () => {
  expect(await refusal('create_lead_form', { ...FORM, workspaceId: 'Acme Japan' })).toMatchObject({
    code: 'account_problem',
    next_step: expect.stringContaining('Accept'),
  });
});

test('a lead that is pushed to the address of the workspace is read at once', async () => {
  const { home, url: origin } = service();
  const workspace = await home.directory.find('Acme');
  const { url, shared } = await leadAddress({
    ...{ addresses: home.leadAddresses, channel: channel as Channel, workspace: workspace!, actor: 'test', origin },
  });
  const { lead_form } = await call('create_lead_form', { ...FORM, name: 'Pushed', webhook: { url, key: shared } });
  const { leads } = await call('list_leads');
  await call('update_ad_extensions', { campaign_id: leads[0].campaign_id, asset_ids: [lead_form.id] });
  await advanceClock(0);
  const reads = async () =>
    (await requests()).filter(({ request_body: body }) => body?.includes('FROM lead_form_submission_data')).length;
  const before = await reads();
  await advanceClock(2 * 86_400_000);
  await expect.poll(reads).toBeGreaterThan(before);
});
