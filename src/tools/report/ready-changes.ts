import type { ReadyCall } from '../ready-call.ts';
import type { Budget, Target } from './reporting.ts';

/** How a channel's tool changes one kind of object. */
interface ChangeTool {
  tool: string;
  /** What names the object, its account and the way there. */
  named: Readonly<Record<string, unknown>>;
  running: string;
  paused: string;
  /** The arguments that set a budget, where the object can have one. */
  budget?(budget: Budget): Readonly<Record<string, unknown>>;
}

/** Pausing, and setting the budget, of something that runs. What is paused already spends nothing. */
export function readyChanges({ name, status, budget }: Target, how: ChangeTool): ReadyCall[] {
  if (status !== how.running) return [];
  const { tool, named } = how;
  const pause = { tool, arguments: { ...named, status: how.paused }, purpose: `Pause "${name}"` };
  if (!budget || budget.shared || !how.budget) return [pause];
  const per = budget.period === 'DAILY' ? 'a day' : 'for its whole run';
  const purpose = `Set the budget of "${name}": ${budget.amount} ${budget.currency} ${per} is what it is now; put the new amount there`;
  return [pause, { tool, arguments: { ...named, ...how.budget(budget) }, purpose }];
}
