import { z } from 'zod';
import { Failure, invalidArguments } from '../../../errors.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id, oneLine, WebAddress } from '../../../tools/fields.ts';
import { readBack } from '../../../tools/read-back.ts';
import { needs } from '../../../tools/rules.ts';
import { assetProblems, FIELD_TYPES } from '../asset-groups.ts';
import { existingCampaign } from '../campaigns.ts';
import { channel } from '../channel.ts';
import type { SearchClient } from '../client.ts';
import { equal, Literal, unequal } from '../gaql.ts';
import { creating, idOf } from '../operations.ts';

const AssetGroup = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  primary_status: z.string().optional(),
  ad_strength: z.string().optional(),
  campaign_id: z.string(),
  final_urls: z.array(z.string()),
  assets: z.array(z.object({ asset_id: z.string(), field_type: z.string() })),
});

export default defineTool(channel, {
  name: 'create_asset_group',
  title: 'Create an asset group',
  description:
    'Creates an asset group of a PERFORMANCE_MAX campaign from assets that exist (create_asset, list_assets), all at once. It is paused. Needed: 3 HEADLINE, 1 LONG_HEADLINE, 2 DESCRIPTION, 1 MARKETING_IMAGE, 1 SQUARE_MARKETING_IMAGE and, without brand guidelines, 1 BUSINESS_NAME and 1 LOGO.',
  toolset: 'assets',
  access: 'write',
  repeat: 'never',
  input: z.strictObject({
    campaign_id: Id.describe('A PERFORMANCE_MAX campaign'),
    name: oneLine(128).describe('Name of the asset group'),
    final_urls: z.array(WebAddress.max(2048)).min(1).max(10).describe('Where a click leads'),
    path1: oneLine(15).optional().describe('Shown behind the domain'),
    path2: oneLine(15).optional().describe('Shown behind path1'),
    assets: z
      .array(
        z.strictObject({
          asset_id: Id.describe('From list_assets'),
          field_type: z.enum(FIELD_TYPES).describe('Its part in the group'),
        }),
      )
      .max(200)
      .describe('All at once'),
    search_themes: z.array(oneLine(80)).max(25).optional().describe('What people may search for'),
  }),
  output: z.object({ asset_group: AssetGroup }),
  rules: (args) => needs(args, 'path2', 'path1'),
  look: ({ campaign_id }) => ({
    tool: 'run_query',
    arguments: {
      query: `SELECT asset_group.id, asset_group.name FROM asset_group WHERE campaign.id = ${campaign_id}`,
    },
  }),
  async run(args, { client, account }) {
    const { campaign } = await existingCampaign(client, account, args.campaign_id);
    if (campaign?.advertisingChannelType !== 'PERFORMANCE_MAX') throw wrongCampaign(args.campaign_id);
    const problems = assetProblems(args.assets, campaign.brandGuidelinesEnabled ?? false);
    if (problems.length > 0) throw invalidArguments(problems, 'Make what is missing with create_asset and call again.');
    const assetGroup = `customers/${account}/assetGroups/-1`;
    const [created = ''] = await client.mutate(account, [
      creating('assetGroup', {
        resourceName: assetGroup,
        campaign: campaign.resourceName,
        name: args.name,
        status: 'PAUSED',
        finalUrls: args.final_urls,
        ...(args.path1 !== undefined && { path1: args.path1 }),
        ...(args.path2 !== undefined && { path2: args.path2 }),
      }),
      ...args.assets.map(({ asset_id, field_type }) =>
        creating('assetGroupAsset', {
          assetGroup,
          asset: `customers/${account}/assets/${asset_id}`,
          fieldType: field_type,
        }),
      ),
      ...(args.search_themes ?? []).map((text) => creating('assetGroupSignal', { assetGroup, searchTheme: { text } })),
    ]);
    const id = idOf(created);
    return {
      asset_group: await readBack(`The asset group ${id} was created`, () => assetGroupAsIs(client, account, id)),
    };
  },
});

async function assetGroupAsIs(
  client: SearchClient,
  account: string,
  id: string,
): Promise<z.infer<typeof AssetGroup> | undefined> {
  const isIt = equal('asset_group.id', Literal.digits(id));
  const [row, links] = await Promise.all([
    client.row(account, {
      select: ['id', 'name', 'status', 'primary_status', 'ad_strength', 'final_urls']
        .map((field) => `asset_group.${field}`)
        .concat('campaign.id'),
      from: 'asset_group',
      where: [isIt],
    }),
    client.rows(account, {
      select: ['asset.id', 'asset_group_asset.field_type'],
      from: 'asset_group_asset',
      where: [isIt, unequal('asset_group_asset.status', Literal.word('REMOVED'))],
    }),
  ]);
  const group = row?.assetGroup;
  return (
    group && {
      id: group.id ?? id,
      name: group.name ?? '',
      status: group.status ?? 'UNKNOWN',
      primary_status: group.primaryStatus,
      ad_strength: group.adStrength,
      campaign_id: row.campaign?.id ?? '',
      final_urls: group.finalUrls,
      assets: links.map(({ asset, assetGroupAsset }) => ({
        asset_id: asset?.id ?? '',
        field_type: assetGroupAsset?.fieldType ?? 'UNKNOWN',
      })),
    }
  );
}

function wrongCampaign(id: string): Failure {
  return new Failure({
    code: 'invalid_arguments',
    message: `Campaign ${id} is not of the type PERFORMANCE_MAX, and only those have asset groups.`,
    problems: [{ field: 'campaign_id', message: 'must be a PERFORMANCE_MAX campaign' }],
    nextStep: 'Find one with list_campaigns (type PERFORMANCE_MAX) or make one with create_campaign.',
  });
}
