import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { oneLine } from '../../../tools/fields.ts';
import { listArguments, nextCursor } from '../../../tools/listing.ts';
import { channel } from '../channel.ts';
import { BUDGET_FIELDS, BudgetOutput, shownBudgets } from '../resources/budget.ts';
import { IdFilter, listRows, ofIds, ofStatus, ofText, UnpausedFilter } from '../resources/listing.ts';
import { equal, Literal } from '../resources/wire/gaql.ts';

export default defineTool(channel, {
  name: 'list_campaign_budgets',
  title: 'List budgets and the campaigns that share them',
  description: 'Budgets with their amount and the campaigns that spend from each; those of a single campaign too.',
  toolset: 'shared_budgets',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    budget_ids: IdFilter,
    shared: z.boolean().optional().describe('Only shared ones (true), or only those of single campaigns'),
    status: UnpausedFilter,
    name_contains: oneLine().optional().describe('Part of the name'),
    ...listArguments(100),
  }),
  output: z.object({ budgets: z.array(BudgetOutput), ...nextCursor }),
  async run(args, { client, account }) {
    const { items, next_cursor } = await listRows(client, account, args, {
      select: BUDGET_FIELDS,
      from: 'campaign_budget',
      where: [
        ofStatus('campaign_budget.status', args.status),
        ...ofIds({ 'campaign_budget.id': args.budget_ids }),
        ...(args.shared === undefined
          ? []
          : [equal('campaign_budget.explicitly_shared', Literal.boolean(args.shared))]),
        ...ofText('campaign_budget.name', args.name_contains),
      ],
      orderBy: [{ field: 'campaign_budget.id' }],
    });
    return { budgets: await shownBudgets(client, account, items), next_cursor };
  },
});
