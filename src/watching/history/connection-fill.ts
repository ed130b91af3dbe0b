import { MINUTE_MS, SECOND_MS } from '../../ambient.ts';
import type { Pipeline } from '../../pipeline/call.ts';
import { completeUntil } from '../../reports/days.ts';
import { asFailure, knownAccount, type Reading } from '../../reports/fan-out.ts';
import type { DailyAccountRow } from '../../store/history-tables.ts';
import { plusDays } from '../../tools/days.ts';
import type { Reach, Reached } from '../../tools/reach.ts';
import { dayIn } from '../../tools/report/period.ts';
import type { ListedAccount } from '../../tools/report/reporting.ts';
import { readDays } from './account-days.ts';
import { campaignsNow, endedCampaigns } from './campaigns-now.ts';
import { completeAt, type HistoryStep, nextStep } from './history-steps.ts';
import type { HistoryPlace } from './kept-reading.ts';
import type { StoredHistory } from './stored-history.ts';

/** How long a run begins further readings: other jobs of the connection wait for it. */
const RUN_MS = 30 * SECOND_MS;
/** How long one run may take in all. */
const RUN_MAX_MS = 10 * MINUTE_MS;
/** After the moment a platform promises, so that its clock and ours need not agree to the second. */
const MARGIN_MS = 5 * MINUTE_MS;

export interface FillResult {
  /** False: more can be read at once. */
  isDone: boolean;
  failed: boolean;
  /** When the next day of an account will be complete, by the service's clock. */
  dueAt: number | undefined;
}

interface Task {
  reading: Reading;
  step: HistoryStep;
}

/** One run over the accounts of a connection: of each, the next days that are not known yet, the newest first. */
export class ConnectionFill {
  readonly #pipeline: Pipeline;
  readonly #history: StoredHistory;
  readonly #place: HistoryPlace;
  readonly #reached: Reached;
  readonly #reach: Reach;
  readonly #signal: AbortSignal;
  #failed = false;

  constructor(
    pipeline: Pipeline,
    history: StoredHistory,
    place: HistoryPlace,
    { place: reached, reach }: { place: Reached; reach: Reach },
    signal: AbortSignal,
  ) {
    this.#pipeline = pipeline;
    this.#history = history;
    this.#place = place;
    this.#reached = reached;
    this.#reach = reach;
    this.#signal = AbortSignal.any([signal, AbortSignal.timeout(RUN_MAX_MS)]);
  }

  async run(): Promise<FillResult> {
    const listed = await this.#listed();
    if (!listed) return { isDone: true, failed: true, dueAt: undefined };
    const kept = new Map((await this.#history.kept(this.#place)).map((row) => [row.account, row]));
    const tasks: Task[] = [];
    for (const account of listed.filter(({ id }) => !this.#isAsleep(kept.get(id)))) {
      const task = await this.#taskOf(account, kept);
      if (task) tasks.push(task);
    }
    const isDone = await this.#work(tasks);
    const dueAts = (await this.#history.kept(this.#place))
      .filter(({ problem }) => problem === null)
      .map((row) => row.due_at);
    return { isDone, failed: this.#failed, dueAt: dueAts.length > 0 ? Math.min(...dueAts) : undefined };
  }

  /** Undefined: they could not be listed. Accounts that are no longer among them cannot be judged by. */
  async #listed(): Promise<readonly ListedAccount[] | undefined> {
    const { fence, channel } = this.#reached;
    try {
      const listed = fence?.map((id) => ({ id })) ?? (await channel.reporting!.accounts(this.#connect().client));
      const ids = new Set(listed.map(({ id }) => id));
      const gone = (await this.#history.kept(this.#place)).map(({ account }) => account).filter((id) => !ids.has(id));
      if (gone.length > 0)
        await this.#history.failed(
          this.#place,
          gone,
          'not_found: the connection does not reach this account any more.',
        );
      return listed;
    } catch (error) {
      await this.#note('all', error);
      return undefined;
    }
  }

  /** Undefined: nothing is to be read, or the account could not be asked. */
  async #taskOf(listed: ListedAccount, kept: ReadonlyMap<string, DailyAccountRow>): Promise<Task | undefined> {
    try {
      const reading = await this.#readingOf(listed);
      if (!reading) return undefined;
      const row = kept.get(reading.account.id);
      const step = this.#stepOf(reading, row && (await this.#isOfLaterTime(reading, row)) ? undefined : row);
      return step && { reading, step };
    } catch (error) {
      await this.#note([listed.id], error);
      return undefined;
    }
  }

  /** Nothing can be new about it yet. The sandbox's clock has to be asked each time. */
  #isAsleep(row: DailyAccountRow | undefined): boolean {
    const { ambient, historyDays } = this.#pipeline;
    if (!row || row.problem !== null || this.#place.mode === 'sandbox') return false;
    return row.due_at > ambient.now() && row.first_day <= plusDays(row.complete_until, 1 - historyDays);
  }

  async #readingOf(listed: ListedAccount): Promise<Reading | undefined> {
    const place = this.#reached;
    const reporting = place.channel.reporting!;
    const { client, platformNow } = this.#connect(listed);
    const account = await knownAccount(reporting, client, listed);
    const connect = (one?: ListedAccount) => this.#connect(one);
    return account && { place, reporting, signal: this.#signal, connect, account, client, platformNow };
  }

  /** After the sandbox's clock is set back its figures differ, so that kept ones are worthless. */
  async #isOfLaterTime({ account, platformNow }: Reading, row: DailyAccountRow): Promise<boolean> {
    if (this.#place.mode === 'live' || row.complete_until <= dayIn(account.timeZone, platformNow())) return false;
    await this.#history.forget(row);
    return true;
  }

  #stepOf({ reporting, account, platformNow }: Reading, row: DailyAccountRow | undefined): HistoryStep | undefined {
    const { completeAfterHours, conversionsMoveDays } = reporting.days;
    const until = completeUntil(account.timeZone, platformNow(), completeAfterHours);
    return nextStep(row, until, this.#pipeline.historyDays, conversionsMoveDays);
  }

  /** True: nothing is left to be read now. */
  async #work(tasks: readonly Task[]): Promise<boolean> {
    const { elapsedMs } = this.#pipeline.ambient;
    const startedAt = elapsedMs();
    const inOrder = tasks.toSorted((a, b) => Number(b.step.isNewest) - Number(a.step.isNewest));
    let isDone = true;
    for (const { reading, step } of inOrder) {
      if (elapsedMs() - startedAt > RUN_MS) return false;
      isDone = !(await this.#take(reading, step)) && isDone;
    }
    return isDone;
  }

  /** Whether there is more of the account to be read. */
  async #take(reading: Reading, step: HistoryStep): Promise<boolean> {
    const { account } = reading;
    try {
      await this.#read(reading, step);
    } catch (error) {
      // Days further back are tried again; what is known of the newest ones is as good as before.
      await this.#note(step.isNewest ? [account.id] : [], error);
      return false;
    }
    const row = (await this.#history.kept(this.#place)).find((one) => one.account === account.id);
    return this.#stepOf(reading, row) !== undefined;
  }

  async #read(reading: Reading, { days, isNewest }: HistoryStep): Promise<void> {
    const { account, reporting, platformNow } = reading;
    const { sums, rows, names } = await readDays(reading, days);
    const known = await this.#history.knownCampaigns(this.#place, account.id, isNewest ? 'live' : 'all');
    const told = [...new Set(rows.map(({ campaign }) => campaign))];
    // Further back, only campaigns that are not known yet have to be looked up.
    const campaigns = isNewest
      ? await campaignsNow(reading, [...new Set([...told, ...known])], names)
      : await endedCampaigns(reading, told.filter(notAmong(known)), names);
    const now = platformNow();
    const next = completeAt(plusDays(days.end_date, 1), account.timeZone, reporting.days.completeAfterHours);
    await this.#history.keep(this.#place, {
      account,
      days,
      sums,
      rows,
      campaigns,
      today: dayIn(account.timeZone, now),
      ...(isNewest && { dueAt: this.#pipeline.ambient.now() + next - now + MARGIN_MS }),
    });
  }

  /** What went wrong, in words; what is known stays. Nothing is noted where the service itself has ended the run. */
  async #note(accounts: readonly string[] | 'all', error: unknown): Promise<void> {
    this.#signal.throwIfAborted();
    this.#failed = true;
    const { code, details } = asFailure(error, this.#reach);
    await this.#history.failed(this.#place, accounts, `${code}: ${details.message}`);
  }

  #connect(account?: ListedAccount) {
    return this.#reached.connect(this.#signal, account?.through ?? {});
  }
}

function notAmong(ids: readonly string[]): (id: string) => boolean {
  const among = new Set(ids);
  return (id) => !among.has(id);
}
