import { HOUR_MS } from '../../ambient.ts';
import { changesNumbered } from '../../audit/recorded-changes.ts';
import type { WorkspaceRecord } from '../../auth/directory.ts';
import { workspacesById } from '../../auth/workspace-records.ts';
import type { DueJob, JobKind } from '../../jobs/jobs.ts';
import type { Call, Pipeline } from '../../pipeline/call.ts';
import type { AlertRow } from '../../store/monitor-tables.ts';
import type { Reached } from '../../tools/reach.ts';
import { serviceCall } from '../background-call.ts';
import type { HistoryAccount } from '../history/daily-history.ts';
import { judgesFigures } from '../rules/figure-rules.ts';
import type { Subject } from '../rules/verdict.ts';
import { alertId, begin, calmDown, goOn, keepVerdict, openAlerts, type Surroundings } from './alert-steps.ts';
import { pauseCampaign, WILL_RETRY } from './campaign-pause.ts';
import { changesBefore, spanBefore } from './changes-before.ts';
import { lookAtFigures, markOf, watchedAccounts } from './figure-look.ts';
import type { Finding, Look } from './finding.ts';
import { type JudgingParts, judgingParts } from './judging-parts.ts';
import { mendingCalls, unknownChange } from './mending-calls.ts';
import { KINDS, nextCheck } from './monitor-kinds.ts';
import { findMonitor, MONITOR_JOB, type Monitor } from './monitor-records.ts';
import { noteLook } from './monitor-state.ts';
import { lookAtOwn } from './own-look.ts';
import { lookAtPacing } from './pacing-look.ts';
import { lookAtPlatforms } from './platform-look.ts';
import { reachedChannels, withinDeadline } from './platform-reach.ts';

/** Judges one monitor when it is due. Running it again changes nothing and sends nothing. */
export function monitorJob(pipeline: Pipeline, parts = judgingParts(pipeline)): JobKind {
  const workspaces = workspacesById(pipeline.store.db);
  return {
    kind: MONITOR_JOB,
    async run(job) {
      const monitor = await findMonitor(pipeline.store.db, job.key);
      if (!monitor) return undefined;
      const workspace = await workspaces.one(monitor.workspaceId);
      if (workspace) await new Judgement(pipeline, parts, monitor, workspace, job).make();
      return nextCheck(monitor.spec.kind, monitor.id, pipeline.ambient.now());
    },
  };
}

/** One look of one monitor, and what comes of it. */
class Judgement {
  readonly #pipeline: Pipeline;
  readonly #parts: JudgingParts;
  readonly #monitor: Monitor;
  readonly #workspace: WorkspaceRecord;
  readonly #signal: AbortSignal;
  readonly #call: Call;
  #reached: Promise<Reached[]> | undefined;
  #accounts: readonly HistoryAccount[] = [];

  constructor(
    pipeline: Pipeline,
    parts: JudgingParts,
    monitor: Monitor,
    workspace: WorkspaceRecord,
    { id, signal }: DueJob,
  ) {
    this.#pipeline = pipeline;
    this.#parts = parts;
    this.#monitor = monitor;
    this.#workspace = workspace;
    this.#signal = signal;
    this.#call = serviceCall(workspace, `${id}.${pipeline.ambient.now()}`, signal);
  }

  async make(): Promise<void> {
    const { spec, version, judgedMark } = this.#monitor;
    const isFigures = KINDS[spec.kind].source === 'figures';
    if (spec.action === 'pause') await this.#pauseAgain();
    if (KINDS[spec.kind].source !== 'own') this.#accounts = await watchedAccounts(this.#parts, this.#workspace, spec);
    const mark = isFigures ? markOf(version, this.#accounts) + (await this.#planMark()) : '';
    if (isFigures && mark === judgedMark) return;
    const look = await this.#look();
    this.#signal.throwIfAborted();
    const rest = await this.#take(look, isFigures);
    // A plan in a spreadsheet that could not be read is looked at again, though no day has ended since.
    const isOpen = spec.kind === 'overspend' && look.findings.some(({ verdict }) => verdict.state === 'no_verdict');
    await this.#keep(isFigures ? rest : [], look, isOpen ? '' : mark);
  }

  /** Differs for every new plan, which is then judged from the start. */
  async #planMark(): Promise<string> {
    if (this.#monitor.spec.kind !== 'overspend') return '';
    const [newest] = await this.#pipeline.store.db
      .selectFrom('budget_plans')
      .select('set_at')
      .where('workspace_id', '=', this.#workspace.id)
      .orderBy('set_at', 'desc')
      .limit(1)
      .execute();
    return `\nplan ${newest?.set_at}`;
  }

  async #look(): Promise<Look> {
    const { spec } = this.#monitor;
    const { source } = KINDS[spec.kind];
    const [pipeline, workspace, call, signal] = [this.#pipeline, this.#workspace, this.#call, this.#signal];
    if (judgesFigures(spec)) return lookAtFigures(this.#parts, workspace.id, spec, this.#accounts, signal);
    if (spec.kind === 'overspend')
      return lookAtPacing({ pipeline, workspace, call }, this.#parts, spec, this.#accounts);
    if (source === 'own') return lookAtOwn({ pipeline, workspace, spec, call });
    return lookAtPlatforms({
      spec,
      reached: await this.#channels(),
      known: this.#accounts,
      now: pipeline.ambient.now(),
      signal: withinDeadline(pipeline, signal),
    });
  }

  #channels(): Promise<Reached[]> {
    this.#reached ??= reachedChannels(this.#pipeline, this.#workspace, this.#call);
    return this.#reached;
  }

  /** Each finding that changes something has a transaction of its own, with its message. Returns the others. */
  async #take({ findings, isOver }: Look, isFigures: boolean): Promise<readonly Finding[]> {
    const open = await openAlerts(this.#pipeline.store.db, this.#monitor.id);
    const isEvent = ({ subject, verdict }: Finding) =>
      verdict.state === 'firing' || (verdict.state === 'quiet' && open.has(subject.key));
    for (const finding of findings.filter(isEvent)) {
      await this.#step(finding, open.get(finding.subject.key), isFigures);
      this.#signal.throwIfAborted();
    }
    const found = new Set(findings.map(({ subject }) => subject.key));
    for (const alert of open.values()) {
      const subject = JSON.parse(alert.object) as Subject;
      const words = this.#leftOut(subject) ?? (isOver(subject) ? 'It is not found any more.' : undefined);
      if (found.has(alert.subject) || words === undefined) continue;
      await this.#calm(alert, words, isFigures ? alert.window : this.#moment());
    }
    return findings.filter((finding) => !isEvent(finding));
  }

  /** Why no judgement looks at it any more: its connection is gone, or the monitor or the connection was narrowed. */
  #leftOut({ channel, mode, account, campaign }: Subject): string | undefined {
    const { spec } = this.#monitor;
    const isAmong = (wanted: readonly string[] | undefined, own: string | undefined) =>
      wanted === undefined || own === undefined || wanted.includes(own);
    const connection = this.#workspace.connections.find((one) => one.channel === channel && one.mode === mode);
    if (channel !== undefined && mode !== undefined && !connection) return 'Its channel is not connected any more.';
    const isLookedAt =
      isAmong(spec.channel === undefined ? undefined : [spec.channel], channel) &&
      isAmong(spec.account === undefined ? undefined : [spec.account], account) &&
      isAmong(spec.campaigns, campaign) &&
      isAmong(connection?.accounts, account);
    return isLookedAt ? undefined : 'The monitor does not look at it any more.';
  }

  async #step(finding: Finding, open: AlertRow | undefined, isFigures: boolean): Promise<void> {
    const [pipeline, monitor] = [this.#pipeline, this.#monitor];
    const { verdict } = finding;
    if (isFigures && (await this.#isJudged(finding))) return;
    const around = verdict.state === 'firing' && !open ? await this.#surroundings(finding) : undefined;
    await pipeline.store.transaction(async (tx) => {
      // Of two processes that judge the same window, the second finds it judged.
      if (isFigures && !(await keepVerdict(tx, monitor, finding, pipeline.ambient.now()))) return;
      if (verdict.state === 'quiet') {
        if (open) await calmDown(pipeline, tx, monitor, open, verdict.sentence, verdict.window);
      } else if (open) await goOn(pipeline, tx, monitor, open, finding);
      else if (around) await begin(pipeline, tx, monitor, finding, around);
    });
  }

  async #isJudged({ subject, verdict }: Finding): Promise<boolean> {
    const row = await this.#pipeline.store.db
      .selectFrom('monitor_verdicts')
      .select('window')
      .where('monitor_id', '=', this.#monitor.id)
      .where('subject', '=', subject.key)
      .where('window', '=', verdict.window)
      .where('state', '!=', 'no_verdict')
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Some verdicts a transaction; the last ones together with the state of the monitor. */
  async #keep(findings: readonly Finding[], look: Look, mark: string): Promise<void> {
    const [monitor, now] = [this.#monitor, this.#pipeline.ambient.now()];
    const rest = [...findings];
    do {
      const some = rest.splice(0, ROWS_AT_ONCE);
      await this.#pipeline.store.transaction(async (tx) => {
        for (const finding of some) await keepVerdict(tx, monitor, finding, now);
        if (rest.length === 0) await noteLook(tx, monitor, look, mark, now);
      });
    } while (rest.length > 0);
  }

  #calm(alert: AlertRow, words: string, window: string): Promise<void> {
    return this.#pipeline.store.transaction((tx) => calmDown(this.#pipeline, tx, this.#monitor, alert, words, window));
  }

  #moment(): string {
    return new Date(this.#pipeline.ambient.now()).toISOString();
  }

  /** What is found out before an alert begins: changes just before, calls that mend, and what came of the pause. */
  async #surroundings(finding: Finding): Promise<Surroundings> {
    const [pipeline, workspace, monitor] = [this.#pipeline, this.#workspace, this.#monitor];
    const { subject, verdict } = finding;
    const reached = (await this.#channels()).find(({ channel }) => channel.name === subject.channel);
    const { timeZone } = this.#accounts.find((one) => one.account === subject.account) ?? {};
    const span = spanBefore(verdict.window, timeZone, pipeline.ambient.now());
    const signal = withinDeadline(pipeline, this.#signal);
    const { kind } = monitor.spec;
    const isAboutAds = KINDS[kind].source !== 'own';
    const { shown, own } = isAboutAds
      ? await changesBefore({ pipeline, workspace, subject, span, reached, signal })
      : { shown: [], own: [] };
    const seq = kind === 'outcome_unknown' ? unknownChange(finding) : undefined;
    const [unknown] = seq === undefined ? [] : await changesNumbered(pipeline.store.db, workspace.id, [seq]);
    const connected = workspace.connections.map(({ channel }) => channel);
    const nextCalls = mendingCalls({ pipeline, kind, finding, own, unknown, connected });
    if (monitor.spec.action !== 'pause') return { justBefore: shown, nextCalls };
    const id = alertId(monitor, finding);
    return {
      justBefore: shown,
      nextCalls,
      paused: await pauseCampaign(pipeline, monitor, finding, id, this.#signal),
    };
  }

  /** Pauses that the platform asked to make later. */
  async #pauseAgain(): Promise<void> {
    const { store } = this.#pipeline;
    for (const alert of (await openAlerts(store.db, this.#monitor.id)).values()) {
      const paused = alert.paused === null ? undefined : (JSON.parse(alert.paused) as { outcome: string; at: string });
      if (paused?.outcome !== WILL_RETRY || Date.parse(paused.at) < this.#pipeline.ambient.now() - RETRIED_MS) continue;
      const subject = JSON.parse(alert.object) as Subject;
      if (this.#leftOut(subject) !== undefined) continue;
      const again = await pauseCampaign(this.#pipeline, this.#monitor, { subject }, alert.id, this.#signal);
      const kept = again.outcome === WILL_RETRY ? { ...again, at: paused.at } : again;
      await store.transaction(async (tx) => {
        await tx
          .updateTable('alerts')
          .set({ paused: JSON.stringify(kept) })
          .where('id', '=', alert.id)
          .execute();
      });
    }
  }
}

const ROWS_AT_ONCE = 20;
/** A pause that the platform did not take for a day is not made by surprise later. */
const RETRIED_MS = 24 * HOUR_MS;
