import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id, oneLine } from '../../../tools/fields.ts';
import { listArguments, nextCursor } from '../../../tools/listing.ts';
import { channel } from '../channel.ts';
import { ASSET_GROUP_FIELDS, AssetGroupOutput, assetsOf, shownAssetGroup } from '../resources/asset-group.ts';
import { IdFilter, listRows, ofIds, ofStatus, ofText, StatusFilter } from '../resources/listing.ts';

export default defineTool(channel, {
  name: 'list_asset_groups',
  title: 'List asset groups',
  description: 'Asset groups of PERFORMANCE_MAX campaigns with status, strength, addresses and assets.',
  toolset: 'performance_max',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    campaign_id: Id.optional().describe('Only of this campaign'),
    asset_group_ids: IdFilter,
    status: StatusFilter,
    name_contains: oneLine().optional().describe('Part of the name'),
    ...listArguments(25, 100),
  }),
  output: z.object({ asset_groups: z.array(AssetGroupOutput), ...nextCursor }),
  async run(args, { client, account }) {
    const { items, next_cursor } = await listRows(client, account, args, {
      select: ASSET_GROUP_FIELDS,
      from: 'asset_group',
      where: [
        ofStatus('asset_group.status', args.status),
        ...ofIds({ 'campaign.id': args.campaign_id, 'asset_group.id': args.asset_group_ids }),
        ...ofText('asset_group.name', args.name_contains),
      ],
      orderBy: [{ field: 'asset_group.id' }],
    });
    const ids = items.flatMap(({ assetGroup }) => assetGroup?.id ?? []);
    const assets = await assetsOf(client, account, ids);
    return { asset_groups: items.map((row) => shownAssetGroup(row, assets)), next_cursor };
  },
});
