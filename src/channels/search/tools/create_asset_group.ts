import { z } from 'zod';
import { Failure, invalidArguments } from '../../../errors.ts';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { servingOutput } from '../../../tools/diagnosis.ts';
import { Id, oneLine, WebAddress } from '../../../tools/fields.ts';
import { readBack } from '../../../tools/read-back.ts';
import { needs } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import { servingReport } from '../delivery/diagnose.ts';
import { assetGroupAsShown, assetProblems, FIELD_TYPES } from '../resources/asset-group.ts';
import { existingCampaign } from '../resources/campaign.ts';
import { inlineAssets, inlineLinks, inlineParts } from '../resources/inline-asset.ts';
import { creating, idOf } from '../resources/wire/operation.ts';

export default defineTool(channel, {
  name: 'create_asset_group',
  title: 'Create an asset group',
  description:
    'Creates an asset group of a PERFORMANCE_MAX campaign whole, from texts, pictures and videos given here and from assets that exist. It is paused. Needed: 3 headlines, 1 long headline, 2 descriptions, 1 picture of 1.91:1, 1 of 1:1 and, without brand guidelines, business_name and 1 logo.',
  toolset: 'performance_max',
  access: 'write',
  repeat: 'never',
  input: z.strictObject({
    campaign_id: Id.describe('A PERFORMANCE_MAX campaign'),
    name: oneLine(128).describe('Name of the asset group'),
    final_urls: z.array(WebAddress.max(2048)).min(1).max(10).describe('Where a click leads'),
    path1: oneLine(15).optional().describe('Shown behind the domain'),
    path2: oneLine(15).optional().describe('Shown behind path1'),
    ...inlineParts,
    assets: z
      .array(
        z.strictObject({
          asset_id: Id.describe('From list_assets'),
          field_type: z.enum(FIELD_TYPES).describe('Its part in the group'),
        }),
      )
      .max(200)
      .default([])
      .describe('Assets that exist, besides'),
    search_themes: z.array(oneLine(80)).max(25).optional().describe('What people may search for'),
  }),
  output: z.object({ asset_group: asListed('list_asset_groups'), ...servingOutput }),
  rules: (args) => needs(args, 'path2', 'path1'),
  look: ({ campaign_id, name }) => ({ tool: 'list_asset_groups', arguments: { campaign_id, name_contains: name } }),
  async run(args, { client, account }) {
    const { campaign } = await existingCampaign(client, account, args.campaign_id);
    if (campaign?.advertisingChannelType !== 'PERFORMANCE_MAX') throw wrongCampaign(args.campaign_id);
    const inline = await inlineAssets(client, account, args.name, args);
    const problems = assetProblems([...args.assets, ...inline.parts], campaign.brandGuidelinesEnabled ?? false);
    if (problems.length > 0) throw invalidArguments(problems, 'Add what is missing and call again.');
    const assetGroup = `customers/${account}/assetGroups/-1`;
    const names = await client.mutate(account, [
      ...inline.operations,
      creating('assetGroup', {
        resourceName: assetGroup,
        campaign: campaign.resourceName,
        name: args.name,
        status: 'PAUSED',
        finalUrls: args.final_urls,
        ...(args.path1 !== undefined && { path1: args.path1 }),
        ...(args.path2 !== undefined && { path2: args.path2 }),
      }),
      ...args.assets.map(({ asset_id, field_type: fieldType }, at) => {
        const asset = `customers/${account}/assets/${asset_id}`;
        return creating('assetGroupAsset', { assetGroup, asset, fieldType }, `assets.${at}`);
      }),
      ...inlineLinks(assetGroup, inline.parts),
      ...(args.search_themes ?? []).map((text, at) =>
        creating('assetGroupSignal', { assetGroup, searchTheme: { text } }, `search_themes.${at}`),
      ),
    ]);
    const id = idOf(names[inline.operations.length]);
    const made = await readBack(`The asset group ${id} was created`, () => assetGroupAsShown(client, account, id));
    return {
      asset_group: made.shown,
      ...(await servingReport(client, account, args.campaign_id)),
    };
  },
});

function wrongCampaign(id: string): Failure {
  return new Failure({
    code: 'invalid_arguments',
    message: `Campaign ${id} is not of the type PERFORMANCE_MAX, and only those have asset groups.`,
    problems: [{ field: 'campaign_id', message: 'must be a PERFORMANCE_MAX campaign' }],
    nextStep: 'Find one with list_campaigns (type PERFORMANCE_MAX) or make one with create_campaign.',
  });
}
