import { z } from 'zod';
import { Money } from '../../../tools/money.ts';
import { notFound } from '../../../tools/not-found.ts';
import type { SearchClient } from '../client.ts';
import { moneyOf } from '../money.ts';
import { SharerOutput, sharersOf } from './sharing.ts';
import { equal, Literal } from './wire/gaql.ts';
import type { Row } from './wire/row.ts';

export const BUDGET_FIELDS = [
  ...['id', 'name', 'status', 'amount_micros', 'total_amount_micros', 'period', 'explicitly_shared'].map(
    (field) => `campaign_budget.${field}`,
  ),
  'customer.currency_code',
];

export const BudgetOutput = z.object({
  id: z.string(),
  name: z.string().optional(),
  status: z.string(),
  budget: Money.optional(),
  period: z.string().optional(),
  shared: z.boolean(),
  campaigns: z.array(SharerOutput).describe('That spend from it'),
});
export type ShownBudget = z.infer<typeof BudgetOutput>;

export async function shownBudgets(
  client: SearchClient,
  account: string,
  rows: readonly Row[],
): Promise<ShownBudget[]> {
  const ids = rows.map(({ campaignBudget }) => campaignBudget?.id ?? '');
  const sharers = await sharersOf(client, account, 'campaign_budget.id', ids);
  return rows.map(({ campaignBudget: budget, customer }) => ({
    id: budget?.id ?? '',
    name: budget?.name,
    status: budget?.status ?? 'UNKNOWN',
    budget: moneyOf(budget?.amountMicros ?? budget?.totalAmountMicros, customer?.currencyCode),
    period: budget?.period,
    shared: budget?.explicitlyShared ?? false,
    campaigns: sharers.get(budget?.id ?? '') ?? [],
  }));
}

export async function budgetRow(client: SearchClient, account: string, id: string): Promise<Row> {
  const row = await client.row(account, {
    select: BUDGET_FIELDS,
    from: 'campaign_budget',
    where: [equal('campaign_budget.id', Literal.digits(id))],
  });
  if (!row) throw notFound({ what: 'budget', id, list: 'list_campaign_budgets', accountArgument: 'customer_id' });
  return row;
}

export async function budgetShown(client: SearchClient, account: string, id: string): Promise<ShownBudget | undefined> {
  return (await shownBudgets(client, account, [await budgetRow(client, account, id)]))[0];
}
