import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { changeAndReadBack } from '../../../tools/read-back.ts';
import { writeReport } from '../../../tools/write-report.ts';
import { channel } from '../channel.ts';
import { readCampaign } from '../resources/campaign.ts';
import { CampaignId, urnOf } from '../resources/fields.ts';
import { existing } from '../resources/lookup.ts';
import { trackingOf, trackingPath } from '../resources/tracking-parameters.ts';

/** What the platform fills in when an ad is shown. */
const FILLED_IN = ['ACCOUNT', 'CAMPAIGN_GROUP', 'CAMPAIGN', 'CREATIVE'].flatMap((of) => [`${of}_ID`, `${of}_NAME`]);

const PARAMETERS_MAX = 30;
const wrong = `must be at most ${PARAMETERS_MAX} parameters, with names of letters, digits, - and _`;

const Parameters = z
  .record(z.string(), z.string().min(1).max(500))
  .refine(
    (given) =>
      Object.keys(given).length <= PARAMETERS_MAX && Object.keys(given).every((key) => /^[\w-]{1,100}$/.test(key)),
    wrong,
  );

export default defineTool(channel, {
  name: 'update_tracking_parameters',
  title: 'Set tracking parameters',
  description:
    'Sets the URL parameters that the platform adds to the landing pages of all ads of a campaign (shown as Ad set), without a new review. Replaces the present ones; an empty object removes all.',
  toolset: 'tracking',
  access: 'write',
  repeat: 'safe',
  input: z.strictObject({
    campaign_id: CampaignId.describe('Campaign (shown as Ad set)'),
    parameters: Parameters.describe(
      `{"utm_source": "linkedin", "utm_campaign": "CAMPAIGN_NAME"}; filled in when shown: ${FILLED_IN.join(', ')}`,
    ),
  }),
  output: z.object({ campaign_id: z.string(), parameters: z.record(z.string(), z.string()), ...writeReport }),
  instead: { utm: 'parameters', url_tags: 'parameters' },
  look: ({ campaign_id }) => ({
    tool: 'list_professional_campaigns',
    arguments: { campaign_ids: [campaign_id], with_tracking: true },
  }),
  async run({ campaign_id, parameters }, { client, account }) {
    await existing(readCampaign(client, account, campaign_id), 'campaign');
    const path = trackingPath(campaign_id);
    const read = async () => ({ parameters: await trackingOf(client, account, campaign_id) });
    const before = await read();
    const entries = Object.entries(parameters);
    const isFilledIn = ([, value]: [string, string]) => FILLED_IN.includes(value);
    const body = {
      adEntity: { sponsoredCampaign: urnOf('sponsoredCampaign', campaign_id) },
      dynamicValueParameters: Object.fromEntries(entries.filter(isFilledIn)),
      customValueParameters: Object.fromEntries(entries.filter((entry) => !isFilledIn(entry))),
    };
    const { after, report } = await changeAndReadBack({
      done: `The tracking parameters of the campaign ${campaign_id} were set`,
      before,
      wanted: { parameters },
      send: async () => {
        if (entries.length > 0) await client.put(path, body, account);
        else if (Object.keys(before.parameters).length > 0) await client.remove(path, account);
      },
      read,
    });
    return { campaign_id, ...after, ...report };
  },
});
