import type { Holding, HoldingChange } from './exposure.ts';

/**
 * Holdings after a call, as its changes tell it; by id and without fields that are unset, to be compared. That nothing was
 * spent counts like not knowing it: either way all of the budget may still be spent.
 */
export function applied(objects: readonly Holding[], changes: readonly HoldingChange[]): Record<string, Holding> {
  const held = new Map(objects.map((one) => [one.id, one]));
  for (const change of changes) {
    if ('made' in change) held.set(change.made.id, change.made);
    else if ('removed' in change) held.delete(change.id);
    else held.set(change.id, { ...held.get(change.id)!, ...change.change });
  }
  const isNothing = (key: string, value: unknown) => key === 'spent' && Number(value) === 0;
  return JSON.parse(
    JSON.stringify(Object.fromEntries(held), (key, value) => (isNothing(key, value) ? undefined : value)),
  );
}
