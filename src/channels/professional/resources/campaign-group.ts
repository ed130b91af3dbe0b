import { z } from 'zod';
import { withoutUnset } from '../../../tools/set-fields.ts';
import { pathOf } from '../../../upstream/path.ts';
import type { ProfessionalClient } from '../client.ts';
import { moneyOf } from '../money.ts';
import { WireGroup } from '../wire.ts';
import { idIn } from './fields.ts';
import { shownSchedule } from './schedule.ts';

export const CampaignGroup = z
  .looseObject({
    id: z.string(),
    shown_as: z.string(),
    name: z.string(),
    status: z.string(),
    serving_statuses: z.array(z.string()),
  })
  .describe(
    'shown_as: what people see it as. Also account_id, objective_type, daily_budget and total_budget {amount, currency}, bid_strategy, run_schedule_start and _end (with _ms), is_default',
  );

export function shownGroup(group: WireGroup) {
  return withoutUnset({
    id: group.id,
    shown_as: 'Campaign',
    name: group.name,
    status: group.status,
    account_id: idIn(group.account),
    objective_type: group.objectiveType,
    daily_budget: moneyOf(group.dailyBudget),
    total_budget: moneyOf(group.totalBudget),
    bid_strategy: group.budgetOptimization?.bidStrategy,
    ...shownSchedule(group.runSchedule),
    serving_statuses: group.servingStatuses,
    is_default: group.backfilled,
  });
}

export function groupPath(account: string): string {
  return pathOf`/adAccounts/${idIn(account)}/adCampaignGroups`;
}

export function readGroup(client: ProfessionalClient, account: string, id: string): Promise<WireGroup> {
  return client.get(pathOf`/adAccounts/${idIn(account)}/adCampaignGroups/${id}`, WireGroup, {}, account);
}
