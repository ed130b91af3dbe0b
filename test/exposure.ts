import { expect } from 'vitest';
import { discover } from '../src/pipeline/registry.ts';
import type { Exposure, Holding, HoldingChange, Holdings } from '../src/tools/exposure.ts';
import type { Sandboxed } from './sandboxed.ts';

type Arguments = Record<string, unknown>;

const { byAddress } = await discover(new URL('../src/channels', import.meta.url).pathname);

export function writeTools(address: string): string[] {
  return (byAddress.get(address) ?? []).filter(({ access }) => access !== 'read').map(({ name }) => name);
}

/** Arguments as a tool gets them, with defaults and amounts as text. */
export function argumentsOf(address: string, tool: string, args: Arguments): Arguments {
  return byAddress
    .get(address)!
    .find(({ name }) => name === tool)!
    .input.parse(args);
}

export function applied(objects: readonly Holding[], changes: readonly HoldingChange[]): Holding[] {
  const byId = new Map(objects.map((one) => [one.id, one]));
  for (const change of changes) {
    if ('made' in change) byId.set(change.made.id, change.made);
    else if ('removed' in change) byId.delete(change.id);
    else byId.set(change.id, { ...byId.get(change.id)!, ...change.change });
  }
  return [...byId.values()];
}

/** Foretells a call, makes it, and compares what was foretold with what is read afterwards. */
export function foretelling<Client>(
  { call }: Sandboxed,
  address: string,
  exposure: Exposure<Client>,
  read: () => Promise<Holdings>,
) {
  return async (tool: string, args: Arguments): Promise<{ changes: HoldingChange[]; after: Holdings }> => {
    const before = await read();
    const changes = exposure.changes(tool, argumentsOf(address, tool, args), before);
    expect(changes, `${tool} can be told`).toBeDefined();
    await call(tool, args);
    const after = await read();
    const known = knownIds(before.objects);
    expect(shapes(after.objects, known), tool).toEqual(shapes(applied(before.objects, changes!), known));
    return { changes: changes!, after };
  };
}

function knownIds(objects: readonly Holding[]): ReadonlySet<string> {
  return new Set(objects.flatMap(({ id, budget }) => [id, ...(budget?.id ? [budget.id] : [])]));
}

/** In one order, without names, and without ids that were made by the call. */
function shapes(objects: readonly Holding[], known: ReadonlySet<string>): unknown[] {
  const shownId = (id: string | undefined) => (id === undefined || known.has(id) ? id : 'new');
  return objects
    .map(({ id, parent, name: _, budget, ...rest }) =>
      JSON.parse(
        JSON.stringify({
          id: shownId(id),
          parent: shownId(parent),
          ...Object.fromEntries(Object.entries(rest).sort()),
          budget: budget && {
            id: shownId(budget.id),
            kind: budget.kind,
            amount: budget.amount,
            // Spend that is not told counts as none, which is what a budget of a new kind begins with.
            spent: Number(budget.spent ?? 0),
            total: budget.total && { amount: budget.total.amount, spent: Number(budget.total.spent ?? 0) },
            peak: budget.peak,
            worstDay: budget.worstDay,
          },
        }),
      ),
    )
    .sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}
