import { z } from 'zod';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id, oneLine } from '../../../tools/fields.ts';
import { amount } from '../../../tools/money.ts';
import { changeAndReadBack } from '../../../tools/read-back.ts';
import { atLeastOne } from '../../../tools/rules.ts';
import { writeReport } from '../../../tools/write-report.ts';
import { channel } from '../channel.ts';
import { microsOf, moneyOf } from '../money.ts';
import { budgetRow, budgetShown, type ShownBudget, shownBudgets } from '../resources/budget.ts';
import { ifRemoved, isRemoved, removedAlone } from '../resources/removal.ts';
import { assigning, CampaignIds, inIdOrder } from '../resources/sharing.ts';
import { type Operation, removing, updating } from '../resources/wire/operation.ts';
import type { Row } from '../resources/wire/row.ts';

const FIELDS = ['name', 'budget', 'add_campaign_ids', 'status'];

const input = z.strictObject({
  budget_id: Id.describe('From list_campaign_budgets'),
  name: oneLine().optional().describe('New name'),
  budget: amount('Per day as a rule, for all campaigns that spend from it').optional(),
  add_campaign_ids: CampaignIds.describe('Campaigns that shall spend from it in place of the budget they have'),
  status: z.literal('REMOVED').optional().describe('Only when no campaign uses it; final'),
});
type Arguments = z.output<typeof input>;

export default defineTool(channel, {
  name: 'update_campaign_budget',
  title: 'Change a budget for all campaigns that share it',
  description:
    'Changes amount or name of a budget and lets more campaigns spend from it: all of it or nothing. The answer names every campaign it touches. Status REMOVED cannot be undone. A campaign leaves a budget by being added to another.',
  toolset: 'shared_budgets',
  access: 'write',
  repeat: 'safe',
  mayRaise: ['add_campaign_ids'],
  irreversible: { status: ['REMOVED'] },
  input,
  aliases: { daily_budget: 'budget' },
  output: z.object({ budget: asListed('list_campaign_budgets'), ...writeReport }),
  rules: (args) => [...atLeastOne(args, FIELDS), ...removedAlone(args, FIELDS)],
  look: ({ budget_id, status }) => ({
    tool: 'list_campaign_budgets',
    arguments: { budget_ids: [budget_id], ...ifRemoved(status) },
  }),
  async run(args, { client, account }) {
    const row = await budgetRow(client, account, args.budget_id);
    const [shown] = await shownBudgets(client, account, [row]);
    const before = withIds(shown!);
    const what = `budget ${args.budget_id}`;
    const gone = isRemoved({ what, argument: 'budget_id', held: before.status, wanted: args.status });
    const currency = row.customer?.currencyCode;
    const micros = args.budget === undefined ? undefined : microsOf('budget', args.budget, currency);
    const { after, report } = await changeAndReadBack({
      done: `The budget ${args.budget_id} was changed`,
      before,
      wanted: {
        name: args.name,
        budget: moneyOf(micros, currency),
        status: args.status,
        campaign_ids: args.add_campaign_ids && inIdOrder([...before.campaign_ids, ...args.add_campaign_ids]),
      },
      send: async () => {
        if (!gone) await client.mutate(account, operationsFor(args, micros, row, account));
      },
      read: async () => {
        const now = await budgetShown(client, account, args.budget_id);
        return now && withIds(now);
      },
    });
    const { campaign_ids: _, ...budget } = after;
    return { budget, ...report };
  },
});

function withIds(budget: ShownBudget) {
  return { ...budget, campaign_ids: inIdOrder(budget.campaigns.map(({ id }) => id)) };
}

function operationsFor(args: Arguments, micros: string | undefined, row: Row, account: string): Operation[] {
  const { resourceName = '', period } = row.campaignBudget ?? {};
  if (args.status === 'REMOVED') return [removing('campaignBudget', resourceName, 'budget_id')];
  const changes = {
    ...(args.name !== undefined && { name: args.name }),
    ...(micros !== undefined && { [period === 'CUSTOM_PERIOD' ? 'totalAmountMicros' : 'amountMicros']: micros }),
  };
  return [
    ...(Object.keys(changes).length > 0 ? [updating('campaignBudget', resourceName, changes, 'budget_id')] : []),
    ...assigning(account, args.add_campaign_ids ?? [], 'add_campaign_ids', { campaignBudget: resourceName }),
  ];
}
