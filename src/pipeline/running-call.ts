import type { WorkspaceList } from '../auth/directory.ts';
import { rehearsedSends, storedSends } from '../store/stored-sends.ts';
import type { BudgetDesk } from '../tools/budget-desk.ts';
import type { SendLedger } from '../tools/conversions/send-ledger.ts';
import type { Tool, ToolContext, WorkspaceView } from '../tools/define-tool.ts';
import type { EndpointDesk } from '../tools/endpoint-desk.ts';
import type { HistoryDesk } from '../tools/history-desk.ts';
import { CANNOT_BE_ASKED, type Conversation } from '../tools/input-required.ts';
import type { LeadBook } from '../tools/leads/lead-book.ts';
import type { MediaPlanDesk } from '../tools/media-plan-desk.ts';
import type { MonitorDesk } from '../tools/monitor-desk.ts';
import type { PlanDesk } from '../tools/plan-desk.ts';
import type { Reach } from '../tools/reach.ts';
import type { ScheduleDesk } from '../tools/schedule-desk.ts';
import type { LimitOverview } from '../tools/spend-overview.ts';
import type { Bound } from '../upstream/outgoing-call.ts';
import type { Sender } from '../upstream/sender.ts';
import type { Job } from './call.ts';
import { requireCustomCode } from './custom-code.ts';
import { ownAccounts } from './fence.ts';
import { leadBook } from './lead-book.ts';
import { progressWithWaits } from './progress-with-waits.ts';
import { reachOf, wholeReach } from './reach.ts';

/** What a tool is given while it runs. A class and not a literal: every call makes one, and most use little of it. */
export class RunningCall implements ToolContext<unknown> {
  readonly workspace: Job['workspace'];
  readonly progress: ToolContext<unknown>['progress'];
  readonly #waiting: Bound['waiting'];
  readonly conversation: Conversation;
  readonly now: () => number;
  client: unknown;
  account = '';
  accountNamed = false;
  readonly accounts: readonly string[] | undefined;
  mayHaveSent: boolean;
  /** What the platform calls its answer to the change. */
  traceId: string | undefined;
  readonly #job: Job;
  readonly #endsAt: number;
  #reach: Reach | undefined;
  #limit: AbortController | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(job: Job) {
    const { call } = job;
    this.workspace = job.workspace;
    const shown = call.progress && progressWithWaits(call.progress);
    this.progress = shown?.progress ?? noProgress;
    this.#waiting = shown?.waiting;
    this.conversation = call.conversation ?? CANNOT_BE_ASKED;
    this.now = job.pipeline.ambient.now;
    this.#job = job;
    this.#endsAt = job.pipeline.ambient.elapsedMs() + job.pipeline.callDeadlineMs;
    this.accounts = ownAccounts(job.tool.channel, job.connection).fence;
    this.mayHaveSent = !job.tool.channel.needsConnection;
  }

  get channelTools(): readonly Tool[] {
    const { tool, pipeline } = this.#job;
    return pipeline.tools.filter(({ channel }) => channel.name === tool.channel.name);
  }

  /** What the caller's key can see. */
  visibleWorkspaces(): Promise<WorkspaceList> {
    const { pipeline, call } = this.#job;
    return pipeline.admission.visible(call.principal);
  }

  visibleWorkspacesAfter(id: string, limit: number): Promise<readonly WorkspaceView[] | undefined> {
    const { pipeline, call } = this.#job;
    return pipeline.admission.visibleAfter(call.principal, id, limit);
  }

  get plans(): PlanDesk {
    return this.#job.pipeline.desks.plans(this.#job);
  }

  get history(): HistoryDesk {
    return this.#job.pipeline.desks.history(this.#job);
  }

  get monitors(): MonitorDesk {
    return this.#job.pipeline.desks.monitors(this.#job);
  }

  get endpoints(): EndpointDesk {
    return this.#job.pipeline.desks.endpoints(this.#job);
  }

  get budgets(): BudgetDesk {
    return this.#job.pipeline.desks.budgets(this.#job);
  }

  get schedules(): ScheduleDesk {
    return this.#job.pipeline.desks.schedules(this.#job);
  }

  get mediaPlans(): MediaPlanDesk {
    return this.#job.pipeline.desks.mediaPlans(this.#job);
  }

  get leads(): LeadBook {
    return leadBook(this.#job);
  }

  requireCustomCode(field: string): void {
    requireCustomCode(this.#job.call.principal, field);
  }

  get sends(): SendLedger {
    const { pipeline, workspace, isRehearsal } = this.#job;
    const sends = isRehearsal ? rehearsedSends : storedSends;
    return sends(pipeline.store, pipeline.ambient, workspace.id);
  }

  get reach(): Reach {
    this.#reach ??= reachOf(this.#job, this.watch(this.#job.pipeline.sessions.sender));
    return this.#reach;
  }

  spendLimits(): Promise<LimitOverview> {
    const { pipeline, call, workspace } = this.#job;
    const caller = {
      organizationId: workspace.organizationId,
      workspaceId: workspace.id,
      keyId: call.principal.id,
    };
    const reach = wholeReach(this.#job, this.watch(pipeline.sessions.sender));
    return pipeline.spendLimits.overview(caller, { reach, signal: this.signal, now: this.now });
  }

  /**
   * A reader that goes away stops the work. A write that is under way is let finish, so that its outcome is known and
   * recorded; only its deadline ends it. Made when first asked for: a tool of our own needs neither.
   */
  get signal(): AbortSignal {
    if (this.#limit) return this.#limit.signal;
    const { tool, call, pipeline } = this.#job;
    const limit = new AbortController();
    this.#limit = limit;
    const late = () => limit.abort(new DOMException('The call took too long', 'TimeoutError'));
    this.#timer = setTimeout(late, pipeline.callDeadlineMs).unref();
    if (tool.access === 'read') {
      const gone = call.gone();
      if (gone.aborted) limit.abort(gone.reason);
      else gone.addEventListener('abort', () => limit.abort(gone.reason), { once: true });
    }
    return limit.signal;
  }

  /**
   * Notes where the time goes, and when something that changes anything is about to leave: only reads are streamed. Without a
   * platform, running is sending.
   */
  watch(sender: Sender): Sender {
    const { timing, pipeline } = this.#job;
    const waiting = this.#waiting;
    const leftMs = () => this.#endsAt - pipeline.ambient.elapsedMs();
    return {
      ...sender,
      stream: (platform, request, bound) => sender.stream(platform, request, { ...bound, timing, waiting, leftMs }),
      send: (platform, request, bound) => {
        const watched = { ...bound, timing, waiting, leftMs };
        if (request.effect === 'read') return sender.send(platform, request, watched);
        this.mayHaveSent = true;
        return sender.send(platform, request, watched).then((reply) => {
          this.traceId = this.#job.tool.channel.dialect?.trace?.(reply) ?? this.traceId;
          return reply;
        });
      },
    };
  }

  end(): void {
    if (this.#timer) clearTimeout(this.#timer);
  }
}

function noProgress(): void {}
