import { expect } from 'vitest';
import { shownUp } from '../src/exposure/amounts.ts';
import { compare } from '../src/exposure/comparison.ts';
import { applied as afterwards } from '../src/exposure/holding-changes.ts';
import { reckon } from '../src/exposure/reckoning.ts';
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
    expect(shapes(after.objects, known), tool).toEqual(shapes(afterwards(before, changes!).objects, known));
    return { changes: changes!, after };
  };
}

/** How much more a day may cost after changes, and whether more money may flow in any way. */
export function raiseOf(holdings: Holdings, changes: readonly HoldingChange[] | undefined, now = Date.now()) {
  const { rises, isRaise, unknown } = compare(reckon(holdings, now), reckon(afterwards(holdings, changes!), now));
  return { daily: shownUp(rises.daily), isRaise, unknown };
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
