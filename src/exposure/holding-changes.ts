import type { Holding, HoldingChange, Holdings } from '../tools/exposure.ts';

/**
 * Holdings after changes, in their order. An object that was not read stands as one of which nothing is known, so that
 * switching it on is a raise of unknown size, and switching it off is none.
 */
export function applied(holdings: Holdings, changes: readonly HoldingChange[]): Holdings {
  if (changes.length === 0) return holdings;
  const objects = new Map(holdings.objects.map((one) => [one.id, one]));
  for (const change of changes) {
    if ('made' in change) objects.set(change.made.id, change.made);
    else if ('removed' in change) objects.delete(change.id);
    else objects.set(change.id, changed(objects.get(change.id) ?? unread(change.id), change.change));
  }
  return { ...holdings, objects: [...objects.values()] };
}

/** Ids that the changes speak of and the holdings do not hold: the holdings are older than they. */
export function unreadIds({ objects }: Holdings, changes: readonly HoldingChange[]): string[] {
  const known = new Set(objects.map(({ id }) => id));
  for (const change of changes) if ('made' in change) known.add(change.made.id);
  const named = changes.flatMap((change) => ('made' in change ? (change.made.parent ?? []) : change.id));
  return named.filter((id) => !known.has(id));
}

function unread(id: string): Holding {
  return { id, level: 'object', name: id, on: true, unknown: 'it was not among what was read' };
}

/** A field that a change names as undefined is taken away. */
function changed(one: Holding, change: Partial<Holding>): Holding {
  const after: Record<string, unknown> = { ...one, ...change };
  for (const [field, value] of Object.entries(after)) if (value === undefined) delete after[field];
  return after as unknown as Holding;
}
