import { Failure } from '../errors.ts';
import type { ToolContext } from '../tools/define-tool.ts';
import type { Reach, Reached } from '../tools/reach.ts';
import type { ListedAccount } from '../tools/report/reporting.ts';
import type { Stopping } from '../tools/stopping.ts';

/** What stopping and resuming use of a running call. */
export type StopContext = Pick<ToolContext<unknown>, 'reach' | 'signal' | 'progress' | 'now'>;

/** An account that is stopped or resumed. */
export interface StopPlace {
  place: Reached;
  stopping: Stopping;
  account: ListedAccount;
}

/** What became of one object. Without a failure it was read back with the status that was asked for. */
export interface Switched<Item> {
  object: Item;
  failure: Failure | undefined;
}

interface Switchable {
  level: string;
  id: string;
}

/** How many calls to one account are under way at the same time. */
const CALLS_AT_ONCE = 4;

/**
 * Gives objects of one account a status by the channel's own `bulk_update`, in as few calls as it takes. A failed call
 * fails its own objects only. `settled` is told of each call's objects as soon as it has answered.
 */
export async function switchEach<Item extends Switchable>(
  reach: Reach,
  at: StopPlace,
  objects: readonly Item[],
  status: string,
  settled: (switched: readonly Switched<Item>[]) => Promise<void>,
): Promise<void> {
  const { atOnce } = at.stopping;
  const parts = [...Map.groupBy(objects, ({ level }) => level).values()].flatMap((some) =>
    Array.from({ length: Math.ceil(some.length / atOnce) }, (_, part) =>
      some.slice(part * atOnce, (part + 1) * atOnce),
    ),
  );
  const queue = parts.values();
  const worker = async () => {
    for (const some of queue) {
      const outcomes = await switched(reach, at, some, status);
      await settled(some.map((object) => ({ object, failure: outcomes.get(object.id) })));
    }
  };
  await Promise.all(Array.from({ length: Math.min(CALLS_AT_ONCE, parts.length) }, worker));
}

type Outcomes = Map<string, Failure | undefined>;

/** A platform may take objects of one kind in a request: what the answer leaves out is asked for again. */
async function switched(reach: Reach, at: StopPlace, some: readonly Switchable[], status: string): Promise<Outcomes> {
  const outcomes: Outcomes = new Map();
  for (let rest = some; rest.length > 0; ) {
    for (const [id, failure] of await answers(reach, at, rest, status)) outcomes.set(id, failure);
    const left = rest.filter(({ id }) => !outcomes.has(id));
    if (left.length === rest.length) for (const { id } of left) outcomes.set(id, UNANSWERED);
    rest = left.length === rest.length ? [] : left;
  }
  return outcomes;
}

async function answers(
  reach: Reach,
  { place, stopping, account }: StopPlace,
  some: readonly Switchable[],
  status: string,
): Promise<Outcomes> {
  const ids = some.map(({ id }) => id);
  const { argument } = stopping.levels[some[0]!.level]!;
  try {
    const { results } = await reach.call(place, 'bulk_update', { [argument]: ids, status }, account);
    return new Map((results as Row[]).map((row) => [row.id, failureIn(row)]));
  } catch (error) {
    const failure = error instanceof Failure ? error : reach.unexpected(error);
    return new Map(ids.map((id) => [id, failure]));
  }
}

interface Row {
  id: string;
  outcome: 'changed' | 'unchanged' | 'refused' | 'unknown';
  error?: { code: Failure['code']; message: string; next_step: string };
}

function failureIn({ outcome, error }: Row): Failure | undefined {
  if (outcome === 'changed' || outcome === 'unchanged') return undefined;
  if (!error) return UNANSWERED;
  const { code, message, next_step: nextStep } = error;
  return new Failure({ code, message, nextStep, outcome: outcome === 'unknown' ? 'unknown' : 'not_applied' });
}

const UNANSWERED = new Failure({
  code: 'outcome_unknown',
  message: 'The answer of the channel does not speak of it.',
  nextStep: 'Look at it, and call again.',
  outcome: 'unknown',
});
