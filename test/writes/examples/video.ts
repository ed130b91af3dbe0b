import { z } from 'zod';
import type { VideoClient } from '../../../src/channels/video/client.ts';
import { testLead } from '../../../src/channels/video/leads.ts';
import type { Sandboxed } from '../../sandboxed.ts';
import { type Any, type Examples, fresh, MP4, once, PNG } from './example.ts';

const campaignArgs = () => ({ campaign_name: fresh('Campaign'), objective: 'TRAFFIC' });
const newCampaign = async ({ call }: Sandboxed): Promise<string> =>
  (await call('create_campaign', campaignArgs())).campaign.id;
const campaign = once(newCampaign);
const groupArgs = async (sandbox: Sandboxed) => ({
  campaign_id: await campaign(sandbox),
  ad_group_name: fresh('Group'),
  optimization_goal: 'CLICK',
  location_ids: ['6252001'],
  budget: 40,
});
const group = once(
  async (sandbox): Promise<string> => (await sandbox.call('create_ad_group', await groupArgs(sandbox))).ad_group.id,
);
const parts = once(async ({ call }) => {
  const { identities } = await call('get_identities');
  const { id: identity_id } = identities.find(({ kind, usable }: Any) => kind === 'TT_USER' && usable);
  const { id: video_id } = (await call('list_videos')).videos.find(({ ready }: Any) => ready);
  const [{ id: image_id }] = (await call('list_images', { name_contains: 'cover' })).images;
  return { identity_id, video_id, image_ids: [image_id], landing_page_url: 'https://acme.example' };
});
const adArgs = async (sandbox: Sandboxed) => ({
  ...(await parts(sandbox)),
  ad_group_id: await group(sandbox),
  ad_name: fresh('Ad'),
  ad_text: 'Try it',
  call_to_action: 'SHOP_NOW',
});
const ad = once(async (sandbox): Promise<string> => (await sandbox.call('create_ad', await adArgs(sandbox))).ad.id);
const audienceArgs = () => ({ name: fresh('List'), emails: ['a@acme.example', 'b@acme.example'] });
const customers = once(
  async ({ call }): Promise<string> =>
    (await call('list_audiences', { limit: 100 })).audiences.find(
      ({ kind, usable }: Any) => usable && kind === 'Customer File Audience',
    ).id,
);

const actionArgs = () => ({ name: fresh('Action'), event: 'lead' });
const action = once(
  async ({ call }): Promise<string> => (await call('create_conversion_action', actionArgs())).conversion_action.id,
);

/** A form has one test lead at a time. */
async function formWithoutTestLead(sandbox: Sandboxed): Promise<string> {
  const { lead_forms } = await sandbox.call('list_lead_forms');
  const { id } = lead_forms.find(({ usable }: Any) => usable);
  const { client, account } = await sandbox.client<VideoClient>();
  const made = await testLead(client, account, id);
  if (made) await client.change('page/lead/mock/delete', { lead_id: made.id }, z.unknown(), account);
  return id;
}

export const examples: Examples = {
  bulk_update: async (sandbox) => ({ campaign_ids: [await newCampaign(sandbox)], status: 'ENABLE' }),
  create_ad: adArgs,
  create_ad_group: groupArgs,
  create_audience: async () => audienceArgs(),
  create_campaign: async () => campaignArgs(),
  create_test_lead: async (sandbox) => ({ form: await formWithoutTestLead(sandbox) }),
  create_conversion_action: async () => actionArgs(),
  delete_audience: async ({ call }) => ({ audience_id: (await call('create_audience', audienceArgs())).audience.id }),
  duplicate_ad: async (sandbox) => ({ ad_id: await ad(sandbox), ad_name: fresh('Ad') }),
  duplicate_ad_group: async (sandbox) => ({ ad_group_id: await group(sandbox), ad_group_name: fresh('Group') }),
  duplicate_campaign: async (sandbox) => ({
    campaign_id: await campaign(sandbox),
    campaign_name: fresh('Campaign'),
    contents: 'none',
  }),
  send_conversions: async () => ({
    events: [
      {
        event: 'purchase',
        event_id: fresh('order').replace(' ', '-'),
        happened_at: new Date().toISOString(),
        url: 'https://acme.example/thanks',
        person: { email: 'a@acme.example' },
      },
    ],
  }),
  update_ad: async (sandbox) => ({ ad_id: await ad(sandbox), ad_text: fresh('Try it') }),
  update_ad_group: async (sandbox) => ({ ad_group_id: await group(sandbox), ad_group_name: fresh('Group') }),
  update_audience: async (sandbox) => ({ audience_id: await customers(sandbox), name: fresh('Customers') }),
  update_conversion_action: async (sandbox) => ({
    conversion_action_id: await action(sandbox),
    name: fresh('Action'),
  }),
  update_campaign: async (sandbox) => ({ campaign_id: await campaign(sandbox), campaign_name: fresh('Campaign') }),
  upload_image: async () => ({ image_base64: PNG, name: `${fresh('dot')}.png` }),
  upload_video: async () => ({ video_base64: MP4, name: `${fresh('film')}.mp4` }),
};
