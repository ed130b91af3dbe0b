import { z } from 'zod';
import { Failure, type Problem } from '../../../errors.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { Amount } from '../../../tools/money.ts';
import { changeAndReadBack } from '../../../tools/read-back.ts';
import { writeReport } from '../../../tools/write-report.ts';
import { changedTargets } from '../bidding.ts';
import {
  CampaignOutput,
  campaignRow,
  EU_POLITICAL,
  existingCampaign,
  isShared,
  type ShownCampaign,
  shownCampaign,
} from '../campaigns.ts';
import { channel } from '../channel.ts';
import { DateText, Id, Name, needsOne } from '../inputs.ts';
import { microsOf, moneyOf } from '../money.ts';
import { type Operation, updating } from '../operations.ts';
import type { Row } from '../wire.ts';

const FIELDS = [
  'name',
  'status',
  'budget',
  'start_date',
  'end_date',
  'target_cpa',
  'target_roas',
  'max_cpc',
  'contains_eu_political_advertising',
] as const;

const input = z.strictObject({
  campaign_id: Id,
  name: Name.optional(),
  status: z.enum(['ENABLED', 'PAUSED']).optional(),
  budget: Amount.optional().describe("In the account's currency, per day as a rule"),
  change_shared_budget: z.boolean().default(false).describe('Allow it although other campaigns spend from it too'),
  start_date: DateText.optional(),
  end_date: z
    .string()
    .regex(/^(?:\d{4}-\d{2}-\d{2}|none)$/, 'must be a date or "none"')
    .optional()
    .describe('"none": without end'),
  target_cpa: Amount.optional(),
  target_roas: z.number().min(0.01).max(1000).optional(),
  max_cpc: Amount.optional(),
  contains_eu_political_advertising: z.boolean().optional(),
});
type Arguments = z.output<typeof input>;

export default defineTool(channel, {
  name: 'update_campaign',
  title: 'Update a campaign',
  description:
    'Changes a campaign: name, status, budget, dates, bidding targets, EU declaration. Enabling it lets it spend. What is not named stays as it is.',
  toolset: 'campaigns',
  access: 'write',
  repeat: 'safe',
  input,
  output: z.object({ campaign: CampaignOutput, ...writeReport }),
  rules: (args): Problem[] => needsOne(args, FIELDS),
  look: ({ campaign_id }) => ({ tool: 'list_campaigns', arguments: { campaign_id } }),
  async run(args, { client, account }) {
    const before = await existingCampaign(client, account, args.campaign_id);
    const { after, report } = await changeAndReadBack({
      done: `The campaign ${args.campaign_id} was changed`,
      before: shownCampaign(before),
      wanted: wantedOf(args, before),
      send: () => client.mutate(account, operationsFor(args, before)),
      read: async () => {
        const row = await campaignRow(client, account, args.campaign_id);
        return row && shownCampaign(row);
      },
    });
    return { campaign: after, ...report };
  },
});

/** Campaign and budget change together or not at all. */
function operationsFor(args: Arguments, row: Row): Operation[] {
  const political = args.contains_eu_political_advertising;
  const changes = {
    ...(args.name !== undefined && { name: args.name }),
    ...(args.status !== undefined && { status: args.status }),
    ...(args.start_date !== undefined && { startDateTime: `${args.start_date} 00:00:00` }),
    ...(args.end_date !== undefined && { endDateTime: args.end_date === 'none' ? null : `${args.end_date} 23:59:59` }),
    ...(political !== undefined && { containsEuPoliticalAdvertising: political ? EU_POLITICAL.yes : EU_POLITICAL.no }),
    ...changedTargets(row, args),
  };
  return [
    ...(args.budget === undefined ? [] : [budgetChange(args.budget, args.change_shared_budget, row)]),
    ...(Object.keys(changes).length > 0 ? [updating('campaign', row.campaign?.resourceName ?? '', changes)] : []),
  ];
}

function budgetChange(amount: string, sharedToo: boolean, { campaignBudget: budget, customer }: Row): Operation {
  if (budget === undefined) throw unchangeable('This campaign has no budget of its own.');
  if (isShared(budget) && !sharedToo) {
    throw new Failure({
      code: 'conflict',
      message: `The budget ${budget.id} is shared: ${budget.referenceCount ?? 'several'} campaigns spend from it.`,
      problems: [{ field: 'budget', message: 'is shared with other campaigns' }],
      nextStep: 'Pass change_shared_budget: true to change it for all of them.',
    });
  }
  const micros = microsOf('budget', amount, customer?.currencyCode);
  const field = budget.period === 'CUSTOM_PERIOD' ? 'totalAmountMicros' : 'amountMicros';
  return updating('campaignBudget', budget.resourceName, { [field]: micros });
}

function unchangeable(message: string): Failure {
  return new Failure({ code: 'unsupported', message, nextStep: "Change it in the platform's own interface." });
}

/** The wanted values as the campaign shows them. */
function wantedOf(args: Arguments, { customer }: Row): Partial<Record<keyof ShownCampaign, unknown>> {
  const currency = customer?.currencyCode;
  const money = (field: 'budget' | 'target_cpa' | 'max_cpc') =>
    args[field] === undefined ? undefined : moneyOf(microsOf(field, args[field], currency), currency);
  return {
    name: args.name,
    status: args.status,
    budget: money('budget'),
    start_date: args.start_date,
    end_date: args.end_date === 'none' ? null : args.end_date,
    target_cpa: money('target_cpa'),
    target_roas: args.target_roas,
    max_cpc: money('max_cpc'),
    contains_eu_political_advertising: args.contains_eu_political_advertising,
  };
}
