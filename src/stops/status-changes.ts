import { Failure } from '../errors.ts';
import type { ToolContext } from '../tools/define-tool.ts';
import type { ShownPlan } from '../tools/plan-desk.ts';
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

/** What becomes of objects, and why, for people who have to agree. */
interface Asked {
  status: string;
  reason?: string;
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
  asked: Asked,
  settled: (switched: readonly Switched<Item>[]) => Promise<void>,
): Promise<void> {
  await eachPart(at, objects, async (some) => {
    const outcomes = await switched(reach, at, some, asked);
    await settled(some.map((object) => ({ object, failure: outcomes.get(object.id) })));
  });
}

/** Plans of the same calls, and the objects that are in none of them. */
export async function planEach<Item extends Switchable>(
  reach: Reach,
  at: StopPlace,
  objects: readonly Item[],
  asked: Asked,
): Promise<{ plans: ShownPlan[]; refused: { object: Item; failure: Failure }[] }> {
  const plans: ShownPlan[] = [];
  const refused: { object: Item; failure: Failure }[] = [];
  await eachPart(at, objects, async (some) => {
    for (let rest = some; rest.length > 0; ) {
      const { plan, outcomes } = await answers(reach, at, rest, { ...asked, preview: true });
      if (plan) plans.push(plan);
      const left = rest.filter(({ id }) => !outcomes.has(id));
      const isStuck = left.length === rest.length;
      for (const object of rest) {
        const failure = outcomes.has(object.id) ? outcomes.get(object.id) : isStuck ? UNANSWERED : undefined;
        if (failure) refused.push({ object, failure });
      }
      rest = isStuck ? [] : left;
    }
  });
  return { plans, refused };
}

/** The objects of one level that one call takes, several calls at the same time. */
async function eachPart<Item extends Switchable>(
  { stopping: { atOnce } }: StopPlace,
  objects: readonly Item[],
  work: (some: readonly Item[]) => Promise<void>,
): Promise<void> {
  const parts = [...Map.groupBy(objects, ({ level }) => level).values()].flatMap((some) =>
    Array.from({ length: Math.ceil(some.length / atOnce) }, (_, part) =>
      some.slice(part * atOnce, (part + 1) * atOnce),
    ),
  );
  const queue = parts.values();
  const worker = async () => {
    for (const some of queue) await work(some);
  };
  await Promise.all(Array.from({ length: Math.min(CALLS_AT_ONCE, parts.length) }, worker));
}

type Outcomes = Map<string, Failure | undefined>;

/** A platform may take objects of one kind in a request: what the answer leaves out is asked for again. */
async function switched(reach: Reach, at: StopPlace, some: readonly Switchable[], asked: Asked): Promise<Outcomes> {
  const outcomes: Outcomes = new Map();
  for (let rest = some; rest.length > 0; ) {
    for (const [id, failure] of (await answers(reach, at, rest, asked)).outcomes) outcomes.set(id, failure);
    const left = rest.filter(({ id }) => !outcomes.has(id));
    if (left.length === rest.length) for (const { id } of left) outcomes.set(id, UNANSWERED);
    rest = left.length === rest.length ? [] : left;
  }
  return outcomes;
}

/** Of objects that are in a plan, nothing is known yet but that they can be switched. */
interface Answer {
  outcomes: Outcomes;
  plan?: ShownPlan;
}

async function answers(
  reach: Reach,
  { place, stopping, account }: StopPlace,
  some: readonly Switchable[],
  args: Asked & { preview?: true },
): Promise<Answer> {
  const ids = some.map(({ id }) => id);
  const { argument } = stopping.levels[some[0]!.level]!;
  try {
    const { results = [], plan } = (await reach.call(place, 'bulk_update', { [argument]: ids, ...args }, account)) as {
      results?: Row[];
      plan?: ShownPlan;
    };
    if (plan) return { plan, outcomes: new Map(Object.keys(plan.difference).map((id) => [id, undefined])) };
    return { outcomes: new Map(results.map((row) => [row.id, failureIn(row)])) };
  } catch (error) {
    const failure = error instanceof Failure ? error : reach.unexpected(error);
    return { outcomes: new Map(ids.map((id) => [id, failure])) };
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
