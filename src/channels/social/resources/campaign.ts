import { z } from 'zod';
import { Money } from '../../../tools/money.ts';
import { isoTime, known } from '../fields.ts';
import { moneyOf } from '../money.ts';
import type { Campaign as Wire } from '../wire.ts';
import { issuesOf } from './issues.ts';

export const Campaign = z.object({
  id: z.string(),
  account_id: z.string(),
  name: z.string(),
  objective: z.string().optional(),
  status: z.string(),
  effective_status: z.string(),
  bid_strategy: z.string().optional(),
  daily_budget: Money.optional(),
  lifetime_budget: Money.optional(),
  budget_remaining: Money.optional(),
  spend_cap: Money.optional(),
  special_ad_categories: z.array(z.string()),
  is_adset_budget_sharing_enabled: z.boolean().optional(),
  start_time: z.string().optional(),
  stop_time: z.string().optional(),
  created_time: z.string().optional(),
  updated_time: z.string().optional(),
  issues: z.array(z.string()).optional(),
});

export function campaignOf(wire: Wire, currency: string): z.infer<typeof Campaign> {
  const money = (amount: string | undefined) => budgetOf(amount, currency);
  const { start_time, stop_time, created_time, updated_time, issues_info, ...rest } = wire;
  return known({
    ...rest,
    daily_budget: money(wire.daily_budget),
    lifetime_budget: money(wire.lifetime_budget),
    budget_remaining: money(wire.budget_remaining),
    spend_cap: money(wire.spend_cap),
    special_ad_categories: (wire.special_ad_categories ?? []).filter((name) => name !== 'NONE'),
    start_time: isoTime(start_time),
    stop_time: isoTime(stop_time),
    created_time: isoTime(created_time),
    updated_time: isoTime(updated_time),
    issues: issuesOf(issues_info),
  });
}

/** A budget that is not used is left out, or written as 0. */
export function budgetOf(amount: string | undefined, currency: string): Money | undefined {
  return amount === undefined || amount === '0' ? undefined : moneyOf(amount, currency);
}
