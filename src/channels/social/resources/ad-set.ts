import { z } from 'zod';
import { Money } from '../../../tools/money.ts';
import { isoTime, known } from '../fields.ts';
import type { AdSet as Wire } from '../wire.ts';
import { budgetOf } from './campaign.ts';
import { issuesOf } from './issues.ts';

const Platform = z.record(z.string(), z.unknown());

export const AdSet = z.object({
  id: z.string(),
  account_id: z.string(),
  campaign_id: z.string(),
  name: z.string(),
  status: z.string(),
  effective_status: z.string(),
  optimization_goal: z.string().optional(),
  billing_event: z.string().optional(),
  destination_type: z.string().optional(),
  bid_strategy: z.string().optional(),
  bid_amount: Money.optional(),
  daily_budget: Money.optional(),
  lifetime_budget: Money.optional(),
  budget_remaining: Money.optional(),
  is_dynamic_creative: z.boolean(),
  promoted_object: Platform.optional(),
  targeting: Platform,
  start_time: z.string().optional(),
  end_time: z.string().optional(),
  created_time: z.string().optional(),
  updated_time: z.string().optional(),
  issues: z.array(z.string()).optional(),
});

export function adSetOf(wire: Wire, currency: string): z.infer<typeof AdSet> {
  const money = (amount: string | undefined) => budgetOf(amount, currency);
  const { start_time, end_time, created_time, updated_time, issues_info, ...rest } = wire;
  return known({
    ...rest,
    // What the platform writes when nobody chose one.
    destination_type: wire.destination_type === 'UNDEFINED' ? undefined : wire.destination_type,
    bid_amount: money(wire.bid_amount),
    daily_budget: money(wire.daily_budget),
    lifetime_budget: money(wire.lifetime_budget),
    budget_remaining: money(wire.budget_remaining),
    is_dynamic_creative: wire.is_dynamic_creative ?? false,
    targeting: wire.targeting ?? {},
    start_time: isoTime(start_time),
    end_time: isoTime(end_time),
    created_time: isoTime(created_time),
    updated_time: isoTime(updated_time),
    issues: issuesOf(issues_info),
  });
}
