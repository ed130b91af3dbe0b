import { z } from 'zod';
import { type Failure, invalidArguments } from '../../../errors.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { servingOutputIfOn } from '../../../tools/diagnosis.ts';
import { Id, MomentOrNone } from '../../../tools/fields.ts';
import { amount, amountOr } from '../../../tools/money.ts';
import { changeAndReadBack } from '../../../tools/read-back.ts';
import { apart, atLeastOne, inOrder, notBoth } from '../../../tools/rules.ts';
import { writeReport } from '../../../tools/write-report.ts';
import { channel } from '../channel.ts';
import type { VideoClient } from '../client.ts';
import { servingReportIfOn } from '../delivery/diagnose.ts';
import { moneyOf } from '../money.ts';
import { AdGroup, adGroupOf, existingAdGroup, findAdGroup } from '../resources/ad-group.ts';
import { bidFieldOf, billingOf, checkedBid, RoasFloor, valueBid } from '../resources/bidding.ts';
import { checkedBudget, isLifetime, refuseBelowSpent } from '../resources/budget.ts';
import { automationOf, existingCampaign, pathFor } from '../resources/campaign.ts';
import { signsOf, wordsOf } from '../resources/dayparting.ts';
import { Comments, IRREVERSIBLE_STATUS, plainText, Status, statusAlone } from '../resources/fields.ts';
import {
  changedSchedule,
  daysBetween,
  refuseEndless,
  scheduleFields,
  shownTimes,
  type Times,
} from '../resources/schedule.ts';
import { smartTargeting } from '../resources/smart-ad-group.ts';
import { spentIfRead } from '../resources/spend.ts';
import { platformTargeting, targetingFields } from '../resources/targeting.ts';
import type { Campaign, AdGroup as Wire } from '../wire.ts';

const changes = z.object({
  ad_group_name: plainText(512).optional().describe('New name'),
  budget: amount('Per day, or for the whole run with BUDGET_MODE_TOTAL').optional(),
  bid: amountOr('none', 'Most for a result (cost cap)').optional(),
  roas_floor: RoasFloor.optional(),
  comments: Comments.optional(),
  ...scheduleFields,
  end_time: MomentOrNone.optional().describe('When it ends; "none": without end'),
  ...targetingFields,
});
type Changes = z.output<typeof changes>;

export default defineTool(channel, {
  name: 'update_ad_group',
  title: 'Update an ad group',
  description:
    'Rename, re-budget, re-bid, re-schedule, re-target or switch an ad group. Status DELETE cannot be undone. What is not named stays; a list replaces the present one, [] takes it away. Placements, goal and pixel cannot change: duplicate_ad_group.',
  toolset: 'campaigns',
  access: 'write',
  repeat: 'safe',
  irreversible: IRREVERSIBLE_STATUS,
  input: z.strictObject({
    ad_group_id: Id.describe('Ad group to change'),
    ...changes.shape,
    status: Status.optional(),
  }),
  output: z.object({ ad_group: AdGroup, ...writeReport, ...servingOutputIfOn }),
  rules: (args) => [
    ...atLeastOne(args, [...Object.keys(changes.shape), 'status']),
    ...statusAlone(args, Object.keys(changes.shape)),
    ...inOrder(args, 'start_time', 'end_time'),
    ...apart(args, 'audience_ids', 'excluded_audience_ids'),
    ...notBoth(args, 'roas_floor', 'bid'),
  ],
  turns: ({ ad_group_id, ...args }) =>
    Object.keys(targetingFields).some((name) => args[name as keyof typeof targetingFields] !== undefined)
      ? [ad_group_id]
      : [],
  look: ({ ad_group_id }) => ({ tool: 'list_ad_groups', arguments: { ad_group_ids: [ad_group_id] } }),
  async run({ ad_group_id, status, ...args }, { client, account }) {
    const [held, currency] = await Promise.all([
      existingAdGroup(client, account, ad_group_id),
      client.currency(account),
    ]);
    const plan = await planOf(client, account, held, args, currency);
    const { after, report } = await changeAndReadBack({
      done: `The ad group ${ad_group_id} was changed`,
      before: asArguments(held, currency),
      wanted: { ...plan.wanted, status },
      send: () =>
        status === undefined
          ? client.change(pathFor(held, 'adgroup/update'), plan.body, z.unknown(), account)
          : client.change(
              pathFor(held, 'adgroup/status/update'),
              { adgroup_ids: [ad_group_id], operation_status: status },
              z.unknown(),
              account,
            ),
      read: async () => {
        const found = await findAdGroup(client, account, ad_group_id);
        return found && asArguments(found, currency);
      },
    });
    return {
      ad_group: after.ad_group,
      ...report,
      ...(await servingReportIfOn(status, client, account, 'ad_group', ad_group_id)),
    };
  },
});

const NO_BID = 'none';

/** The body to send, and the values the ad group should show afterwards. */
async function planOf(client: VideoClient, account: string, held: Wire, args: Changes, currency: string) {
  const isSmart = automationOf(held) === 'SMART_PLUS';
  if (isSmart && args.bid !== undefined && (held.bid_type === 'BID_TYPE_CUSTOM') === (args.bid === NO_BID))
    throw bidStays(args.bid);
  refuseEndless(held, args);
  if (args.roas_floor !== undefined && held.optimization_goal !== 'VALUE')
    throw invalidArguments([
      { field: 'roas_floor', message: `needs the goal VALUE; it has ${held.optimization_goal}` },
    ]);
  const campaign = await existingCampaign(client, account, held.campaign_id);
  const budget = await newBudget(client, account, { held, campaign }, args);
  const bid =
    args.bid === undefined || args.bid === NO_BID
      ? undefined
      : checkedBid({
          amount: args.bid,
          currency,
          billing: held.billing_event ?? billingOf(held.optimization_goal),
          budgets: [budget ?? held.budget, campaign.budget],
        });
  const dayparting = args.dayparting && signsOf(args.dayparting);
  const body = {
    adgroup_id: held.adgroup_id,
    adgroup_name: args.ad_group_name,
    budget,
    dayparting,
    ...(bid !== undefined && { [bidFieldOf(held.optimization_goal)]: bid }),
    ...(bid !== undefined && !isSmart && { bid_type: 'BID_TYPE_CUSTOM' }),
    ...(args.bid === NO_BID && { bid_type: 'BID_TYPE_NO_BID', pacing: 'PACING_MODE_SMOOTH' }),
    ...(args.roas_floor !== undefined && valueBid(args.roas_floor)),
    comment_disabled: args.comments === undefined ? undefined : !args.comments,
    ...changedSchedule(held, args),
    ...(isSmart ? await smartTargeting(client, account, held.adgroup_id, args) : platformTargeting(args, held.actions)),
  };
  const money = (value: number | undefined) => (value === undefined ? undefined : moneyOf(value, currency));
  return {
    body,
    wanted: {
      ...args,
      ...shownTimes(args),
      dayparting: wordsOf(dayparting),
      budget: money(budget),
      bid: args.bid === NO_BID ? NO_BID : money(bid),
    },
  };
}

/** Values for fields the platform leaves out: empty lists, and no dayparting. */
const NOTHING = {
  ...Object.fromEntries(Object.keys(targetingFields).map((name) => [name, []])),
  dayparting: wordsOf('1'.repeat(336)),
};

/** The ad group under the names of the arguments. */
function asArguments(wire: Wire, currency: string) {
  const ad_group = adGroupOf(wire, currency);
  const shown = { ...NOTHING, ...ad_group, ...ad_group.targeting };
  return { ...shown, bid: ad_group.bid ?? NO_BID, ad_group, ad_group_name: ad_group.name };
}

/** The new budget. A lifetime budget that stays also has to be enough for the new days. */
async function newBudget(
  client: VideoClient,
  account: string,
  { held, campaign }: { held: Wire; campaign: Campaign },
  args: Times & { budget?: string | undefined },
): Promise<number | undefined> {
  const isRescheduled = isLifetime(held.budget_mode) && (args.start_time ?? args.end_time) !== undefined;
  if (args.budget === undefined && (!isRescheduled || campaign.budget_optimize_on)) return undefined;
  if (campaign.budget_optimize_on) {
    const message = `would be ignored: the campaign ${held.campaign_id} shares its own budget among its ad groups`;
    throw invalidArguments([{ field: 'budget', message }], 'Change the budget of the campaign with update_campaign.');
  }
  const { currency, timezone } = await client.advertiser(account);
  const now = adGroupOf(held, currency);
  const [start, end] = [args.start_time ?? now.start_time ?? '', args.end_time ?? now.end_time];
  const days = isLifetime(held.budget_mode) && end ? daysBetween(start, end, timezone) : 1;
  const amount = args.budget ?? String(held.budget ?? 0);
  const budget = checkedBudget({ amount, currency, floor: 20, days });
  if (args.budget === undefined) return undefined;
  const when = isLifetime(held.budget_mode) ? 'ever' : 'today';
  refuseBelowSpent(budget, await spentIfRead(client, account, { adgroup_id: held.adgroup_id }, when), currency);
  return budget;
}

function bidStays(bid: string): Failure {
  const made = bid === NO_BID ? 'with' : 'without';
  const message = `cannot be set: this Smart+ ad group was made ${made} a bid, and that never changes`;
  return invalidArguments(
    [{ field: 'bid', message }],
    `Make another ad group ${bid === NO_BID ? 'without' : 'with'} a bid.`,
  );
}
