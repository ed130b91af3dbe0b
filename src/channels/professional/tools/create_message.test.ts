import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, fault, clearFaults, ledger } = sandboxed('professional');

const inbox = { name: 'Invitation', subject: 'An hour for you' };
const plain = {
  ...inbox,
  body_html: '<p>Come and see.</p>',
  button_text: 'See',
  landing_page_url: 'https://acme.example/',
};
const talk = [
  {
    key: 'hello',
    text: 'What would help you?',
    options: [
      { text: 'A demo', next: 'demo' },
      { text: 'A price list', landing_page_url: 'https://acme.example/prices' },
    ],
  },
  {
    key: 'demo',
    text: 'Good. Which day?',
    options: [{ text: 'Any', landing_page_url: 'https://acme.example/demo' }],
  },
];

async function campaign(format: string, group = 'Always on', more = {}): Promise<string> {
  const [{ id: campaign_group_id }] = (await call('list_campaign_groups', { name: group })).campaign_groups;
  const args = { campaign_group_id, name: `Inbox ${format}`, format, daily_budget_amount: '60', ...more };
  const { campaign: made } = await call('create_professional_campaign', { ...args, associated_entity: '3000001' });
  expect(made).toMatchObject({ type: 'SPONSORED_INMAILS', format, cost_type: 'CPM' });
  return made.id;
}

const made = async (args: Record<string, unknown>): Promise<string> => (await call('create_message', args)).message.id;

test('a message ad shows a message with a button, sent by the connected member', async () => {
  const { message } = await call('create_message', plain);
  expect(message).toMatchObject({ ...plain, kind: 'MESSAGE', sender: 'urn:li:person:AcmeMember1' });
  const campaign_id = await campaign('SPONSORED_INMAIL');
  const { creative } = await call('create_creative', { campaign_id, kind: 'MESSAGE', message_id: message.id });
  expect(creative).toMatchObject({ status: 'DRAFT', content: { reference: message.id } });
});

test('a conversation ad shows a tree of messages', async () => {
  const { message } = await call('create_message', { ...inbox, conversation: talk });
  expect(message).toMatchObject({ kind: 'CONVERSATION', conversation_id: expect.stringContaining('urn:li:') });
  expect(await ledger({ kind: 'create', resource: 'messageContent' })).toHaveLength(2);
  const campaign_id = await campaign('SPONSORED_MESSAGE');
  const { creative } = await call('create_creative', { campaign_id, kind: 'CONVERSATION', message_id: message.id });
  expect(creative.content).toEqual({ reference: message.id });
  const wrong = { campaign_id, kind: 'CONVERSATION', message_id: await made(plain) };
  expect(await refusal('create_creative', wrong)).toMatchObject({
    field: 'message_id',
    message: expect.stringContaining('is a MESSAGE'),
  });
  const gone = { ...wrong, message_id: 'urn:li:adInMailContent:1' };
  expect(await refusal('create_creative', gone)).toMatchObject({ field: 'message_id' });
});

test('a campaign for leads wants a form: of the ad, or in the conversation', async () => {
  const [form] = (await call('list_lead_forms')).lead_forms;
  const letters = await campaign('SPONSORED_INMAIL', 'Leads');
  const ad = { campaign_id: letters, kind: 'MESSAGE', message_id: await made(plain) };
  expect(await refusal('create_creative', ad)).toMatchObject({ field: 'lead_form_id' });
  expect((await call('create_creative', { ...ad, lead_form_id: form.id })).creative.lead_form_id).toBe(form.id);
  const talks = await campaign('SPONSORED_MESSAGE', 'Leads');
  const formless = {
    campaign_id: talks,
    kind: 'CONVERSATION',
    message_id: await made({ ...inbox, conversation: talk }),
  };
  expect((await refusal('create_creative', formless)).message).toContain('form');
  const thanks = { text: 'Done', landing_page_url: 'https://acme.example/thanks' };
  const asking = [
    { key: 'a', text: 'A demo?', options: [{ text: 'Yes', next: 'form' }] },
    { key: 'form', lead_form_id: form.id, options: [thanks] },
  ];
  const message_id = await made({ ...inbox, conversation: asking });
  expect((await call('create_creative', { ...formless, message_id })).creative.status).toBe('DRAFT');
});

const node = (key: string, ...next: string[]) => ({
  key,
  text: key,
  options: next.map((one) => ({ text: 'On', next: one })),
});

const WRONG: [string, Record<string, unknown>, string][] = [
  ['neither a body nor a conversation', inbox, 'body_html'],
  ['a body without a button', { ...inbox, body_html: 'x', landing_page_url: 'https://acme.example' }, 'button_text'],
  ['a long subject', { ...plain, subject: 'x'.repeat(61) }, 'subject'],
  ['a circle', { ...inbox, conversation: [node('a', 'b'), node('b', 'a')] }, 'conversation'],
  ['a message that nothing leads to', { ...inbox, conversation: [node('a'), node('b')] }, 'conversation'],
  ['an unknown key', { ...inbox, conversation: [node('a', 'c')] }, 'conversation.0.options.0.next'],
  ['a key twice', { ...inbox, conversation: [node('a'), node('a')] }, 'conversation.1.key'],
  ['neither words nor a form', { ...inbox, conversation: [{ key: 'a' }] }, 'conversation.0.text'],
];

test.each(WRONG)('%s is refused before anything is sent', async (_, args, field) => {
  const before = (await ledger()).length;
  expect(await refusal('create_message', args)).toMatchObject({ code: 'invalid_arguments', field });
  expect(await ledger()).toHaveLength(before);
});

test('a sender whom the account has not approved is named', async () => {
  const refused = await refusal('create_message', { ...plain, sender: 'urn:li:person:Nobody' });
  expect(refused).toMatchObject({ field: 'sender', outcome: 'not_applied' });
  expect(refused.next_step).toContain('approve');
});

test('a conversation that breaks off is told as what it is', async () => {
  await fault('server_error', 'POST .*/sponsoredMessageContents$', { skip: 1, times: 10 });
  const refused = await refusal('create_message', { ...inbox, conversation: talk });
  await clearFaults();
  expect(refused.message).toContain('1 of 2 messages');
  expect(refused.outcome).not.toBe('applied');
  expect(refused.next_step).toContain('used by nothing');
});
