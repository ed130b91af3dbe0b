import type { Ambient } from '../ambient.ts';
import type { Audit } from '../audit/audit.ts';
import type { ConnectionView, WorkspaceRecord } from '../auth/directory.ts';
import type { Principal } from '../auth/key-ring.ts';
import type { Failure } from '../errors.ts';
import type { Idempotency } from '../idempotency/idempotency.ts';
import type { JobKind, Jobs } from '../jobs/jobs.ts';
import type { Notices } from '../notices/notices.ts';
import type { Plan } from '../plans/plan.ts';
import type { Plans } from '../plans/plans.ts';
import type { Policies } from '../plans/policies.ts';
import type { StoredMediaPlans } from '../plans/stored-media-plans.ts';
import type { SpendLimits } from '../spend-limits/spend-limits.ts';
import type { Store } from '../store/store.ts';
import type { StoredLeads } from '../store/stored-leads.ts';
import type { BudgetDesk } from '../tools/budget-desk.ts';
import type { Tool } from '../tools/define-tool.ts';
import type { EndpointDesk } from '../tools/endpoint-desk.ts';
import type { HistoryDesk } from '../tools/history-desk.ts';
import type { Conversation, InputRequired } from '../tools/input-required.ts';
import type { MediaPlanDesk } from '../tools/media-plan-desk.ts';
import type { MonitorDesk } from '../tools/monitor-desk.ts';
import type { PlanDesk, ShownPlan } from '../tools/plan-desk.ts';
import type { Reach } from '../tools/reach.ts';
import type { RichReply } from '../tools/rich-reply.ts';
import type { ScheduleDesk } from '../tools/schedule-desk.ts';
import type { StreamedReply } from '../tools/streamed-reply.ts';
import type { CallTiming } from '../upstream/call-timing.ts';
import type { ChangeGuard } from '../upstream/captured-change.ts';
import type { SignedText } from '../vault/signed-text.ts';
import type { Admission } from './admission.ts';
import type { Room } from './bound-reply.ts';
import type { ObjectTurns } from './object-turns.ts';
import type { SessionFactory } from './open-session.ts';

/** One call of a tool, as the protocol layer hands it over. */
export interface Call {
  principal: Principal;
  requestId: string;
  idempotencyKey?: string | undefined;
  /** The caller asked for reading only (`?read_only=true`); a read-only key says the same. */
  readOnly: boolean;
  /** Aborted when the caller disconnects. A function, so that only calls that need it pay for watching the connection. */
  gone(): AbortSignal;
  progress?: ((done: number, total: number | undefined, message: string) => void) | undefined;
  /** Undefined: the caller cannot be asked anything back. */
  conversation?: Conversation | undefined;
  /** What the reply may take on the wire. */
  room: Room;
  /**
   * Takes points from the key's rate limit; throws the 429 when there are none left. Whether a call is urgent and may take those
   * for pauses and cuts is looked up, where it has to be, only then.
   */
  charge(points: number, urgent?: boolean | (() => Promise<boolean>)): Promise<void>;
  /** The trace this call is a part of, as its caller names it (W3C Trace Context). */
  traceparent?: string | undefined;
  /** What a tool is called where the call was made, for the calls that a reply hands out; left out: by its own name. */
  nameOf?: ((tool: Tool) => string) | undefined;
  /** Told where the time went, when platforms were asked. */
  timed?: ((timing: CallTiming, durationMs: number) => void) | undefined;
}

export interface ToolReply {
  /** The result, or `{"error": …}`, as JSON text. */
  json: string;
  isError: boolean;
  rich?: RichReply;
  /** Instead of `json`, where the address can answer piece by piece. */
  stream?: StreamedReply;
  /** What the platform calls its answer to the change, for the audit log. */
  traceId?: string;
  /** What `json` tells when `isError` is true. */
  failure?: Failure;
  /** There is no result yet: the tool has to know something first. */
  asks?: InputRequired;
}

export interface ToolEvent {
  tool: Tool;
  call: Call;
  startedAt: number;
  durationMs: number;
  timing: CallTiming;
  failure?: Failure | undefined;
}

export interface Pipeline {
  ambient: Ambient;
  store: Store;
  admission: Admission;
  /** Every tool of the service. */
  tools: readonly Tool[];
  audit: Audit;
  idempotency: Idempotency;
  plans: Plans;
  mediaPlans: StoredMediaPlans;
  policies: Policies;
  /** The page where a person decides about a plan. */
  approvalUrl(planId: string): string;
  /** The one who asked for a plan, as long as they may still ask for anything. */
  requester(plan: Pick<Plan, 'requester' | 'organizationId' | 'workspaceId'>): Promise<Principal | undefined>;
  spendLimits: SpendLimits;
  leads: StoredLeads;
  /** How many closed days are kept of each account. */
  historyDays: number;
  jobs: Jobs;
  notices: Notices;
  /** Jobs of rooms below, which know nothing of calls: sending notices and making them of the audit log. */
  jobsBelow?: readonly JobKind[] | undefined;
  /** Plans, history, monitors, endpoints, budgets, schedules and media plans as a call reaches them. Handed in, because they run calls themselves. */
  desks: {
    plans(job: JobPlace): PlanDesk;
    history(job: JobPlace): HistoryDesk;
    monitors(job: JobPlace): MonitorDesk;
    endpoints(job: JobPlace): EndpointDesk;
    budgets(job: JobPlace): BudgetDesk;
    schedules(job: JobPlace): ScheduleDesk;
    mediaPlans(job: JobPlace): MediaPlanDesk;
  };
  /** Plans with members, which a job applies. Handed in for the same reason. */
  launching: Launching;
  /** False: this process runs no jobs, so that what waits for one waits for another process. */
  runsJobs: boolean;
  /** The way a tool is run, for calls that tools make themselves. Handed in for the same reason. */
  runTool(pipeline: Pipeline, tool: Tool, given: unknown, call: Call): Promise<ToolReply>;
  sessions: SessionFactory;
  turns: ObjectTurns;
  signed: SignedText;
  callDeadlineMs: number;
  /** What reports and stops over several channels share. */
  reports: Pick<Reach, 'memory' | 'channelDeadlineMs' | 'stopDeadlineMs'>;
  /** Tests hold every result to the tool's output schema; in production the schema is a promise to readers. */
  checkOutput?: boolean;
  onEvent(event: ToolEvent): void;
}

/** How a plan with members is applied and shown. */
export interface Launching {
  /** Has a job make all members, or those of a failed plan that failed. Answers at once, with the plan. */
  begin(pipeline: Pipeline, plan: Plan, call: Call): Promise<{ plan: ShownPlan }>;
  /** How far it has come. */
  progress(pipeline: Pipeline, plan: Plan): Promise<Pick<ShownPlan, 'progress' | 'members' | 'more_members'>>;
  /** Reads its sheet again. */
  replan(pipeline: Pipeline, plan: Plan, call: Call): Promise<Plan>;
  /** The ids under which its calls are recorded that have to be taken back to undo all of it. */
  callsToUndo(pipeline: Pipeline, workspaceId: string, planId: string): Promise<string[]>;
}

/** A call that was let in: its arguments are checked, its workspace and connection are known. */
export interface Job {
  pipeline: Pipeline;
  tool: Tool;
  args: Record<string, unknown>;
  call: Call;
  timing: CallTiming;
  workspace: WorkspaceRecord;
  connection: ConnectionView | undefined;
  /** Told of the change before it leaves; none where it may simply leave. */
  guard?: ChangeGuard | undefined;
  /** Runs up to its change only: nothing of it is written down. */
  isRehearsal?: true;
}

/** Of a call, where it is made. */
export type JobPlace = Pick<Job, 'pipeline' | 'call' | 'workspace'>;
