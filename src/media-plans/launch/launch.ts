import type { Transaction } from 'kysely';
import { requesterCall } from '../../pipeline/apply-approved.ts';
import type { Call, Pipeline } from '../../pipeline/call.ts';
import type { MediaPlan, MediaPlanMember } from '../../plans/media-plan.ts';
import type { Plan } from '../../plans/plan.ts';
import type { MemberProgress } from '../../plans/stored-media-plans.ts';
import type { Tables } from '../../store/tables.ts';
import { MEDIA_PLAN_TOOL } from './plan-of-members.ts';

/** A container that a member of the same account has made, or why there is none. */
type Container = { id: string } | { error: NonNullable<MemberProgress['error']> };

/** A platform that refuses for so long is not waited for any more. */
const WAITED_MS_MAX = 6 * 3_600_000;

/** A media plan while one run of its job makes members of it. */
export class Launch {
  readonly pipeline: Pipeline;
  readonly plan: Plan;
  readonly mediaPlan: MediaPlan;
  /** In the name of the one who asked for it. */
  call: Call;
  readonly #containers = new Map<string, Container>();
  #isTold: boolean;

  constructor(parts: Pick<Launch, 'pipeline' | 'plan' | 'mediaPlan' | 'call'> & { isTold: boolean }) {
    this.pipeline = parts.pipeline;
    this.plan = parts.plan;
    this.mediaPlan = parts.mediaPlan;
    this.call = parts.call;
    this.#isTold = parts.isTold;
  }

  /** Whether a platform that does not answer is still waited for. */
  get isWaitedFor(): boolean {
    return this.pipeline.ambient.now() - (this.plan.decided?.at ?? 0) < WAITED_MS_MAX;
  }

  /** False: the one who asked for it may no longer do anything here. */
  async renewCall(): Promise<boolean> {
    const call = await requesterCall(this.pipeline, this.plan);
    if (call) this.call = call;
    return call !== undefined;
  }

  container(member: MediaPlanMember, key: string): Container | undefined {
    return this.#containers.get(placeOf(member, key));
  }

  noteContainer(member: MediaPlanMember, key: string, container: Container): void {
    this.#containers.set(placeOf(member, key), container);
  }

  /** The launch as one change of the history, in the transaction of the first thing that came of it. Its parts are recorded by themselves. */
  async tell(tx: Transaction<Tables>): Promise<void> {
    if (this.#isTold || (await wasTold(tx, this.plan))) return;
    const { plan, mediaPlan, pipeline } = this;
    const entry = {
      organizationId: plan.organizationId,
      workspaceId: plan.workspaceId,
      actor: this.call.principal.id,
      action: `workspace/${MEDIA_PLAN_TOOL}`,
      callId: plan.id,
    };
    const { spreadsheetId, range, name } = mediaPlan;
    const detail = { arguments: { spreadsheet_id: spreadsheetId, range, name } };
    pipeline.audit.append({ ...entry, phase: 'intent', detail });
    const outcome = { outcome: 'applied', ids: { plan: plan.id }, names: { plan: name } };
    pipeline.audit.append({ ...entry, phase: 'outcome', detail: outcome });
  }

  noteTold(): void {
    this.#isTold = true;
  }
}

/** Whether the launch stands in the history already. */
export async function wasTold(
  db: Pick<Transaction<Tables>, 'selectFrom'>,
  { id, workspaceId }: Plan,
): Promise<boolean> {
  const row = await db
    .selectFrom('audit_log')
    .select('seq')
    .where('call_id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .where('phase', '=', 'intent')
    .executeTakeFirst();
  return row !== undefined;
}

function placeOf({ channel, account }: MediaPlanMember, key: string): string {
  return JSON.stringify([channel, account, key]);
}
