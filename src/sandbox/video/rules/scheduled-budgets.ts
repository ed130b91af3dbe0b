import type { World } from '../../emulator.ts';
import { Books } from '../reports/spending.ts';
import type { Store } from '../state.ts';

/** Applies scheduled budgets as of their midnight, even when the next request comes later. */
export function applyScheduledBudgets(world: World, store: Store, now: number): void {
  const due = store.all('ScheduledBudget').filter(({ data }) => data.at <= now);
  if (due.length === 0) return;
  world.change(() => {
    for (const scheduled of due.toReversed()) {
      const group = store.need('AdGroup', scheduled.links.adgroup);
      group.data.budget = scheduled.data.budget;
      store.save(group);
      store.remove(scheduled);
      new Books(store, scheduled.data.at).replan(group.links.campaign!);
    }
  });
}
