import { z } from 'zod';
import type { Money } from '../../../tools/money.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import { shownMoney } from '../money.ts';
import type { Campaign as Wire } from '../wire.ts';
import { NO_CAP } from './budget.ts';
import { Amount, isoTime } from './fields.ts';
import { issuesOf } from './issue.ts';

/** Only the main fields have a schema, to keep the tool list short. */
export const Campaign = z
  .looseObject({
    id: z.string(),
    name: z.string(),
    status: z.string(),
    effective_status: z.string(),
    daily_budget: Amount.optional(),
    lifetime_budget: Amount.optional(),
  })
  .describe(
    'Also account_id, objective, bid_strategy, budget_remaining, spend_cap, special_ad_categories, special_ad_category_country, is_adset_budget_sharing_enabled, *_time, issues',
  );

export function campaignOf(wire: Wire, currency: string) {
  const money = (amount: string | undefined) => budgetOf(amount, currency);
  const { start_time, stop_time, created_time, updated_time, issues_info, ...rest } = wire;
  return withoutUnset({
    ...rest,
    daily_budget: money(wire.daily_budget),
    lifetime_budget: money(wire.lifetime_budget),
    budget_remaining: money(wire.budget_remaining),
    spend_cap: wire.spend_cap === String(NO_CAP) ? undefined : money(wire.spend_cap),
    special_ad_categories: (wire.special_ad_categories ?? []).filter((name) => name !== 'NONE'),
    start_time: isoTime(start_time),
    stop_time: isoTime(stop_time),
    created_time: isoTime(created_time),
    updated_time: isoTime(updated_time),
    issues: issuesOf(issues_info),
  });
}

/** The platform leaves an unused budget out or gives it as 0. */
export function budgetOf(amount: string | undefined, currency: string): Money | undefined {
  return amount === undefined || amount === '0' ? undefined : shownMoney(amount, currency);
}
