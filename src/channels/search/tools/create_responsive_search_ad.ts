import { z } from 'zod';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { servingOutput } from '../../../tools/diagnosis.ts';
import { Id } from '../../../tools/fields.ts';
import { readBack } from '../../../tools/read-back.ts';
import { needs } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import { servingReport } from '../delivery/diagnose.ts';
import { adRow, shownAd } from '../resources/ad.ts';
import { existingAdGroup } from '../resources/ad-group.ts';
import { adTexts, responsiveTexts, textProblems } from '../resources/ad-text.ts';
import { creating, idOf } from '../resources/wire/operation.ts';

export default defineTool(channel, {
  name: 'create_responsive_search_ad',
  title: 'Create a responsive search ad',
  description:
    'Creates a responsive search ad in an ad group, from which the platform combines headlines and descriptions. It is paused; enable it with update_ad.',
  toolset: 'ads',
  access: 'write',
  repeat: 'never',
  input: z.strictObject({ ad_group_id: Id.describe('Ad group it belongs to'), ...adTexts }),
  output: z.object({ ad: asListed('list_ads'), ...servingOutput }),
  rules: (args) => [...textProblems(args), ...needs(args, 'path2', 'path1')],
  look: ({ ad_group_id }) => ({ tool: 'list_ads', arguments: { ad_group_id } }),
  async run(args, { client, account }) {
    const { adGroup, campaign } = await existingAdGroup(client, account, args.ad_group_id);
    const [created = ''] = await client.mutate(account, [
      creating('adGroupAd', {
        adGroup: adGroup?.resourceName,
        status: 'PAUSED',
        ad: {
          finalUrls: args.final_urls,
          responsiveSearchAd: {
            ...responsiveTexts(args),
            ...(args.path1 !== undefined && { path1: args.path1 }),
            ...(args.path2 !== undefined && { path2: args.path2 }),
          },
        },
      }),
    ]);
    const id = idOf(created);
    const row = await readBack(`The ad ${id} was created`, () => adRow(client, account, id));
    const { keeps_from_serving } = await servingReport(client, account, campaign?.id ?? '');
    return { ad: shownAd(row), keeps_from_serving };
  },
});
