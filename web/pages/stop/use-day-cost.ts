import { type DaySum, daySums } from '../../api/day-sums.ts';
import { useScope } from '../../api/scope.ts';
import type { OpenStop } from '../../api/stops.ts';

type Listed = OpenStop['objects'][number];

/** What a day of these objects costs by their daily budgets, one sum a currency. */
export function useDayCost(workspaceId: string, objects: readonly Listed[]): DaySum[] {
  const { all } = useScope();
  const modes = all.find(({ id }) => id === workspaceId)?.modes ?? {};
  return daySums(
    objects.flatMap(({ channel, aDay }) => (aDay ? [{ ...aDay, mode: modes[channel] ?? ('live' as const) }] : [])),
  );
}
