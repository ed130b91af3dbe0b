import { z } from 'zod';
import { invalidArguments, type Problem } from '../../../errors.ts';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id } from '../../../tools/fields.ts';
import { readBack } from '../../../tools/read-back.ts';
import { apart, atLeastOne, notBoth } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import { existingAdGroup } from '../resources/ad-group.ts';
import { existingCampaign } from '../resources/campaign.ts';
import {
  addingExtensions,
  EXTENSIONS,
  extensionParts,
  extensionsAt,
  linkingAssets,
  placeOf,
} from '../resources/extension.ts';
import { type Operation, removing } from '../resources/wire/operation.ts';

const input = z.strictObject({
  campaign_id: Id.optional().describe('For this campaign; without it and ad_group_id for the whole account'),
  ad_group_id: Id.optional().describe('For this ad group'),
  ...extensionParts,
  asset_ids: z
    .array(Id)
    .min(1)
    .max(100)
    .optional()
    .describe('Of list_assets: images, prices, promotions, lead forms and others to link'),
  remove_ids: z.array(Id).min(1).max(100).optional().describe('Of list_ad_extensions, to be shown here no more'),
});
type Arguments = z.output<typeof input>;

export default defineTool(channel, {
  name: 'update_ad_extensions',
  title: 'Add or remove extensions',
  description:
    'Makes sitelinks, callouts, snippets and calls and links them to a campaign, an ad group or the account, and unlinks others: all of it or nothing. They serve at once where their campaign does.',
  toolset: 'assets',
  access: 'write',
  repeat: 'never',
  input,
  output: z.object({
    added: z.array(asListed('list_ad_extensions')),
    removed: z.array(z.string()),
    ad_extensions: z.array(asListed('list_ad_extensions')).describe('All that are there now'),
  }),
  rules: (args) => [
    ...atLeastOne(args, [...EXTENSIONS, 'asset_ids', 'remove_ids']),
    ...apart(args, 'asset_ids', 'remove_ids'),
    ...notBoth(args, 'campaign_id', 'ad_group_id'),
    ...halfDescribed(args),
  ],
  look: ({ campaign_id, ad_group_id }) => ({
    tool: 'list_ad_extensions',
    arguments: { ...(campaign_id && { campaign_id }), ...(ad_group_id && { ad_group_id }) },
  }),
  async run(args, { client, account }) {
    if (args.campaign_id) await existingCampaign(client, account, args.campaign_id);
    if (args.ad_group_id) await existingAdGroup(client, account, args.ad_group_id);
    const place = placeOf(account, args);
    const before = await extensionsAt(client, account, place);
    const removed = [...new Set(args.remove_ids)];
    const removals = removed.map((id): Operation => {
      const field = `remove_ids.${args.remove_ids?.indexOf(id)}`;
      const held = before.find(({ shown }) => shown.id === id);
      if (!held) throw invalidArguments([{ field, message: 'is not shown here' }]);
      return removing(place.kind, held.resourceName, field);
    });
    const held = new Set(before.map(({ shown }) => shown.id));
    const operations = [
      ...removals,
      ...addingExtensions(account, place, args),
      ...(await linkingAssets(client, account, place, args.asset_ids ?? [], held)),
    ];
    if (operations.length > 0) await client.mutate(account, operations);
    const after = await readBack('The extensions were changed', () => extensionsAt(client, account, place));
    return {
      added: after.flatMap(({ shown }) => (held.has(shown.id) ? [] : [shown])),
      removed: removed.filter((id) => !after.some(({ shown }) => shown.id === id)),
      ad_extensions: after.map(({ shown }) => shown),
    };
  },
});

function halfDescribed({ sitelinks = [] }: Arguments): Problem[] {
  return sitelinks.flatMap(({ description1, description2 }, at) =>
    (description1 === undefined) === (description2 === undefined)
      ? []
      : [{ field: `sitelinks.${at}.description${description1 ? 2 : 1}`, message: 'is required beside the other one' }],
  );
}
