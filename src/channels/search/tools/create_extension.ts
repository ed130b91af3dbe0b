import { z } from 'zod';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id } from '../../../tools/fields.ts';
import { readBack } from '../../../tools/read-back.ts';
import { notBoth } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import { currencyOf } from '../resources/account.ts';
import { existingAdGroup } from '../resources/ad-group.ts';
import { assetRows, shownAsset } from '../resources/asset.ts';
import { existingCampaign } from '../resources/campaign.ts';
import { placeOf } from '../resources/extension.ts';
import { extensionAssetFields, extensionAssetProblems, extensionAssets } from '../resources/extension-asset.ts';
import { creating, idOf } from '../resources/wire/operation.ts';

export default defineTool(channel, {
  name: 'create_extension',
  title: 'Create a price, promotion or lead form extension',
  description:
    'Makes one price list, promotion or lead form and links it to a campaign or an ad group, where it serves at once with its ads; with neither it is only made. update_ad_extensions links it elsewhere (asset_ids) and unlinks it. Image extensions: create_asset, then update_ad_extensions.',
  toolset: 'extensions',
  access: 'write',
  repeat: 'never',
  input: z.strictObject({
    campaign_id: Id.optional().describe('To link it to'),
    ad_group_id: Id.optional().describe('To link it to'),
    ...extensionAssets,
  }),
  output: z.object({
    asset: asListed('list_assets'),
    linked_to: z.enum(['campaign', 'ad_group']).optional(),
  }),
  rules: (args) => [...extensionAssetProblems(args), ...notBoth(args, 'campaign_id', 'ad_group_id')],
  look: ({ price, promotion }) => ({
    tool: 'list_assets',
    arguments: { kind: price ? 'price' : promotion ? 'promotion' : 'lead_form' },
  }),
  async run(args, { client, account }) {
    const { campaign_id, ad_group_id } = args;
    if (campaign_id) await existingCampaign(client, account, campaign_id);
    if (ad_group_id) await existingAdGroup(client, account, ad_group_id);
    const { argument, fields } = extensionAssetFields(args, await currencyOf(client, account));
    const asset = `customers/${account}/assets/-1`;
    const { kind, owner } = placeOf(account, args);
    const isLinked = campaign_id !== undefined || ad_group_id !== undefined;
    const [made = ''] = await client.mutate(account, [
      creating('asset', { resourceName: asset, ...fields }, argument),
      ...(isLinked ? [creating(kind, { ...owner, asset, fieldType: argument.toUpperCase() }, argument)] : []),
    ]);
    const row = await readBack(`The ${argument} ${idOf(made)} was made`, async () => {
      const [found] = await assetRows(client, account, [idOf(made)]);
      return found;
    });
    return {
      asset: shownAsset(row),
      ...(isLinked && { linked_to: campaign_id ? ('campaign' as const) : ('ad_group' as const) }),
    };
  },
});
