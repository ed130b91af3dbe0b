import type { Sandboxed } from '../../sandboxed.ts';
import { type Any, type Examples, fresh, once, PNG } from './example.ts';

const campaignArgs = () => ({
  name: fresh('Campaign'),
  objective: 'OUTCOME_TRAFFIC',
  special_ad_categories: [],
  is_adset_budget_sharing_enabled: false,
});
const adSetArgs = (campaign_id: string) => ({
  campaign_id,
  name: fresh('Ad set'),
  targeting: { geo_locations: { countries: ['US'] }, age_min: 21 },
  advantage_audience: false,
  optimization_goal: 'LINK_CLICKS',
  daily_budget: '20',
});
const creativeArgs = () => ({
  name: fresh('Creative'),
  page_id: '101000000000001',
  link_url: 'https://acme.example/x',
  message: 'Built for weather.',
  picture: 'https://acme.example/x.png',
});
const listArgs = () => ({ name: fresh('List'), customer_file_source: 'USER_PROVIDED_ONLY' });

const campaign = once(
  async ({ call }): Promise<string> => (await call('create_social_campaign', campaignArgs())).campaign.id,
);
const adSet = once(
  async (sandbox): Promise<string> =>
    (await sandbox.call('create_ad_set', adSetArgs(await campaign(sandbox)))).ad_set.id,
);
const creative = once(
  async ({ call }): Promise<string> => (await call('create_ad_creative', creativeArgs())).creative.id,
);
const ad = once(async (sandbox): Promise<string> => {
  const args = { ad_set_id: await adSet(sandbox), creative_id: await creative(sandbox), name: fresh('Ad') };
  return (await sandbox.call('create_social_ad', args)).ad.id;
});
const list = async ({ call }: Sandboxed): Promise<string> =>
  (await call('create_custom_audience', listArgs())).audience.id;
const audienceOf = (fits: (one: Any) => boolean) =>
  once(async ({ call }): Promise<string> => (await call('list_audiences', { limit: 100 })).audiences.find(fits).id);
const website = audienceOf(({ kind }) => kind === 'WEBSITE');
const large = audienceOf(({ kind, size_lower_bound }) => kind === 'CUSTOM' && size_lower_bound > 1000);
const admin = once(
  async ({ call }): Promise<string> =>
    (await call('list_system_users')).system_users.find(({ role }: Any) => role === 'ADMIN').id,
);

const formArgs = () => ({
  page_id: '101000000000001',
  name: fresh('Form'),
  questions: [{ field: 'email' }],
  privacy_url: 'https://acme.example/privacy',
});

const action = once(
  async ({ call }): Promise<string> =>
    (await call('create_conversion_action', { name: fresh('Action'), event: 'lead' })).conversion_action.id,
);

let age = 21;

export const examples: Examples = {
  bulk_update: async (sandbox) => ({
    campaign_ids: [(await sandbox.call('create_social_campaign', campaignArgs())).campaign.id],
    status: 'ACTIVE',
  }),
  create_ad_creative: async () => creativeArgs(),
  create_ad_set: async (sandbox) => adSetArgs(await campaign(sandbox)),
  create_conversion_action: async () => ({ name: fresh('Action'), event: 'sign_up' }),
  create_custom_audience: async () => listArgs(),
  create_lead_form: async () => formArgs(),
  create_lookalike_audience: async (sandbox) => ({
    name: fresh('Alike'),
    origin_audience_id: await large(sandbox),
    countries: ['US'],
    ratio: 0.03,
  }),
  create_social_ad: async (sandbox) => ({
    ad_set_id: await adSet(sandbox),
    creative_id: await creative(sandbox),
    name: fresh('Ad'),
  }),
  create_social_campaign: async () => campaignArgs(),
  create_test_lead: async ({ call }) => ({ form: (await call('create_lead_form', formArgs())).lead_form.id }),
  delete_audience: async (sandbox) => ({ audience_id: await list(sandbox) }),
  duplicate_object: async (sandbox) => ({ campaign_id: await campaign(sandbox), name_suffix: fresh(' copy') }),
  generate_system_user_token: async (sandbox) => ({ system_user_id: await admin(sandbox) }),
  rename_creative: async (sandbox) => ({ creative_id: await creative(sandbox), name: fresh('Renamed') }),
  send_conversions: async () => ({
    events: [
      {
        event: 'sign_up',
        event_id: fresh('event'),
        happened_at: new Date().toISOString(),
        source: 'crm',
        person: { email: 'ada@acme.example' },
      },
    ],
  }),
  update_ad_set: async (sandbox) => ({ ad_set_id: await adSet(sandbox), targeting: { age_min: ++age } }),
  update_conversion_action: async (sandbox) => ({
    conversion_action_id: await action(sandbox),
    name: fresh('Renamed'),
  }),
  update_custom_audience: async (sandbox) => ({ audience_id: await website(sandbox), name: fresh('Visitors') }),
  update_customer_list: async (sandbox) => ({
    audience_id: await list(sandbox),
    action: 'add',
    emails: ['ada@acme.example'],
  }),
  update_lead_form: async ({ call }) => ({
    form: (await call('create_lead_form', formArgs())).lead_form.id,
    status: 'ARCHIVED',
  }),
  update_social_ad: async (sandbox) => ({ ad_id: await ad(sandbox), name: fresh('Renamed') }),
  update_social_campaign: async (sandbox) => ({ campaign_id: await campaign(sandbox), name: fresh('Renamed') }),
  upload_ad_image: async () => ({ image_base64: PNG, name: `${fresh('dot')}.png` }),
  upload_ad_video: async () => ({ video_url: 'https://acme.example/film.mp4', name: fresh('Film') }),
};
