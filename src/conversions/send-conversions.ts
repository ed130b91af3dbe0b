import { type Failure, invalidArguments } from '../errors.ts';
import { Turns } from '../event-loop/turns.ts';
import type { Conversions, Destination, Prepared } from '../tools/conversions/conversions.ts';
import type { ConversionEvent } from '../tools/conversions/event.ts';
import type { SendEntry, SendPlace, SendResult } from '../tools/conversions/send-ledger.ts';
import type { ToolContext } from '../tools/define-tool.ts';
import { type SentEvent, sendBatch } from './batch.ts';
import { chosenFor, openDestination } from './destination-choice.ts';
import { type GoodRow, readRows } from './event-rows.ts';
import {
  entryOf,
  notSent,
  OUTCOMES,
  type Outcome,
  refusedFor,
  repeated,
  type SendOutcome,
  toldBy,
} from './send-outcome.ts';

export interface Asked {
  events: readonly unknown[];
  destination_id?: string | undefined;
  test?: boolean | undefined;
  test_code?: string | undefined;
}

type Context = Pick<ToolContext<unknown>, 'client' | 'account' | 'sends' | 'leads' | 'now' | 'progress'>;

/** Checks that hold on every platform, besides its own. */
const NO_CONSENT = 'the person did not agree to ads by their data';

/** An event on its way to one destination. */
interface Outgoing {
  index: number;
  event: ConversionEvent;
  destination: Destination;
  body: unknown;
  notes: readonly string[];
}

/** Sends events to one channel's platform, each once, and answers for each in the order given. */
export function sendConversions(channel: string, conversions: Conversions, asked: Asked, context: Context) {
  return new SendRun(channel, conversions, asked, context).all();
}

class SendRun {
  readonly #channel: string;
  readonly #conversions: Conversions;
  readonly #asked: Asked;
  readonly #context: Context;
  readonly #results: SendOutcome[] = [];
  /** What is not sent at all, by destination. */
  readonly #noted = new Map<string, (SendEntry & SendResult)[]>();
  #done = 0;
  /** Events that were not sent because of something else than themselves. */
  #failed = 0;

  constructor(channel: string, conversions: Conversions, asked: Asked, context: Context) {
    this.#channel = channel;
    this.#conversions = conversions;
    this.#asked = asked;
    this.#context = context;
  }

  async all() {
    const { client, account, sends } = this.#context;
    if (this.#asked.test_code !== undefined && !this.#asked.test) throw realWithCode();
    const rows = await readRows(this.#asked.events);
    for (const row of rows)
      if ('problems' in row)
        this.#results[row.index] = { ...(row.eventId && { event_id: row.eventId }), ...refusedFor(row.problems) };
    const good = await this.#withClicks(rows.filter((row) => 'event' in row));
    const untested = this.#untested();
    if (untested) for (const row of good) this.#leaveOut(row, undefined, { skipped: untested });
    else if (good.length > 0) {
      const destinations = await this.#conversions.destinations(client, account);
      await this.#send(await this.#prepared(good, destinations));
    }
    for (const [destination, entries] of this.#noted) await sends.note(this.#place(destination), entries);
    return this.#report();
  }

  /** What the platform gave a lead to be known by comes along with a later sale. */
  async #withClicks(rows: readonly GoodRow[]): Promise<GoodRow[]> {
    const clicks = new Map<string, ConversionEvent['click']>();
    for (const lead of new Set(rows.flatMap(({ event }) => event.lead ?? [])))
      clicks.set(lead, (await this.#context.leads.find(this.#channel, lead))?.click);
    return rows.map(({ index, event }) => {
      const click = event.lead === undefined ? undefined : clicks.get(event.lead);
      return { index, event: click ? { ...event, click: { ...click, ...event.click } } : event };
    });
  }

  /** Why test events are not sent here. */
  #untested(): string | undefined {
    const { test, test_code } = this.#asked;
    const { testMode } = this.#conversions;
    if (!test) return undefined;
    if (testMode.kind === 'none') return 'no test mode here';
    if (testMode.kind === 'checked' || test_code !== undefined) return undefined;
    const counts = testMode.counts ? '; a test event counts there like any other' : '';
    return `needs test_code, from the platform's own page for test events${counts}`;
  }

  async #prepared(rows: readonly GoodRow[], all: readonly Destination[]): Promise<Outgoing[]> {
    const now = this.#context.now();
    const { destination_id } = this.#asked;
    const named = destination_id === undefined ? undefined : openDestination(destination_id, all);
    const made = await new Turns().map(rows, (row): Outgoing | undefined => {
      if (row.event.consent === false) return this.#leaveOut(row, undefined, { skipped: NO_CONSENT });
      const choice = named ? { destination: named } : chosenFor(row.event, all);
      if ('none' in choice) return this.#leaveOut(row, undefined, { skipped: choice.none });
      const { destination } = choice;
      const prepared = this.#conversions.prepare(row.event, destination, now);
      if (!('body' in prepared)) return this.#leaveOut(row, destination.id, prepared);
      return { index: row.index, event: row.event, destination, body: prepared.body, notes: prepared.notes ?? [] };
    });
    return made.filter((one) => one !== undefined);
  }

  #leaveOut({ index, event }: GoodRow, id: string | undefined, why: Exclude<Prepared, { body: unknown }>): undefined {
    const told = 'skipped' in why ? { outcome: 'skipped' as const, why: why.skipped } : refusedFor([why.refused]);
    this.#results[index] = { event_id: event.event_id, ...(id !== undefined && { destination: id }), ...told };
    const { outcome: state, ...rest } = told;
    const entries = this.#noted.get(id ?? '') ?? [];
    entries.push({ ...entryOf(event), state, ...rest });
    this.#noted.set(id ?? '', entries);
  }

  #place(destination: string): SendPlace {
    const { account } = this.#context;
    return { channel: this.#channel, account, destination, isTest: this.#asked.test ?? false };
  }

  async #send(outgoing: readonly Outgoing[]): Promise<void> {
    const { batchMax } = this.#conversions;
    let failure: Failure | undefined;
    for (const group of Map.groupBy(outgoing, ({ destination }) => destination.id).values())
      for (let at = 0; at < group.length; at += batchMax) {
        const batch = group.slice(at, at + batchMax);
        if (failure) this.#holdBack(batch, failure);
        else failure = await this.#sendBatch(batch);
        this.#done += batch.length;
        this.#context.progress(this.#done, outgoing.length, `events sent to ${this.#channel}`);
      }
    if (failure && this.#failed === this.#asked.events.length) throw failure;
  }

  /** The failure that would meet the next batches, too. */
  async #sendBatch(batch: readonly Outgoing[]): Promise<Failure | undefined> {
    const { sends, client, account, now } = this.#context;
    const { resend } = this.#conversions;
    const destination = batch[0]!.destination;
    const place = this.#place(destination.id);
    const entries = batch.map(({ event }) => entryOf(event));
    const kept = await sends.claim(place, entries, resend.safe ? now() - (resend.withinMs ?? now()) : undefined);
    const mine = batch.filter(({ event }) => !kept.has(event.event_id));
    for (const { index, event } of batch) {
      const before = kept.get(event.event_id);
      if (before)
        this.#results[index] = {
          event_id: event.event_id,
          destination: destination.id,
          ...repeated(event, before, resend),
        };
    }
    if (mine.length === 0) return undefined;
    const answers = await sendBatch(this.#conversions, client, {
      account,
      destination,
      bodies: mine.map(({ body }) => body),
      ...(this.#asked.test && { testCode: this.#asked.test_code ?? '' }),
    });
    return this.#settle(place, mine, answers);
  }

  async #settle(place: SendPlace, mine: readonly Outgoing[], answers: readonly SentEvent[]) {
    const { sends } = this.#context;
    const { resend, testMode } = this.#conversions;
    const counts = place.isTest && testMode.kind === 'code' && testMode.counts;
    const settled: SendResult[] = [];
    for (const [at, { index, event, notes }] of mine.entries()) {
      const answer = answers[at]!;
      const said = counts ? [...notes, 'a test event counts there like any other'] : notes;
      const { event_id } = event;
      this.#results[index] = { event_id, destination: place.destination, ...toldBy(answer, resend, said) };
      if (answer.outcome === 'failed') continue;
      const { outcome: state, ...told } = answer;
      settled.push({ eventId: event_id, state, ...told });
    }
    const failed = mine.filter((_, at) => answers[at]!.outcome === 'failed');
    this.#failed += failed.length;
    if (failed.length > 0) await sends.release(place, idsOf(failed));
    await sends.settle(place, settled);
    return answers.find((answer) => answer.outcome === 'failed')?.failure;
  }

  #holdBack(batch: readonly Outgoing[], failure: Failure): void {
    this.#failed += batch.length;
    for (const { index, event, destination } of batch)
      this.#results[index] = {
        event_id: event.event_id,
        destination: destination.id,
        ...notSent('not sent, because a batch before it failed', failure),
      };
  }

  #report() {
    const counts = {} as Record<Outcome, number>;
    for (const outcome of OUTCOMES) counts[outcome] = this.#results.filter((one) => one.outcome === outcome).length;
    return { ...counts, results: this.#results, notes: [...this.#conversions.truths] };
  }
}

/** A caller that names a code means a test. */
function realWithCode(): Failure {
  const message = 'is for test events: pass test: true, or leave it out to send real ones';
  return invalidArguments([{ field: 'test_code', message }]);
}

function idsOf(outgoing: readonly Outgoing[]): string[] {
  return outgoing.map(({ event }) => event.event_id);
}
