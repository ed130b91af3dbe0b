import { z } from 'zod';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { servingOutputIfOn } from '../../../tools/diagnosis.ts';
import { Id, oneLine } from '../../../tools/fields.ts';
import { amount, amountOr } from '../../../tools/money.ts';
import { changeAndReadBack } from '../../../tools/read-back.ts';
import { atLeastOne } from '../../../tools/rules.ts';
import { writeReport } from '../../../tools/write-report.ts';
import { channel } from '../channel.ts';
import { servingReportIfOn } from '../delivery/diagnose.ts';
import { microsOf, moneyOf } from '../money.ts';
import { adGroupRow, existingAdGroup, shownAdGroup } from '../resources/ad-group.ts';
import { unusedBids } from '../resources/bidding.ts';
import { ifRemoved, isRemoved, removedAlone } from '../resources/removal.ts';
import { removing, updating } from '../resources/wire/operation.ts';

const FIELDS = ['name', 'status', 'cpc_bid', 'target_cpa'];

export default defineTool(channel, {
  name: 'update_ad_group',
  title: 'Update an ad group',
  description:
    'Changes name, status or bids of an ad group; REMOVED cannot be undone. What is not named stays as it is.',
  toolset: 'campaigns',
  access: 'write',
  repeat: 'safe',
  irreversible: { status: ['REMOVED'] },
  input: z.strictObject({
    ad_group_id: Id.describe('Ad group to change'),
    name: oneLine().optional().describe('New name'),
    status: z
      .enum(['ENABLED', 'PAUSED', 'REMOVED'])
      .optional()
      .describe('ENABLED lets it run; REMOVED cannot be undone'),
    cpc_bid: amount('Most for a click').optional(),
    target_cpa: amountOr('inherit', 'Wanted cost of a conversion').optional(),
  }),
  output: z.object({
    ad_group: asListed('list_ad_groups'),
    ...writeReport,
    notes: z.array(z.string()).optional(),
    ...servingOutputIfOn,
  }),
  rules: (args) => [...atLeastOne(args, FIELDS), ...removedAlone(args, FIELDS)],
  look: ({ ad_group_id, status }) => ({
    tool: 'list_ad_groups',
    arguments: { ad_group_ids: [ad_group_id], ...ifRemoved(status) },
  }),
  async run({ ad_group_id, name, status, cpc_bid, target_cpa }, { client, account }) {
    const before = await existingAdGroup(client, account, ad_group_id);
    const resourceName = before.adGroup?.resourceName ?? '';
    const currency = before.customer?.currencyCode;
    const bid = cpc_bid === undefined ? undefined : microsOf('cpc_bid', cpc_bid, currency);
    const inherits = target_cpa === 'inherit';
    const cpa = target_cpa === undefined || inherits ? undefined : microsOf('target_cpa', target_cpa, currency);
    const operation = updating(
      'adGroup',
      resourceName,
      {
        ...(name !== undefined && { name }),
        ...(status !== undefined && { status }),
        ...(bid !== undefined && { cpcBidMicros: bid }),
        ...(target_cpa !== undefined && { targetCpaMicros: cpa ?? null }),
      },
      'ad_group_id',
    );
    const shown = shownAdGroup(before);
    const what = `ad group ${ad_group_id}`;
    const gone = isRemoved({ what, argument: 'ad_group_id', held: shown.status, wanted: status });
    const { after, report } = await changeAndReadBack({
      done: `The ad group ${ad_group_id} was changed`,
      before: shown,
      wanted: { name, status, cpc_bid: moneyOf(bid, currency), target_cpa: inherits ? null : moneyOf(cpa, currency) },
      send: async () => {
        const removal = removing('adGroup', resourceName, 'ad_group_id');
        if (!gone) await client.mutate(account, [status === 'REMOVED' ? removal : operation]);
      },
      read: async () => {
        const row = await adGroupRow(client, account, ad_group_id);
        return row && shownAdGroup(row);
      },
    });
    return {
      ad_group: after,
      ...report,
      ...unusedBids([before], bid),
      ...(await servingReportIfOn(status, client, account, before.campaign?.id)),
    };
  },
});
