import { z } from 'zod';
import { Failure } from '../../../errors.ts';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { servingOutput } from '../../../tools/diagnosis.ts';
import { Id, oneLine } from '../../../tools/fields.ts';
import { amount } from '../../../tools/money.ts';
import { readBack } from '../../../tools/read-back.ts';
import { channel } from '../channel.ts';
import { adGroupCopies, adGroupPartsOf, leftOutNotes } from '../copies/campaign.ts';
import { servingReport } from '../delivery/diagnose.ts';
import { microsOf } from '../money.ts';
import { adGroupRow, existingAdGroup, shownAdGroup } from '../resources/ad-group.ts';
import { existingCampaign } from '../resources/campaign.ts';
import { idOf } from '../resources/wire/operation.ts';

export default defineTool(channel, {
  name: 'duplicate_ad_group',
  title: 'Duplicate an ad group',
  description:
    'Makes an ad group of a SEARCH campaign again, paused, in its campaign or another: bids, responsive search ads, keywords, negatives, audiences and extensions; all or nothing. Labels are not copied.',
  toolset: 'copies',
  access: 'write',
  repeat: 'never',
  input: z.strictObject({
    ad_group_id: Id.describe('The one to copy'),
    name: oneLine().describe('Name of the copy'),
    campaign_id: Id.optional().describe('Where the copy goes; the same campaign when left out'),
    cpc_bid: amount('Most for a click; that of the original when left out').optional(),
  }),
  output: z.object({
    ad_group: asListed('list_ad_groups'),
    copied: z.object({ ads: z.number(), keywords: z.number(), extensions: z.number() }),
    notes: z.array(z.string()),
    ...servingOutput,
  }),
  look: ({ name }) => ({ tool: 'list_ad_groups', arguments: { name_contains: name } }),
  async run({ ad_group_id, name, campaign_id, cpc_bid }, { client, account }) {
    const original = await existingAdGroup(client, account, ad_group_id);
    const { campaign, customer } =
      campaign_id === undefined ? original : await existingCampaign(client, account, campaign_id);
    for (const [field, row] of [
      ['ad_group_id', original],
      ['campaign_id', { campaign }],
    ] as const)
      if (row.campaign?.advertisingChannelType !== 'SEARCH')
        throw notSearch(field, row.campaign?.advertisingChannelType);
    const parts = await adGroupPartsOf(client, account, { field: 'ad_group.id', id: ad_group_id });
    const [held] = parts.adGroups;
    if (!held?.adGroup) throw gone(ad_group_id);
    const bid = cpc_bid === undefined ? {} : { cpcBidMicros: microsOf('cpc_bid', cpc_bid, customer?.currencyCode) };
    const copy = { ...held, adGroup: { ...held.adGroup, name, status: 'PAUSED', ...bid } };
    const [made = ''] = await client.mutate(
      account,
      adGroupCopies(account, campaign?.resourceName ?? '', { ...parts, adGroups: [copy] }).map((operation, at) =>
        at === 0 ? operation : { ...operation, argument: 'ad_group_id', copied: true },
      ),
    );
    const id = idOf(made);
    const row = await readBack(`The ad group ${id} was created`, () => adGroupRow(client, account, id));
    return {
      ad_group: shownAdGroup(row),
      copied: {
        ads: parts.ads.length,
        keywords: parts.groupCriteria.filter(({ adGroupCriterion: one }) => one?.keyword).length,
        extensions: parts.groupLinks.length,
      },
      notes: ['It is paused; its ads and keywords have the status of the original.', ...leftOutNotes(parts)],
      ...(await servingReport(client, account, campaign?.id ?? '')),
    };
  },
});

function notSearch(field: string, type = 'UNKNOWN'): Failure {
  return new Failure({
    code: 'unsupported',
    message: `The campaign is of type ${type}; only ad groups of SEARCH campaigns are copied, and only into such.`,
    problems: [{ field, message: 'must be of a SEARCH campaign' }],
    nextStep: 'Choose another one with list_ad_groups or list_campaigns. Nothing was made.',
  });
}

function gone(id: string): Failure {
  return new Failure({
    code: 'conflict',
    message: `The ad group ${id} was removed.`,
    problems: [{ field: 'ad_group_id', message: 'was removed' }],
    nextStep: 'Choose another one with list_ad_groups. Nothing was made.',
  });
}
