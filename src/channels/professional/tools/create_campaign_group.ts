import { z } from 'zod';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { oneLine } from '../../../tools/fields.ts';
import { readBack } from '../../../tools/read-back.ts';
import { inOrder, needs, notBoth } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import { Currency, currencyProblems, decimal, INSTEAD, wireMoney } from '../money.ts';
import { groupPath, readGroup, shownGroup } from '../resources/campaign-group.ts';
import { urnOf, When } from '../resources/fields.ts';
import { OBJECTIVES } from '../resources/objective.ts';
import { usualStart } from '../resources/schedule.ts';

const input = z.strictObject({
  name: oneLine(100).describe('Name of the campaign group (shown as Campaign)'),
  status: z
    .enum(['DRAFT', 'ACTIVE'])
    .default('DRAFT')
    .describe('The platform makes no paused ones; by itself an ACTIVE group spends nothing'),
  objective_type: z.enum(OBJECTIVES).optional().describe('Shared by all its campaigns; cannot be changed later'),
  total_budget_amount: decimal('Most for all its campaigns together; needs run_schedule_end').optional(),
  total_budget_currency: Currency.optional(),
  daily_budget_amount: decimal('Most for a day, shared out among its campaigns; needs bid_strategy').optional(),
  daily_budget_currency: Currency.optional(),
  bid_strategy: z
    .enum(['MAXIMUM_DELIVERY', 'MANUAL', 'COST_CAP'])
    .optional()
    .describe('Makes the group share out one budget among its campaigns; cannot be changed later'),
  run_schedule_start: When.optional().describe('In a day when left out'),
  run_schedule_end: When.optional().describe('Without end when left out'),
});

export default defineTool(channel, {
  name: 'create_campaign_group',
  title: 'Create a campaign group',
  description:
    'Creates a campaign group (shown as Campaign). A draft unless asked otherwise; nothing is spent before a campaign and a creative in it are active. Next: create_professional_campaign.',
  toolset: 'campaigns',
  access: 'write',
  repeat: 'never',
  input,
  output: z.object({ campaign_group: asListed('list_campaign_groups'), notes: z.array(z.string()) }),
  instead: INSTEAD,
  rules: (args) => [
    ...currencyProblems(args),
    ...inOrder(args, 'run_schedule_start', 'run_schedule_end'),
    ...needs(args, 'total_budget_amount', 'run_schedule_end'),
    ...needs(args, 'daily_budget_amount', 'bid_strategy'),
    ...needs(args, 'bid_strategy', 'objective_type'),
    ...notBoth(args, 'daily_budget_amount', 'total_budget_amount'),
  ],
  look: ({ name }) => ({ tool: 'list_campaign_groups', arguments: { name } }),
  async run(args, { client, account }) {
    const { currency } = await client.account(account);
    const start = args.run_schedule_start ?? usualStart(client.session.platformNow());
    const body = {
      account: urnOf('sponsoredAccount', account),
      name: args.name,
      status: args.status,
      runSchedule: { start, ...(args.run_schedule_end !== undefined && { end: args.run_schedule_end }) },
      ...wireMoney(args, currency),
      ...(args.objective_type && { objectiveType: args.objective_type }),
      ...(args.bid_strategy && {
        budgetOptimization: { bidStrategy: args.bid_strategy, budgetOptimizationStrategy: 'DYNAMIC' },
      }),
    };
    const id = await client.create(groupPath(account), body, account);
    const made = await readBack(`The campaign group ${id} was created`, () => readGroup(client, account, id));
    const notes = [
      ...(args.status === 'DRAFT'
        ? ['It is a draft: its campaigns have to be drafts too until it is ACTIVE (update_campaign_group).']
        : []),
      ...(args.run_schedule_start === undefined
        ? ['It starts in a day, because no run_schedule_start was given.']
        : []),
    ];
    return { campaign_group: shownGroup(made), notes };
  },
});
