import { invalidArguments } from '../../../errors.ts';
import type { VideoClient } from '../client.ts';
import type { Campaign } from '../wire.ts';
import { checkedBudget, isLifetime, refuseBelowSpent } from './budget.ts';
import { spentIfRead } from './spend.ts';

/** A new budget of a campaign. Refuses what the platform would refuse, or accept without effect. */
export async function campaignBudget(
  client: VideoClient,
  account: string,
  held: Campaign,
  amount: string,
  field = 'budget',
): Promise<number> {
  const currency = await client.currency(account);
  if (held.budget_mode === 'BUDGET_MODE_INFINITE') {
    const message =
      'cannot be set: this campaign has no budget of its own (BUDGET_MODE_INFINITE), and that never changes';
    throw invalidArguments([{ field, message }], 'Change the budgets of its ad groups with update_ad_group.');
  }
  const floor = held.campaign_product_source === 'STORE' ? 10 : 50;
  const budget = checkedBudget({ field, amount, currency, floor });
  const when = isLifetime(held.budget_mode) ? 'ever' : 'today';
  refuseBelowSpent(
    budget,
    await spentIfRead(client, account, { campaign_id: held.campaign_id }, when),
    currency,
    field,
  );
  return budget;
}
