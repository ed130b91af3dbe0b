import { z } from 'zod';
import { withoutUnset } from '../../../tools/set-fields.ts';
import type { ListedAdSet as Wire } from '../wire.ts';
import { minRoasOf } from './ad-set-fields.ts';
import { optionsOf, RAW_OPTIONS_HIDDEN } from './ad-set-options.ts';
import { budgetOf } from './campaign.ts';
import { Amount, isoTime } from './fields.ts';
import { issuesOf } from './issue.ts';

export const AdSet = z
  .looseObject({
    id: z.string(),
    campaign_id: z.string(),
    name: z.string(),
    status: z.string(),
    effective_status: z.string(),
    daily_budget: Amount.optional(),
    lifetime_budget: Amount.optional(),
    targeting: z.looseObject({}),
  })
  .describe(
    'Also account_id, campaign_name, optimization_goal, billing_event, destination_type, bid_strategy, bid_amount, min_roas, dsa_payor, dsa_beneficiary, budget_remaining, is_dynamic_creative, promoted_object, the options of create_ad_set, *_time, issues',
  );

export function adSetOf(wire: Wire, currency: string) {
  const money = (amount: string | undefined) => budgetOf(amount, currency);
  const { start_time, end_time, created_time, updated_time, issues_info, bid_constraints, campaign, ...rest } = wire;
  return withoutUnset({
    ...rest,
    campaign_name: campaign?.name,
    ...RAW_OPTIONS_HIDDEN,
    ...optionsOf(wire, currency),
    // The platform gives UNDEFINED where none was chosen.
    destination_type: wire.destination_type === 'UNDEFINED' ? undefined : wire.destination_type,
    bid_amount: money(wire.bid_amount),
    min_roas: minRoasOf(bid_constraints),
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
