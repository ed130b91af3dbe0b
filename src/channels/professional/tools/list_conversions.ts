import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { listArguments, nextCursor } from '../../../tools/listing.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import { channel } from '../channel.ts';
import { idIn, urnOf } from '../resources/fields.ts';
import { WireConversion } from '../wire.ts';

export default defineTool(channel, {
  name: 'list_conversions',
  title: 'List conversions',
  description:
    'Conversion rules of an ad account with their windows and the campaigns (shown as Ad set) they count for.',
  toolset: 'campaigns',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    enabled: z.boolean().optional().describe('Only those that count, or only those that do not'),
    ...listArguments(100),
  }),
  output: z.object({
    conversions: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        type: z.string(),
        enabled: z.boolean().optional(),
        method: z.string().optional(),
        attribution: z.string().optional(),
        click_window_days: z.number().optional(),
        view_window_days: z.number().optional(),
        campaign_ids: z.array(z.string()),
      }),
    ),
    ...nextCursor,
  }),
  async run({ enabled, limit, cursor }, { client, account }) {
    const params = { q: 'account', account: urnOf('sponsoredAccount', account) };
    const { items, ...more } = await client.listByNumber('/conversions', WireConversion, {
      limit,
      cursor,
      params,
      account,
    });
    const wanted = items.filter((one) => enabled === undefined || one.enabled === enabled);
    return {
      conversions: wanted.map((one) =>
        withoutUnset({
          id: one.id,
          name: one.name,
          type: one.type,
          enabled: one.enabled,
          method: one.conversionMethod,
          attribution: one.attributionType,
          click_window_days: one.postClickAttributionWindowSize,
          view_window_days: one.viewThroughAttributionWindowSize,
          campaign_ids: one.associatedCampaigns.map(({ campaign }) => idIn(campaign)),
        }),
      ),
      ...more,
    };
  },
});
