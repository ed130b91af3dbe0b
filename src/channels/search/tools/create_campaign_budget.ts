import { z } from 'zod';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { oneLine } from '../../../tools/fields.ts';
import { amount } from '../../../tools/money.ts';
import { readBack } from '../../../tools/read-back.ts';
import { channel } from '../channel.ts';
import { microsOf } from '../money.ts';
import { currencyOf } from '../resources/account.ts';
import { budgetShown } from '../resources/budget.ts';
import { assigning, CampaignIds } from '../resources/sharing.ts';
import { creating, idOf } from '../resources/wire/operation.ts';

export default defineTool(channel, {
  name: 'create_campaign_budget',
  title: 'Create a shared budget',
  description:
    'Makes a daily budget that several campaigns share, and lets campaigns spend from it in place of the budgets they have: all of it or nothing.',
  toolset: 'shared_budgets',
  access: 'write',
  repeat: 'never',
  mayRaise: ['campaign_ids'],
  input: z.strictObject({
    name: oneLine().describe('Name of the budget'),
    budget: amount('Per day, for all campaigns together'),
    campaign_ids: CampaignIds.describe('Campaigns that shall spend from it'),
  }),
  aliases: { daily_budget: 'budget' },
  output: z.object({ budget: asListed('list_campaign_budgets') }),
  look: ({ name }) => ({ tool: 'list_campaign_budgets', arguments: { name_contains: name } }),
  async run({ name, budget, campaign_ids = [] }, { client, account }) {
    const resourceName = `customers/${account}/campaignBudgets/-1`;
    const amountMicros = microsOf('budget', budget, await currencyOf(client, account));
    const [made] = await client.mutate(account, [
      creating('campaignBudget', { resourceName, name, amountMicros, explicitlyShared: true }),
      ...assigning(account, campaign_ids, 'campaign_ids', { campaignBudget: resourceName }),
    ]);
    const id = idOf(made);
    return { budget: await readBack(`The budget ${id} was created`, () => budgetShown(client, account, id)) };
  },
});
