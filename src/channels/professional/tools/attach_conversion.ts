import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id } from '../../../tools/fields.ts';
import { changeAndReadBack } from '../../../tools/read-back.ts';
import { writeReport } from '../../../tools/write-report.ts';
import { channel } from '../channel.ts';
import { conversionUrn, readRule } from '../resources/conversion.ts';
import { CampaignId, idIn, urnOf } from '../resources/fields.ts';
import { existing } from '../resources/lookup.ts';
import { encodeParam } from '../wire.ts';

export default defineTool(channel, {
  name: 'attach_conversion',
  title: 'Attach a conversion',
  description:
    'Counts a conversion for a campaign (shown as Ad set), or no longer. A campaign that is optimised for conversions needs one before it can be activated.',
  toolset: 'campaigns',
  access: 'write',
  repeat: 'safe',
  input: z.strictObject({
    campaign_id: CampaignId.describe('Campaign (shown as Ad set)'),
    conversion_id: Id.describe('Conversion of the same account (list_conversions)'),
    attached: z.boolean().default(true).describe('False takes it off again'),
  }),
  output: z.object({
    conversion: z.object({ id: z.string(), name: z.string(), campaign_ids: z.array(z.string()) }),
    ...writeReport,
  }),
  look: () => ({ tool: 'list_conversions', arguments: {} }),
  async run({ campaign_id, conversion_id, attached }, { client, account }) {
    const [campaign, conversion] = [urnOf('sponsoredCampaign', campaign_id), conversionUrn(conversion_id)];
    const read = async () => {
      const found = await readRule(client, account, conversion_id);
      const campaign_ids = found.associatedCampaigns.map((one) => idIn(one.campaign));
      return { id: found.id, name: found.name, campaign_ids, attached: campaign_ids.includes(campaign_id) };
    };
    const before = await existing(read(), 'conversion');
    const path = `/campaignConversions/${encodeParam({ campaign, conversion })}`;
    const { after, report } = await changeAndReadBack({
      done: `The conversion ${conversion_id} was ${attached ? 'attached' : 'taken off'}`,
      before,
      wanted: { attached },
      send: async () => {
        const put = () => client.put(path, { campaign, conversion }, account);
        if (attached) await existing(put(), 'campaign');
        else if (before.attached) await client.remove(path, account);
      },
      read,
    });
    const { attached: _, ...shown } = after;
    return { conversion: shown, ...report };
  },
});
