import type { Holding, HoldingChange } from './exposure.ts';

/** Holdings after a call, as its changes tell it; by id and without fields that are unset, to be compared. */
export function applied(objects: readonly Holding[], changes: readonly HoldingChange[]): Record<string, Holding> {
  const held = new Map(objects.map((one) => [one.id, one]));
  for (const change of changes) {
    if ('made' in change) held.set(change.made.id, change.made);
    else if ('removed' in change) held.delete(change.id);
    else held.set(change.id, { ...held.get(change.id)!, ...change.change });
  }
  return JSON.parse(JSON.stringify(Object.fromEntries(held)));
}
