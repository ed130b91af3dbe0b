import { type ErrorCode, Failure } from '../errors.ts';
import type { Batch, Conversions, EventAnswer } from '../tools/conversions/conversions.ts';

/** What became of one event: what the platform said, or that its answer was lost. */
export type SentEvent =
  | Exclude<EventAnswer, { outcome: 'not_sent' }>
  | { outcome: 'unknown'; why: string }
  /** Nothing was sent, because something else than the event is wrong. */
  | { outcome: 'failed'; failure: Failure };

/** Failures that one event of the batch can be the cause of. Others would meet every event. */
const OF_ONE_EVENT: readonly ErrorCode[] = ['invalid_arguments', 'policy_rejected', 'conflict', 'unsupported'];

/** How often a batch of unknown outcome is sent again where the platform's own key makes that safe. */
const RESENDS_MAX = 2;

/** Events refused one by one for the same reason, and none taken: the reason is no single event's. */
const ALIKE_MAX = 10;

/** What became of the events of one batch so far. */
class Refusals {
  #last: Failure | undefined;
  #alike = 0;
  #isAnyTaken = false;

  take(): void {
    this.#isAnyTaken = true;
  }

  add(failure: Failure): void {
    this.#alike = failure.details.message === this.#last?.details.message ? this.#alike + 1 : 1;
    this.#last = failure;
  }

  /** The reason that would meet the rest, too. */
  get common(): Failure | undefined {
    return !this.#isAnyTaken && this.#alike >= ALIKE_MAX ? this.#last : undefined;
  }
}

/**
 * Sends a batch so that every event has an answer of its own. A batch that is refused whole is halved until only the bad
 * events are refused. One whose outcome is unknown is sent again only where that cannot count an event twice.
 */
export async function sendBatch(
  { send, resend }: Pick<Conversions, 'send' | 'resend'>,
  client: unknown,
  batch: Batch,
  refusals = new Refusals(),
): Promise<SentEvent[]> {
  const { bodies } = batch;
  const { common } = refusals;
  if (common) return bodies.map(() => ({ outcome: 'failed', failure: common }));
  const answer = await answered(0);
  if (!('answers' in answer)) return answer;
  return withoutBad(answer.answers);

  async function answered(tries: number): Promise<SentEvent[] | { answers: readonly EventAnswer[] }> {
    try {
      const answers = await send(client, batch);
      if (answers.some(({ outcome }) => outcome === 'sent')) refusals.take();
      return { answers };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (error.outcome !== 'not_applied') {
        if (resend.safe && tries < RESENDS_MAX) return answered(tries + 1);
        return bodies.map(() => ({ outcome: 'unknown', why: unknownWords(error) }));
      }
      if (!OF_ONE_EVENT.includes(error.code)) return bodies.map(() => ({ outcome: 'failed', failure: error }));
      if (bodies.length > 1) return halved();
      refusals.add(error);
      return [refusedBy(error)];
    }
  }

  async function halved(): Promise<SentEvent[]> {
    const middle = bodies.length >> 1;
    const first = await part(bodies.slice(0, middle));
    const failure = first.find((one) => one.outcome === 'failed');
    const rest = bodies.slice(middle);
    // What is wrong with more than one event would meet the others, too.
    return [...first, ...(failure ? rest.map(() => failure) : await part(rest))];
  }

  function part(some: readonly unknown[]): Promise<SentEvent[]> {
    return sendBatch({ send, resend }, client, { ...batch, bodies: some }, refusals);
  }

  /** The platform named the bad events of a refused batch: the others are sent without them. */
  async function withoutBad(answers: readonly EventAnswer[]): Promise<SentEvent[]> {
    const again = answers.flatMap(({ outcome }, at) => (outcome === 'not_sent' ? [at] : []));
    if (again.length === 0) return answers as SentEvent[];
    // One event, refused without naming a row: there is nothing left to halve.
    if (again.length === 1 && bodies.length === 1) return [{ outcome: 'refused', why: 'the platform refused it' }];
    if (again.length === answers.length) return halved();
    const later = await part(again.map((at) => bodies[at]));
    const byPlace = new Map(again.map((at, index) => [at, later[index]!]));
    return answers.map((answer, at) => byPlace.get(at) ?? (answer as SentEvent));
  }
}

function refusedBy({ details }: Failure): SentEvent {
  const field = details.problems?.[0]?.field;
  return { outcome: 'refused', ...(field !== undefined && { field }), why: details.message };
}

function unknownWords({ details }: Failure): string {
  return `the platform's answer was lost: ${details.message}`;
}
