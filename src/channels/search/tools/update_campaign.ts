import { z } from 'zod';
import { Failure, invalidArguments } from '../../../errors.ts';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { servingOutputIfOn } from '../../../tools/diagnosis.ts';
import { Day, DayOrNone, Id, oneLine } from '../../../tools/fields.ts';
import { amount, amountOr } from '../../../tools/money.ts';
import { changeAndReadBack } from '../../../tools/read-back.ts';
import { atLeastOne, inOrder, needs } from '../../../tools/rules.ts';
import { writeReport } from '../../../tools/write-report.ts';
import { channel } from '../channel.ts';
import type { SearchClient } from '../client.ts';
import { servingReportIfOn } from '../delivery/diagnose.ts';
import { microsOf, moneyOf } from '../money.ts';
import {
  BIDDING,
  bidsByItself,
  changedBidding,
  IMPRESSION_PLACES,
  impressionShare,
  NO_TARGET,
  roas,
  targetProblems,
  unusualRoas,
} from '../resources/bidding.ts';
import {
  campaignRow,
  EU_POLITICAL,
  existingCampaign,
  isShared,
  type ShownCampaign,
  shownCampaign,
} from '../resources/campaign.ts';
import { ifRemoved, isRemoved, removedAlone } from '../resources/removal.ts';
import { type Sharer, sharersOf } from '../resources/sharing.ts';
import { type Operation, removing, updating } from '../resources/wire/operation.ts';
import type { Row } from '../resources/wire/row.ts';

const FIELDS = [
  'name',
  'status',
  'budget',
  'start_date',
  'end_date',
  'bidding_strategy',
  'target_cpa',
  'target_roas',
  'max_cpc',
  'impression_share',
  'impression_place',
  'search_partners',
  'contains_eu_political_advertising',
] as const;

const input = z.strictObject({
  campaign_id: Id.describe('Campaign to change'),
  name: oneLine().optional().describe('New name'),
  status: z
    .enum(['ENABLED', 'PAUSED', 'REMOVED'])
    .optional()
    .describe('ENABLED lets it spend; REMOVED cannot be undone'),
  budget: amount('Per day as a rule').optional(),
  change_shared_budget: z.boolean().optional().describe('Allow it although other campaigns spend from it too'),
  start_date: Day.optional().describe('First day'),
  end_date: DayOrNone.optional().describe('Last day, such as 2026-01-31; "none": without end'),
  bidding_strategy: z.enum(BIDDING).optional().describe('Another strategy; begins with the targets named here'),
  target_cpa: amountOr(NO_TARGET, 'Wanted cost of a conversion').optional(),
  target_roas: z
    .union([roas(), z.literal(NO_TARGET)], `must be a number such as 3.5, which is 350 %, or "${NO_TARGET}"`)
    .optional()
    .describe('Wanted return on ad spend: 3.5 is 350 %; "none": none'),
  max_cpc: amountOr(NO_TARGET, 'Most for a click').optional(),
  search_partners: z.boolean().optional().describe('Also on search partners; SEARCH only'),
  impression_share: impressionShare().optional().describe('Of TARGET_IMPRESSION_SHARE'),
  impression_place: z.enum(IMPRESSION_PLACES).optional().describe('Of the same'),
  contains_eu_political_advertising: z.boolean().optional().describe('The declaration EU law demands'),
});
type Arguments = z.output<typeof input>;

export default defineTool(channel, {
  name: 'update_campaign',
  title: 'Update a campaign',
  description:
    'Changes a campaign: name, status, budget, dates, bidding strategy and targets, search partners, EU declaration. Enabling it lets it spend; REMOVED cannot be undone. What is not named stays as it is.',
  toolset: 'campaigns',
  access: 'write',
  repeat: 'safe',
  irreversible: { status: ['REMOVED'] },
  input,
  aliases: { daily_budget: 'budget' },
  output: z.object({
    campaign: asListed('list_campaigns'),
    ...writeReport,
    notes: z.array(z.string()).optional(),
    ...servingOutputIfOn,
  }),
  rules: (args) => [
    ...atLeastOne(args, FIELDS),
    ...inOrder(args, 'start_date', 'end_date'),
    ...needs(args, { change_shared_budget: true }, 'budget'),
    ...removedAlone(args, FIELDS),
    ...(args.bidding_strategy ? targetProblems(args.bidding_strategy, args) : []),
  ],
  look: ({ campaign_id, status }) => ({
    tool: 'list_campaigns',
    arguments: { campaign_ids: [campaign_id], ...ifRemoved(status) },
  }),
  async run(args, { client, account }) {
    const before = await existingCampaign(client, account, args.campaign_id);
    const shown = shownCampaign(before);
    const what = `campaign ${args.campaign_id}`;
    const gone = isRemoved({ what, argument: 'campaign_id', held: shown.status, wanted: args.status });
    const sharers = args.budget === undefined ? [] : await othersOn(client, account, before);
    const { after, report } = await changeAndReadBack({
      done: `The campaign ${args.campaign_id} was changed`,
      before: shown,
      wanted: wantedOf(args, before),
      send: async () => {
        const operations = gone ? [] : operationsFor(args, before, sharers);
        if (operations.length > 0) await client.mutate(account, operations);
      },
      read: async () => {
        const row = await campaignRow(client, account, args.campaign_id);
        return row && shownCampaign(row);
      },
    });
    const notes = [
      ...(report.applied.bidding_strategy ? [biddingNote(after)] : []),
      ...unusualRoas(args.target_roas),
      ...(report.applied.budget && sharers.length > 0
        ? [`The budget is shared: it changed for ${namesOf(sharers)} as well.`]
        : []),
    ];
    return {
      campaign: after,
      ...report,
      ...(notes.length > 0 && { notes }),
      ...(await servingReportIfOn(args.status, client, account, args.campaign_id)),
    };
  },
});

function biddingNote({ bidding_strategy }: ShownCampaign): string {
  if (bidsByItself(bidding_strategy))
    return 'It sets its bids itself now: those of its ad groups and keywords are not used. It takes some days to learn.';
  return 'Its ad groups and keywords are bid for by their own bids now: look at them with list_ad_groups.';
}

/** The other campaigns that spend from the same budget. */
async function othersOn(client: SearchClient, account: string, { campaign, campaignBudget }: Row): Promise<Sharer[]> {
  if (!campaignBudget?.id || !isShared(campaignBudget)) return [];
  const sharers = await sharersOf(client, account, 'campaign_budget.id', [campaignBudget.id]);
  return (sharers.get(campaignBudget.id) ?? []).filter(({ id }) => id !== campaign?.id);
}

const NAMED_MAX = 20;

function namesOf(sharers: readonly Sharer[]): string {
  const names = sharers.slice(0, NAMED_MAX).map(({ id, name }) => `${name} (${id})`);
  const more = sharers.length - names.length;
  return names.join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** Campaign and budget change together or not at all. */
function operationsFor(args: Arguments, row: Row, sharers: readonly Sharer[]): Operation[] {
  const name = row.campaign?.resourceName ?? '';
  if (args.status === 'REMOVED') return [removing('campaign', name, 'campaign_id')];
  const type = row.campaign?.advertisingChannelType ?? '';
  if (args.search_partners !== undefined && type !== 'SEARCH')
    throw invalidArguments([
      { field: 'search_partners', message: `only a SEARCH campaign has it; this one is of type ${type}` },
    ]);
  const political = args.contains_eu_political_advertising;
  const changes = {
    ...(args.name !== undefined && { name: args.name }),
    ...(args.status !== undefined && { status: args.status }),
    ...(args.start_date !== undefined && { startDateTime: `${args.start_date} 00:00:00` }),
    ...(args.end_date !== undefined && { endDateTime: args.end_date === 'none' ? null : `${args.end_date} 23:59:59` }),
    ...(political !== undefined && { containsEuPoliticalAdvertising: political ? EU_POLITICAL.yes : EU_POLITICAL.no }),
    ...(args.search_partners !== undefined && { networkSettings: { targetSearchNetwork: args.search_partners } }),
    ...changedBidding(row, args, row.campaignBudget !== undefined && isShared(row.campaignBudget)),
  };
  return [
    ...(args.budget === undefined ? [] : [budgetChange(args.budget, args.change_shared_budget === true, row, sharers)]),
    ...(Object.keys(changes).length > 0 ? [updating('campaign', name, changes, 'campaign_id')] : []),
  ];
}

function budgetChange(
  amount: string,
  sharedToo: boolean,
  { campaignBudget: budget, customer }: Row,
  sharers: readonly Sharer[],
): Operation {
  if (budget === undefined) throw unchangeable('This campaign has no budget of its own.');
  if (isShared(budget) && !sharedToo) {
    throw new Failure({
      code: 'conflict',
      message: `The budget ${budget.id} is shared: ${sharers.length > 0 ? `${namesOf(sharers)} spend from it too` : 'only this campaign spends from it now, others may'}.`,
      problems: [{ field: 'budget', message: 'is shared with other campaigns' }],
      nextStep: 'Pass change_shared_budget: true to change it for all of them.',
    });
  }
  const micros = microsOf('budget', amount, customer?.currencyCode);
  const field = budget.period === 'CUSTOM_PERIOD' ? 'totalAmountMicros' : 'amountMicros';
  return updating('campaignBudget', budget.resourceName, { [field]: micros }, 'budget');
}

function unchangeable(message: string): Failure {
  return new Failure({ code: 'unsupported', message, nextStep: "Change it in the platform's own interface." });
}

function noneIn(value: string | undefined): null | undefined {
  return value === undefined ? undefined : null;
}

/** Another strategy begins with the targets named with it: the others are gone, and so is a portfolio. */
function endedBidding(
  { bidding_strategy }: Arguments,
  shown: ShownCampaign,
): Partial<Record<keyof ShownCampaign, null>> {
  const isKept = shown.bidding_strategy === bidding_strategy && shown.portfolio_strategy_id === undefined;
  if (bidding_strategy === undefined || isKept) return {};
  const held = ['target_cpa', 'target_roas', 'max_cpc', 'impression_share', 'impression_place'] as const;
  return Object.fromEntries(
    [...held, 'portfolio_strategy_id' as const].flatMap((field) => (shown[field] === undefined ? [] : [[field, null]])),
  );
}

/** The wanted values as the campaign shows them. */
function wantedOf(args: Arguments, row: Row): Partial<Record<keyof ShownCampaign, unknown>> {
  const currency = row.customer?.currencyCode;
  const money = (field: 'budget' | 'target_cpa' | 'max_cpc') =>
    args[field] === undefined || args[field] === NO_TARGET
      ? noneIn(args[field])
      : moneyOf(microsOf(field, args[field], currency), currency);
  const named = {
    name: args.name,
    status: args.status,
    budget: money('budget'),
    start_date: args.start_date,
    end_date: args.end_date === 'none' ? null : args.end_date,
    target_cpa: money('target_cpa'),
    target_roas: args.target_roas === NO_TARGET ? null : args.target_roas,
    search_partners: args.search_partners,
    max_cpc: money('max_cpc'),
    bidding_strategy: args.bidding_strategy,
    impression_share: args.impression_share,
    impression_place: args.impression_place,
    contains_eu_political_advertising: args.contains_eu_political_advertising,
  };
  return { ...endedBidding(args, shownCampaign(row)), ...withoutUndefined(named) };
}

function withoutUndefined(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
