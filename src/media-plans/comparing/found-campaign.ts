import type { PlannedCampaign, PlanningContext, RunningCampaign } from '../../tools/media-planning.ts';
import { dayIn } from '../../tools/report/period.ts';
import { nameKey } from '../campaigns/names.ts';
import { withGroupOf } from '../checking/existing-campaigns.ts';
import type { RunningAccount } from '../running-accounts.ts';
import type { PlannedPart } from './planned-parts.ts';

/** By the id that the plan knows, else by its name where only one is called so. */
export function foundCampaign(
  { campaigns }: RunningAccount,
  { id, name, campaign }: PlannedPart,
): RunningCampaign | undefined {
  const byId = id === undefined ? undefined : campaigns.find((one) => one.id === id);
  if (byId) return byId;
  const named = campaigns.filter((one) => nameKey(one.name) === nameKey(name));
  const container = campaign?.container;
  const inside = container === undefined ? named : named.filter((one) => isIn(one, container));
  return inside.length === 1 ? inside[0] : named.length === 1 ? named[0] : undefined;
}

function isIn({ container }: RunningCampaign, name: string): boolean {
  return container !== undefined && nameKey(container.name) === nameKey(name);
}

export interface ChangedField {
  field: string;
  sheet: unknown;
  now: unknown;
}

/** What differs by the channel's own comparison: the changes that would bring the campaign to what the sheet says. */
export function changedFields(
  account: RunningAccount,
  running: RunningCampaign,
  campaign: PlannedCampaign,
): ChangedField[] {
  const { account: own, planning } = account;
  const context: PlanningContext = { defaults: {}, today: dayIn(own.timeZone, account.now), zone: own.timeZone };
  const { calls, problems } = planning.changing(running, withGroupOf(campaign, running), context);
  const changed = calls.flatMap(({ difference, level, name }) => {
    if (!difference) return [{ field: level, sheet: name, now: null }];
    return Object.entries(difference).map(([field, { from, to }]) => ({ field, sheet: to, now: from ?? null }));
  });
  const told = new Set(changed.map(({ field }) => field));
  // A difference that no call can remove is told in the platform's words.
  const stopped = problems.filter(({ level, field }) => level === 'stop' && !told.has(field));
  return [...changed, ...stopped.map(({ field, message }) => ({ field, sheet: message, now: null }))];
}
