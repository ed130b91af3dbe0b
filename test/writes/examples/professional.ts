import type { Sandboxed } from '../../sandboxed.ts';
import { type Examples, fresh, MP4, once, PNG } from './example.ts';

const ORGANIZATION = '3000001';

const group = once(
  async ({ call }): Promise<string> =>
    (await call('list_campaign_groups', { name: 'Always on' })).campaign_groups[0].id,
);
const campaignArgs = async (sandbox: Sandboxed) => ({
  campaign_group_id: await group(sandbox),
  name: fresh('Campaign'),
  status: 'PAUSED',
  daily_budget_amount: '40',
  associated_entity: ORGANIZATION,
  targeting: { include: { locations: ['United States'] } },
});
const newCampaign = async (sandbox: Sandboxed): Promise<string> =>
  (await sandbox.call('create_professional_campaign', await campaignArgs(sandbox))).campaign.id;
const campaign = once(newCampaign);
const campaignNamed = (name: string) =>
  once(async ({ call }): Promise<string> => (await call('list_professional_campaigns', { name })).campaigns[0].id);
const textual = campaignNamed('Text in the margin');
const creativeArgs = async (sandbox: Sandboxed) => ({
  campaign_id: await textual(sandbox),
  kind: 'TEXT',
  headline: 'One',
  description: 'Two',
  landing_page_url: 'https://acme.example',
});
const creative = once(
  async (sandbox): Promise<string> =>
    (await sandbox.call('create_creative', { ...(await creativeArgs(sandbox)), name: fresh('Ad') })).creative.id,
);
const audience = async ({ call, advanceClock }: Sandboxed): Promise<string> => {
  const { id } = (await call('create_professional_audience', { name: fresh('List') })).audience;
  // The platform takes members a few seconds after it made a list.
  await advanceClock(10_000);
  return id;
};
const conversion = once(async ({ call }): Promise<string> => (await call('list_conversions')).conversions[1].id);
const newGroup = once(
  async ({ call }): Promise<string> =>
    (await call('create_campaign_group', { name: fresh('Group') })).campaign_group.id,
);

const rule = once(
  async ({ call }): Promise<string> =>
    (await call('create_conversion_action', { name: fresh('Rule'), event: 'subscribe' })).conversion_action.id,
);
const formArgs = () => ({
  name: fresh('Form'),
  headline: 'See it live',
  questions: [{ field: 'email' }, { text: 'When?', choices: ['Now', 'Later'] }],
  privacy_url: 'https://acme.example/privacy',
});
const newForm = async ({ call }: Sandboxed): Promise<string> =>
  (await call('create_lead_form', { ...formArgs(), status: 'PUBLISHED' })).lead_form.id;

let amount = 50;

export const examples: Examples = {
  attach_conversion: async (sandbox) => ({
    campaign_id: await newCampaign(sandbox),
    conversion_id: await conversion(sandbox),
  }),
  bulk_update: async (sandbox) => ({ campaign_ids: [await newCampaign(sandbox)], status: 'ACTIVE' }),
  create_campaign_group: async () => ({ name: fresh('Group') }),
  create_conversion_action: async () => ({ name: fresh('Rule'), event: 'lead' }),
  create_creative: creativeArgs,
  create_lead_form: async () => formArgs(),
  create_message: async () => ({
    name: fresh('Message'),
    subject: 'An hour for you',
    body_html: '<p>Come and see.</p>',
    button_text: 'See',
    landing_page_url: 'https://acme.example/',
  }),
  create_professional_audience: async () => ({ name: fresh('List') }),
  create_professional_campaign: campaignArgs,
  delete_professional_audience: async (sandbox) => ({ audience_id: await audience(sandbox) }),
  duplicate_campaign_group: async (sandbox) => ({ campaign_group_id: await newGroup(sandbox), name: fresh('Group') }),
  duplicate_creatives: async (sandbox) => ({
    campaign_id: await textual(sandbox),
    into_campaign_id: await textual(sandbox),
    creative_ids: [await creative(sandbox)],
  }),
  duplicate_professional_campaign: async (sandbox) => ({
    campaign_id: await campaign(sandbox),
    name: fresh('Campaign'),
  }),
  send_conversions: async () => ({
    events: [
      {
        event: 'purchase',
        event_id: fresh('order').replace(' ', '-'),
        happened_at: new Date().toISOString(),
        person: { email: 'a@acme.example' },
      },
    ],
  }),
  update_campaign_group: async (sandbox) => ({ campaign_group_id: await newGroup(sandbox), name: fresh('Group') }),
  update_conversion_action: async (sandbox) => ({ conversion_id: await rule(sandbox), name: fresh('Rule') }),
  update_creative: async (sandbox) => ({ creative_id: await creative(sandbox), name: fresh('Ad') }),
  update_lead_form: async (sandbox) => ({ form: await newForm(sandbox), status: 'ARCHIVED' }),
  update_professional_audience_members: async (sandbox) => ({
    audience_id: await audience(sandbox),
    add: ['ada@acme.example'],
  }),
  update_professional_campaign: async (sandbox) => ({
    campaign_id: await campaign(sandbox),
    daily_budget_amount: String(++amount),
  }),
  update_tracking_parameters: async (sandbox) => ({
    campaign_id: await newCampaign(sandbox),
    parameters: { utm_source: fresh('source') },
  }),
  upload_professional_document: async () => ({
    organization_id: ORGANIZATION,
    document_base64: Buffer.from(`%PDF-1.4 ${fresh('report')}`).toString('base64'),
  }),
  upload_professional_image: async () => ({ organization_id: ORGANIZATION, image_base64: PNG }),
  upload_professional_video: async () => ({ organization_id: ORGANIZATION, video_base64: MP4 }),
};
