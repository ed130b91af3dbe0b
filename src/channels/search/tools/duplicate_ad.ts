import { z } from 'zod';
import { invalidArguments } from '../../../errors.ts';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { servingOutput } from '../../../tools/diagnosis.ts';
import { Id } from '../../../tools/fields.ts';
import { readBack } from '../../../tools/read-back.ts';
import { channel } from '../channel.ts';
import { servingReport } from '../delivery/diagnose.ts';
import { adRow, existingAd, shownAd } from '../resources/ad.ts';
import { existingAdGroup } from '../resources/ad-group.ts';
import { adTexts, mergedTexts, responsiveTexts, textProblems } from '../resources/ad-text.ts';
import { creating, idOf } from '../resources/wire/operation.ts';

export default defineTool(channel, {
  name: 'duplicate_ad',
  title: 'Duplicate an ad',
  description:
    'Makes a responsive search ad again, paused, in its ad group or another, with other texts or addresses where given: a list replaces the whole list.',
  toolset: 'copies',
  access: 'write',
  repeat: 'never',
  input: z.strictObject({
    ad_id: Id.describe('The one to copy'),
    ad_group_id: Id.optional().describe('Where the copy goes; the same ad group when left out'),
    headlines: adTexts.headlines.optional(),
    descriptions: adTexts.descriptions.optional(),
    final_urls: adTexts.final_urls.optional(),
    path1: adTexts.path1,
    path2: adTexts.path2,
  }),
  output: z.object({ ad: asListed('list_ads'), ...servingOutput }),
  look: ({ ad_group_id }) => ({ tool: 'list_ads', arguments: { ...(ad_group_id && { ad_group_id }) } }),
  async run({ ad_id, ad_group_id, ...changes }, { client, account }) {
    const shown = shownAd(await existingAd(client, account, ad_id));
    if (shown.type !== 'RESPONSIVE_SEARCH_AD')
      throw invalidArguments([
        { field: 'ad_id', message: `is a ${shown.type}; only a RESPONSIVE_SEARCH_AD is copied` },
      ]);
    const texts = mergedTexts({ headlines: changes.headlines, descriptions: changes.descriptions }, shown);
    const problems = textProblems(texts);
    if (problems.length > 0) throw invalidArguments(problems);
    const { adGroup, campaign } = await existingAdGroup(client, account, ad_group_id ?? shown.ad_group_id);
    const { path1 = shown.path1, path2 = shown.path2 } = changes;
    const [made = ''] = await client.mutate(account, [
      creating('adGroupAd', {
        adGroup: adGroup?.resourceName,
        status: 'PAUSED',
        ad: {
          finalUrls: changes.final_urls ?? shown.final_urls,
          responsiveSearchAd: {
            ...responsiveTexts(texts),
            ...(path1 !== undefined && { path1 }),
            ...(path2 !== undefined && { path2 }),
          },
        },
      }),
    ]);
    const id = idOf(made);
    const row = await readBack(`The ad ${id} was created`, () => adRow(client, account, id));
    return { ad: shownAd(row), ...(await servingReport(client, account, campaign?.id ?? '')) };
  },
});
