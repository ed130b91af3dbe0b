import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id } from '../../../tools/fields.ts';
import { channel } from '../channel.ts';
import { existingCampaign } from '../resources/campaign.ts';
import { namesIn, shownTargeting, targetingRows } from '../resources/targeting.ts';

export default defineTool(channel, {
  name: 'get_campaign_targeting',
  title: 'Get the targeting of a campaign',
  description:
    'Locations, languages, ad schedule, exclusions and bid modifiers of a campaign. An empty list of locations, languages or times means all.',
  toolset: 'targeting',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({ campaign_id: Id.describe('Campaign to look at') }),
  output: z.object({
    targeting: z.looseObject({}).describe('By the arguments of update_campaign_targeting'),
    names: z.record(z.string(), z.string()).describe('Of locations, languages and audiences, by id'),
  }),
  async run({ campaign_id }, { client, account }) {
    const { campaign } = await existingCampaign(client, account, campaign_id);
    const rows = await targetingRows(client, account, campaign_id);
    const names = await namesIn(client, account, rows);
    return { targeting: { ...shownTargeting(rows, campaign) }, names };
  },
});
