import { isDeepStrictEqual } from 'node:util';
import { Failure } from '../errors.ts';
import { unitsOf } from './money.ts';

/**
 * What an account may spend, as its channel reads it: every object that can be switched on or holds a budget. Which of
 * them are live, and what a day or a month may cost, is the same sum on every channel (`src/exposure`).
 */
export interface Holding {
  id: string;
  /** The channel's own word: `campaign`, `ad_set`, `budget`. */
  level: string;
  name: string;
  /** The object above it; undefined at the top. */
  parent?: string;
  on: boolean;
  /** Milliseconds since the epoch. A start in the future counts as now. */
  start?: number;
  /** An object ends with the one above it at the latest. */
  end?: number;
  budget?: HeldBudget;
  /**
   * The most that it and everything below it may ever spend, major units. No sum relies on it: budgets are counted in full.
   * A cap that is raised or removed still lets more money flow.
   */
  cap?: string;
  /** A status, mode or currency that we do not know: nothing can be said about what it may cost. */
  unknown?: string;
}

export interface HeldBudget {
  /** Shared by several holdings and counted once, by the live one for which a day costs the most; undefined: its own. */
  id?: string;
  kind: 'daily' | 'lifetime';
  /** Major units, decimal text. */
  amount: string;
  /** Of a lifetime budget: what it has spent; undefined: not known, so all of it may still be spent. */
  spent?: string;
  /** Of a daily budget with a total besides it: all days together cost no more than what is left of this. */
  total?: { amount: string; spent?: string };
  /** The most that a schedule lets a day cost besides, where it is more than the amount. */
  peak?: string;
  /** How many times its amount a day may cost on this platform. */
  worstDay: number;
}

export interface Holdings {
  account: string;
  currency: string;
  timeZone: string;
  /** When it was read, milliseconds since the epoch. */
  readAt?: number;
  /** What was spent this month in the account's own month, major units; undefined: not read. */
  spentThisMonth?: string;
  objects: readonly Holding[];
}

/** The fields of a holding that a call can change. */
const CHANGEABLE = ['parent', 'on', 'start', 'end', 'budget', 'cap', 'unknown'] as const;

/** What one call does to holdings. A field that is there and undefined is cleared, such as an end. */
export type HoldingChange =
  | { id: string; change: Partial<Pick<Holding, (typeof CHANGEABLE)[number]>> }
  | { id: string; removed: true }
  | { made: Holding };

/** A channel's part: how its holdings are read, and what its own tools do to them. */
export interface Exposure<Client> {
  read(client: Client, account: string, now: number): Promise<Holdings>;
  /**
   * What this call would change, given its arguments as the tool's schema has read them and the holdings as they are,
   * undefined where they are not known. A field that a change names as undefined is taken away. Empty: it moves no money.
   * Undefined: it may move money and how much cannot be told, which refuses it wherever a limit stands.
   */
  changes(
    tool: string,
    args: Readonly<Record<string, unknown>>,
    holdings: Holdings | undefined,
  ): HoldingChange[] | undefined;
}

export type CallArguments = Readonly<Record<string, unknown>>;

/** All objects of an account as a call would leave them; undefined: how much money it moves cannot be told. */
type Outcome = readonly Holding[] | undefined;

type Effect = (args: CallArguments, holdings: Holdings) => Outcome;

/** A write tool: what its call does to the objects, or the reason why it moves no money. */
export type Effects = Readonly<Record<string, string | Effect>>;

/** `changes` of a channel that lists its write tools with their effects. A tool that is not listed is not trusted. */
export function changesBy(effects: Effects): Exposure<unknown>['changes'] {
  return (tool, args, holdings) => {
    const effect = Object.hasOwn(effects, tool) ? effects[tool] : undefined;
    if (typeof effect === 'string') return [];
    if (!holdings) return undefined;
    const after = effect && unlessRefused(holdings.objects, () => effect(args, holdings));
    return after && changesBetween(holdings.objects, after);
  };
}

/**
 * Amounts are read by the functions that the tools use, which refuse what cannot be sent, such as a third of a cent. The tool
 * will refuse it in the same words, so that nothing changes.
 */
export function unlessRefused(objects: readonly Holding[], change: () => Outcome): Outcome {
  try {
    return change();
  } catch (error) {
    if (error instanceof Failure) return objects;
    throw error;
  }
}

function changesBetween(before: readonly Holding[], after: readonly Holding[]): HoldingChange[] {
  const left = new Map(after.map((one) => [one.id, one]));
  const known = new Set(before.map(({ id }) => id));
  return [
    ...before.flatMap((old): HoldingChange[] => {
      const one = left.get(old.id);
      if (!one) return [{ id: old.id, removed: true }];
      const fields = one === old ? [] : CHANGEABLE.filter((field) => !isDeepStrictEqual(old[field], one[field]));
      if (fields.length === 0) return [];
      return [{ id: old.id, change: Object.fromEntries(fields.map((field) => [field, one[field]])) }];
    }),
    ...after.filter(({ id }) => !known.has(id)).map((made) => ({ made })),
  ];
}

/**
 * The effect of a tool that changes many objects. A platform may refuse one of the changes and make another, so what one
 * lowers does not make up for what another raises: beside a raise, cuts are not counted.
 */
export function rowByRow(effect: Effect): Effect {
  return (args, holdings) => {
    const after = effect(args, holdings);
    return after && withoutCutsBesideRaises(holdings.objects, after);
  };
}

function withoutCutsBesideRaises(before: readonly Holding[], after: readonly Holding[]): readonly Holding[] {
  const held = new Map(before.map((one) => [one.id, one]));
  const changes = changesBetween(before, after);
  const uncut = new Map(
    changes.flatMap((change) => ('id' in change && lowers(change, held) ? [[change.id, held.get(change.id)!]] : [])),
  );
  if (uncut.size === changes.length) return after;
  const left = after.map(({ id }) => id);
  const removed = [...uncut.values()].filter(({ id }) => !left.includes(id));
  return [...after.map((one) => uncut.get(one.id) ?? one), ...removed];
}

function lowers(changed: Exclude<HoldingChange, { made: unknown }>, held: ReadonlyMap<string, Holding>): boolean {
  if ('removed' in changed) return true;
  const { change } = changed;
  if (change.on === false) return true;
  const before = held.get(changed.id);
  // A later start leaves a lifetime budget fewer days.
  if (!before || change.on || change.unknown !== undefined || 'parent' in change || 'start' in change) return false;
  if ('end' in change && (change.end ?? Number.POSITIVE_INFINITY) > (before.end ?? Number.POSITIVE_INFINITY))
    return false;
  if ('cap' in change && !isAtMost(change.cap, before.cap)) return false;
  if (!('budget' in change)) return true;
  const { budget } = change;
  if (budget?.kind !== before.budget?.kind || budget?.peak !== before.budget?.peak) return false;
  return (
    isAtMost(budget?.amount, before.budget?.amount) && isAtMost(budget?.total?.amount, before.budget?.total?.amount)
  );
}

/** Finer than any currency counts. */
const DIGITS = 9;

/** Whether a bound is no higher than before; none is the highest. */
function isAtMost(bound: string | undefined, before: string | undefined): boolean {
  if (before === undefined) return true;
  const [next, last] = [bound ?? '', before].map((text) => unitsOf(text, DIGITS));
  return next !== undefined && last !== undefined && next <= last;
}
