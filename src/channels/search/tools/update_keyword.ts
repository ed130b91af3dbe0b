import { z } from 'zod';
import { invalidArguments } from '../../../errors.ts';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { servingOutputIfOn } from '../../../tools/diagnosis.ts';
import { Id, WebAddress } from '../../../tools/fields.ts';
import { amountOr } from '../../../tools/money.ts';
import { notFound } from '../../../tools/not-found.ts';
import { changeAndReadBack } from '../../../tools/read-back.ts';
import { atLeastOne, exactlyOne } from '../../../tools/rules.ts';
import { writeReport } from '../../../tools/write-report.ts';
import { channel } from '../channel.ts';
import type { SearchClient } from '../client.ts';
import { servingReportIfOn } from '../delivery/diagnose.ts';
import { microsOf, moneyOf } from '../money.ts';
import { existingAdGroup } from '../resources/ad-group.ts';
import { unusedBids } from '../resources/bidding.ts';
import { existingCampaign } from '../resources/campaign.ts';
import { keywordQuery, shownKeyword } from '../resources/keyword.ts';
import { ifRemoved, isRemoved, removedAlone } from '../resources/removal.ts';
import { equal, Literal } from '../resources/wire/gaql.ts';
import { type Operation, removing, updating } from '../resources/wire/operation.ts';
import type { Row } from '../resources/wire/row.ts';

const input = z.strictObject({
  keyword_id: Id.describe('Keyword to change'),
  ad_group_id: Id.optional().describe('Ad group it stands in'),
  campaign_id: Id.optional().describe('Instead of ad_group_id, for a negative keyword of a whole campaign'),
  status: z.enum(['ENABLED', 'PAUSED', 'REMOVED']).optional().describe('REMOVED cannot be undone'),
  cpc_bid: amountOr('inherit', 'Bid of its own for a click').optional(),
  final_url: WebAddress.max(2048).optional().describe('Where a click leads, instead of the ad'),
});
type Arguments = z.output<typeof input>;

const FIELDS = ['status', 'cpc_bid', 'final_url'];

export default defineTool(channel, {
  name: 'update_keyword',
  title: 'Update or remove a keyword',
  description:
    'Changes status, bid or address of a keyword. Status REMOVED cannot be undone. A negative keyword can only be removed. Text and match type cannot be changed: remove it and add another.',
  toolset: 'keyword_details',
  access: 'write',
  repeat: 'safe',
  irreversible: { status: ['REMOVED'] },
  input,
  output: z.object({
    keyword: asListed('list_keywords'),
    ...writeReport,
    notes: z.array(z.string()).optional(),
    ...servingOutputIfOn,
  }),
  rules: (args) => [
    ...atLeastOne(args, FIELDS),
    ...exactlyOne(args, ['ad_group_id', 'campaign_id']),
    ...removedAlone(args, FIELDS),
  ],
  look: ({ keyword_id, ad_group_id, campaign_id, status }) => ({
    tool: 'list_keywords',
    arguments: {
      ...(ad_group_id ? { ad_group_id } : { level: 'campaign', campaign_id }),
      keyword_ids: [keyword_id],
      ...ifRemoved(status),
    },
  }),
  async run(args, { client, account }) {
    const before = (await keywordRow(args, client, account)) ?? (await absent(args, client, account));
    const shown = shownKeyword(before);
    if (shown.negative && args.status !== 'REMOVED') {
      throw invalidArguments([{ field: 'keyword_id', message: 'is a negative keyword, which can only be REMOVED' }]);
    }
    const what = `keyword ${shown.id}`;
    const gone = isRemoved({ what, argument: 'keyword_id', held: shown.status, wanted: args.status });
    const currency = before.customer?.currencyCode;
    const bid =
      args.cpc_bid === undefined || args.cpc_bid === 'inherit'
        ? undefined
        : microsOf('cpc_bid', args.cpc_bid, currency);
    const { after, report } = await changeAndReadBack({
      done: `The keyword ${args.keyword_id} was changed`,
      before: shown,
      wanted: {
        status: args.status,
        cpc_bid: args.cpc_bid === 'inherit' ? null : moneyOf(bid, currency),
        final_urls: args.final_url === undefined ? undefined : [args.final_url],
      },
      send: async () => {
        if (!gone) await client.mutate(account, [operationFor(args, bid, before)]);
      },
      read: async () => {
        const row = await keywordRow(args, client, account);
        return row && shownKeyword(row);
      },
    });
    return {
      keyword: after,
      ...report,
      ...unusedBids([before], bid),
      ...(await servingReportIfOn(args.status, client, account, shown.campaign_id)),
    };
  },
});

/** When the parent does not exist, the error names the parent. */
async function absent(args: Arguments, client: SearchClient, account: string): Promise<never> {
  const { keyword_id, ad_group_id, campaign_id = '' } = args;
  if (ad_group_id === undefined) await existingCampaign(client, account, campaign_id);
  else await existingAdGroup(client, account, ad_group_id);
  const where = ad_group_id === undefined ? `the campaign ${campaign_id}` : `the ad group ${ad_group_id}`;
  throw notFound({ what: 'keyword', id: keyword_id, where, list: 'list_keywords' });
}

/** The same id stands for the same words in every ad group, so the group is part of the name. */
function keywordRow(args: Arguments, client: SearchClient, account: string): Promise<Row | undefined> {
  const query = keywordQuery(args.ad_group_id === undefined ? 'campaign' : 'ad_group');
  const parent =
    args.ad_group_id === undefined
      ? equal('campaign.id', Literal.digits(args.campaign_id ?? ''))
      : equal('ad_group.id', Literal.digits(args.ad_group_id));
  const id = equal(`${query.from}.criterion_id`, Literal.digits(args.keyword_id));
  return client.row(account, { ...query, where: [parent, id, equal(`${query.from}.type`, Literal.word('KEYWORD'))] });
}

function operationFor({ status, final_url, cpc_bid }: Arguments, bid: string | undefined, row: Row): Operation {
  const kind = row.campaignCriterion ? 'campaignCriterion' : 'adGroupCriterion';
  const resourceName = (row.campaignCriterion ?? row.adGroupCriterion)?.resourceName ?? '';
  if (status === 'REMOVED') return removing(kind, resourceName, 'keyword_id');
  return updating(
    kind,
    resourceName,
    {
      ...(status !== undefined && { status }),
      ...(cpc_bid !== undefined && { cpcBidMicros: bid ?? null }),
      ...(final_url !== undefined && { finalUrls: [final_url] }),
    },
    'keyword_id',
  );
}
