import { MINUTE_MS } from '../../../ambient.ts';
import { addDays, dayIn, dayStart } from '../../calendar.ts';
import { bad } from '../errors.ts';
import { Books } from '../reports/spending.ts';
import { floorOf } from '../rules/ad-group-rules.ts';
import { checkBudget } from '../rules/budget.ts';
import { scheduledDays } from '../rules/schedule-rules.ts';
import type { Automation } from '../state/shapes.ts';
import type { Entity } from '../state.ts';
import type { Input } from './input.ts';
import { ownObject, refuseOtherAutomation } from './objects.ts';
import { type AdvertiserCall, post, type Route } from './serve.ts';

const GROUPS_MAX = 20;
/** Shortly before midnight no budget can be scheduled for it. */
const LOCKED_MS = 5 * MINUTE_MS;

/** Budgets of many ad groups: lifetime ones at once, daily ones from the next midnight. */
export const adGroupBudgetRoutes: readonly Route[] = [
  post('adgroup/budget/update', (call) => changeBudgets(call, 'MANUAL')),
  post('smart_plus/adgroup/budget/update', (call) => changeBudgets(call, 'UPGRADED_SMART_PLUS')),
];

function changeBudgets(call: AdvertiserCall, automation: Automation): void {
  const { input, world, store, advertiser, now } = call;
  if (input.has('budget') === input.has('scheduled_budget'))
    throw bad('budget and scheduled_budget: exactly one is needed.');
  const field = input.has('budget') ? 'budget' : 'scheduled_budget';
  const rows = input.objects(field) ?? [];
  if (rows.length === 0 || rows.length > GROUPS_MAX) throw bad(`${field}: Length must be between 1 and ${GROUPS_MAX}.`);
  const midnight = dayStart(addDays(dayIn(now, advertiser.data.timezone), 1), advertiser.data.timezone);
  if (field === 'scheduled_budget' && midnight - now <= LOCKED_MS)
    throw bad('scheduled_budget: locked from 23:55 to 00:00.');
  const changes = rows.map((row) => checkedRow(call, row, field, automation));
  world.change((record) => {
    for (const { group, budget } of changes) {
      const links = { advertiser: advertiser.id, adgroup: group.id };
      const detail = { [field]: budget };
      if (field === 'scheduled_budget') store.insert('ScheduledBudget', links, { budget, at: midnight });
      else {
        group.data = { ...group.data, budget, modified: now };
        store.save(group);
        new Books(store, now).replan(group.links.campaign!);
      }
      record({ kind: 'update', resource: 'adgroup', id: group.id, account: advertiser.id, detail });
    }
  });
}

function checkedRow(
  call: AdvertiserCall,
  row: Input,
  field: string,
  automation: Automation,
): { group: Entity<'AdGroup'>; budget: number } {
  const { store, advertiser, now } = call;
  const group = ownObject(call, 'AdGroup', row.needId('adgroup_id'), 'ad group');
  const campaign = store.need('Campaign', group.links.campaign);
  refuseOtherAutomation(campaign, automation);
  if (campaign.data.budget_optimize_on) throw bad(`${field}: the campaign holds the budget.`);
  const isTotal = group.data.budget_mode === 'BUDGET_MODE_TOTAL';
  if (isTotal !== (field === 'budget')) throw bad(`${field}: does not fit ${group.data.budget_mode}.`);
  const budget = row.number(field);
  if (budget === undefined) throw row.missing(field);
  checkBudget(budget, {
    currency: advertiser.data.currency,
    floor: floorOf(group.data.more.product_source),
    days: isTotal ? scheduledDays(group.data, advertiser.data.timezone) : 1,
    spent: isTotal ? new Books(store, now).against(group.data.budget_mode, { adgroup: group.id }) : 0,
  });
  return { group, budget };
}
