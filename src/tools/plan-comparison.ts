import type { PlannedBudget, PlannedCampaign, PlannedGroup, RunningCampaign, RunningGroup } from './media-planning.ts';
import { unitsOf } from './money.ts';

/** A group of the sheet and one that runs. */
export interface GroupPair {
  at: number;
  planned: PlannedGroup;
  running: RunningGroup;
}

/**
 * Groups that the sheet names are found by their names, or are missing. One that it does not name stands for all that the
 * campaign has: a sheet without groups says nothing about them.
 */
export function pairedGroups(running: RunningCampaign, { groups }: PlannedCampaign) {
  const pairs: GroupPair[] = [];
  const missing: number[] = [];
  const left = new Set(running.groups);
  const isNamed = ({ cells }: PlannedGroup) => cells.name !== undefined;
  for (const [at, planned] of groups.entries()) {
    if (!isNamed(planned)) continue;
    const found = [...left].find(({ name }) => name.trim() === planned.name.trim());
    if (found) left.delete(found);
    if (found) pairs.push({ at, planned, running: found });
    else missing.push(at);
  }
  const unnamed = groups.findIndex((group) => !isNamed(group));
  if (unnamed >= 0 && running.groups.length === 0) missing.push(unnamed);
  else if (unnamed >= 0)
    pairs.push(...[...left].map((one) => ({ at: unnamed, planned: groups[unnamed]!, running: one })));
  return { pairs, missing };
}

/** A day that the sheet itself says for a group, with the field it stands in. */
export function dayInSheet(campaign: PlannedCampaign, at: number, name: 'start' | 'end') {
  const group = campaign.groups[at];
  if (group?.[name] !== undefined && group.cells[name] !== undefined)
    return { day: group[name], field: `groups.${at}.${name}` };
  const day = campaign[name];
  return day !== undefined && campaign.cells[name] !== undefined ? { day, field: name } : undefined;
}

/** More decimals than any currency has. */
const DIGITS = 9;

/** Amounts are compared as numbers: 50, 50.0 and 50.00 are one. */
export function isSameBudget(one: PlannedBudget, other: PlannedBudget): boolean {
  return (
    one.per === other.per &&
    one.currency === other.currency &&
    unitsOf(one.amount, DIGITS) === unitsOf(other.amount, DIGITS)
  );
}
