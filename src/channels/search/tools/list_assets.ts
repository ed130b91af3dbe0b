import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { oneLine } from '../../../tools/fields.ts';
import { listArguments, nextCursor } from '../../../tools/listing.ts';
import { channel } from '../channel.ts';
import { ASSET_FIELDS, ASSET_KINDS, AssetOutput, shownAsset } from '../resources/asset.ts';
import { listRows, ofText } from '../resources/listing.ts';
import { equal, Literal } from '../resources/wire/gaql.ts';

const KINDS = Object.keys(ASSET_KINDS) as [keyof typeof ASSET_KINDS, ...(keyof typeof ASSET_KINDS)[]];

export default defineTool(channel, {
  name: 'list_assets',
  title: 'List assets',
  description: "The account's texts, images, videos and other assets, for use in asset groups.",
  toolset: 'assets',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    kind: z.enum(KINDS).optional().describe('Only of this kind'),
    name_contains: oneLine().optional().describe('Part of the name'),
    ...listArguments(100),
  }),
  output: z.object({ assets: z.array(AssetOutput), ...nextCursor }),
  async run(args, { client, account }) {
    const { items, next_cursor } = await listRows(client, account, args, {
      select: ASSET_FIELDS,
      from: 'asset',
      where: [
        ...(args.kind ? [equal('asset.type', Literal.word(ASSET_KINDS[args.kind]))] : []),
        ...ofText('asset.name', args.name_contains),
      ],
      orderBy: [{ field: 'asset.id' }],
    });
    return { assets: items.map(shownAsset), next_cursor };
  },
});
