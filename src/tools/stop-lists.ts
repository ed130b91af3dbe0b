import type { Money } from './money.ts';

/** A stop of a workspace's spending: open until what it paused is resumed. */
export interface Stop {
  id: string;
  reason: string | undefined;
  /** The key or person that stopped first. */
  by: string;
  at: number;
  closedAt: number | undefined;
  /** What the last call could not stop. */
  notStopped: readonly NotStopped[];
}

export interface NotStopped {
  channel: string;
  account?: string | undefined;
  objects?: { id: string; name: string }[] | undefined;
  code: string;
  why: string;
  next_step: string;
  /** Where the stop was one of the whole organization. */
  workspace_id?: string | undefined;
}

/**
 * `pausing`: written down, and what became of the request is not known. `left`: found running, gone or changed when the
 * list was resumed.
 */
export type StopState = 'pausing' | 'stopped' | 'not_stopped' | 'resumed' | 'left';

export interface ObjectKey {
  channel: string;
  account: string;
  /** The channel's own word, such as `campaign_group`. */
  level: string;
  id: string;
}

export interface StoppedObject extends ObjectKey {
  name: string;
  /** Its status before it was paused, which resuming gives it back. */
  before: string;
  state: StopState;
  /** When the state was last read from the platform's answer. */
  settledAt?: number;
  /** What its daily budget allows a day, where it has one that nothing else live spends from. */
  aDay?: Money;
}

/** The lists of one workspace. Every step is on disk when it resolves. */
export interface StopLists {
  /** The open list; a new one where there is none. Calls at the same time get the same. */
  open(reason: string | undefined): Promise<Stop>;
  find(id: string): Promise<Stop | undefined>;
  objects(id: string): Promise<readonly StoppedObject[]>;
  /** Written before the request that pauses them. What is in the list already keeps its status before. */
  add(id: string, objects: readonly Omit<StoppedObject, 'state'>[]): Promise<void>;
  /** Notes what a day of objects of the list costs. */
  price(id: string, prices: readonly (ObjectKey & { aDay: Money })[]): Promise<void>;
  settle(id: string, objects: readonly ObjectKey[], state: StopState): Promise<void>;
  /** Replaces what the call before could not stop. */
  note(id: string, notStopped: readonly NotStopped[]): Promise<void>;
  close(id: string): Promise<void>;
}
