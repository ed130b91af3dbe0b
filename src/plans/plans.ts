import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { type Ambient, newId } from '../ambient.ts';
import type { Audit } from '../audit/audit.ts';
import { canonicalJson } from '../idempotency/fingerprint.ts';
import type { Store } from '../store/store.ts';
import type { PlanRow, Tables } from '../store/tables.ts';
import type { PlanState } from '../tools/plan-desk.ts';
import type { Vault } from '../vault/vault.ts';
import {
  agreedFacts,
  codeOf,
  LATE_MS_MAX,
  type Plan,
  type PlanDraft,
  type PlanFacts,
  PREVIEW_MS,
  type UndoPlan,
} from './plan.ts';
import { newRow, planIn } from './plan-rows.ts';

const WAITING_MS = 72 * 3_600_000;
/** From when it was made; of a scheduled change from its hour. */
const LIFE_MS = { planned: PREVIEW_MS, waiting: WAITING_MS, scheduled: LATE_MS_MAX };
const OPEN: readonly PlanState[] = ['planned', 'waiting', 'scheduled', 'approved'];
/** Put before people, and not over. */
const ASKED: readonly PlanState[] = ['waiting', 'approved', 'applying'];
/** A plan with members that is read from its sheet again is this one. */
const BULK_OPEN: readonly PlanState[] = ['planned', 'waiting', 'approved', 'applying'];
const BEGUN: readonly PlanState[] = ['waiting', 'approved', 'applying', 'applied', 'unknown'];

/** A step of a plan: the person, key or process that takes it, and what comes of it. */
interface Step {
  actor: string;
  note?: string | undefined;
  callId?: string | undefined;
  result?: unknown;
  /** Of a plan that is approved again, because its platform asked to wait. */
  retryAt?: number | undefined;
  /** Of a plan that a job applies: no process owns it, so that none gives it up when another ends. */
  isResumed?: true | undefined;
  /** In the same transaction. */
  alongside?: ((tx: Transaction<Tables>) => Promise<void>) | undefined;
}

/** Where a page of plans ended. */
type PlanPlace = Pick<Plan, 'id' | 'createdAt'>;

/** Every arrow of a plan is one compare-and-set, in the transaction of its audit entry. */
export class Plans {
  readonly #store: Store;
  readonly #vault: Vault;
  readonly #audit: Audit;
  readonly #ambient: Ambient;
  readonly #instanceId: string;

  constructor(store: Store, vault: Vault, audit: Audit, ambient: Ambient, instanceId: string) {
    this.#store = store;
    this.#vault = vault;
    this.#audit = audit;
    this.#ambient = ambient;
    this.#instanceId = instanceId;
  }

  /** The same change that the same requester already waits for is that plan. */
  async make(draft: PlanDraft): Promise<Plan> {
    const sameness = digestOf([draft.workspaceId, draft.requester, draft.tool, ...agreedFacts(draft.facts)]);
    const now = this.#ambient.now();
    const id = newId(this.#ambient, 'plan');
    const { applyAt } = draft.facts;
    const expiresAt = (applyAt ?? now) + (draft.facts.bulk ? WAITING_MS : LIFE_MS[draft.state]);
    const hash = digestOf([draft, expiresAt]);
    const facts = await this.#vault.seal(draft.workspaceId, contextOf(id), JSON.stringify(draft.facts));
    const row = newRow(draft, { id, hash, sameness, facts, createdAt: now, expiresAt });
    const kept = await this.#store.transaction(async (tx) => {
      const isFolded = draft.state === 'waiting' || draft.facts.bulk !== undefined;
      const held = isFolded && (await this.#openLike(tx, row, draft.facts.bulk ? BULK_OPEN : ['waiting']));
      if (held) return held;
      await tx.insertInto('plans').values(row).execute();
      const undoes = (draft.undoes ?? []).map((change_seq) => ({
        plan_id: id,
        workspace_id: draft.workspaceId,
        change_seq,
      }));
      if (undoes.length > 0) await tx.insertInto('undo_plans').values(undoes).execute();
      this.#record(row, draft.requester, 'plan.make', {
        tool: draft.tool,
        class: draft.class,
        code: codeOf(hash),
        state: draft.state,
      });
      return row;
    });
    return this.#read(kept);
  }

  /** A plan of another workspace is an unknown plan. */
  async find(workspaceId: string, id: string): Promise<Plan | undefined> {
    const row = await this.#store.db
      .selectFrom('plans')
      .selectAll()
      .where('id', '=', id)
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirst();
    return row && this.#read(await this.#lapsed(row));
  }

  /** The plans that take back one of these changes and were more than a preview, newest first. */
  async undoing(workspaceId: string, changeSeqs: readonly number[]): Promise<UndoPlan[]> {
    if (changeSeqs.length === 0) return [];
    const rows = await this.#store.db
      .selectFrom('undo_plans')
      .innerJoin('plans', 'plans.id', 'undo_plans.plan_id')
      .select(['change_seq', 'plans.id', 'state', 'requester', 'call_id', 'created_at', 'decided_at'])
      .where('undo_plans.workspace_id', '=', workspaceId)
      .where('change_seq', 'in', changeSeqs)
      .where('state', 'in', BEGUN)
      .orderBy('created_at', 'desc')
      .execute();
    return rows.map((row) => ({
      changeSeq: Number(row.change_seq),
      id: row.id,
      state: row.state,
      requester: row.requester,
      callId: row.call_id ?? undefined,
      at: Number(row.decided_at ?? row.created_at),
    }));
  }

  /** Newest first. */
  async list(
    workspaceIds: readonly string[],
    state: PlanState | undefined,
    limit: number,
    { channels, after }: { channels?: readonly string[] | undefined; after?: PlanPlace | undefined } = {},
  ): Promise<Plan[]> {
    let query = this.#newest(workspaceIds, limit);
    if (channels) query = query.where('channel', 'in', channels);
    if (state) query = query.where('state', '=', state);
    if (after)
      query = query.where(({ eb, or, and }) =>
        or([
          eb('created_at', '<', after.createdAt),
          and([eb('created_at', '=', after.createdAt), eb('id', '<', after.id)]),
        ]),
      );
    return this.#readAll(query, state && [state]);
  }

  /** What waits for people and what they agreed to, newest first. */
  async open(workspaceIds: readonly string[], limit: number): Promise<Plan[]> {
    return this.#readAll(this.#newest(workspaceIds, limit).where('state', 'in', ASKED), ASKED);
  }

  /** What is over, newest first. Previews that lapsed or were withdrawn are left out: people were never asked about them. */
  async closed(workspaceIds: readonly string[], limit: number): Promise<Plan[]> {
    const query = this.#newest(workspaceIds, limit)
      .where('state', 'not in', ['planned', 'scheduled', ...ASKED])
      .where(({ eb, or }) =>
        or([eb('state', 'not in', ['expired', 'withdrawn']), eb('expires_at', '>', eb('created_at', '+', PREVIEW_MS))]),
      );
    return this.#readAll(query);
  }

  #newest(workspaceIds: readonly string[], limit: number) {
    return this.#store.db
      .selectFrom('plans')
      .selectAll()
      .where('workspace_id', 'in', workspaceIds)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit);
  }

  /** A plan that has lapsed since is left out where only other states are wanted. */
  async #readAll(query: { execute(): Promise<PlanRow[]> }, states?: readonly PlanState[]): Promise<Plan[]> {
    const rows = await Promise.all((await query.execute()).map((row) => this.#lapsed(row)));
    return Promise.all(rows.filter(({ state }) => states?.includes(state) ?? true).map((row) => this.#read(row)));
  }

  /** False: it is in another state by now, so nothing was done. */
  async move(
    plan: Pick<Plan, 'id' | 'workspaceId' | 'organizationId' | 'hash'>,
    from: readonly PlanState[],
    to: PlanState,
    by: Step,
  ): Promise<boolean> {
    const { id, workspaceId } = plan;
    const sealed =
      by.result === undefined
        ? undefined
        : await this.#vault.seal(workspaceId, `${contextOf(id)} result`, JSON.stringify(by.result));
    return this.#store.transaction(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('plans')
        .set({
          state: to,
          decided_at: this.#ambient.now(),
          decided_by: by.actor,
          ...(to === 'applying' && { instance_id: by.isResumed ? null : this.#instanceId, decision_note: null }),
          ...(by.retryAt !== undefined && { retry_at: by.retryAt, retries: sql<number>`retries + 1` }),
          ...(to === 'waiting' && { expires_at: this.#ambient.now() + WAITING_MS }),
          ...(by.note !== undefined && { decision_note: by.note }),
          ...(by.callId !== undefined && { call_id: by.callId }),
          ...(sealed && { result: sealed }),
        })
        .where('id', '=', id)
        .where('state', 'in', from)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) return false;
      await by.alongside?.(tx);
      this.#record(rowOf(plan), by.actor, `plan.${to}`, {
        code: codeOf(plan.hash),
        ...(by.note !== undefined && { note: by.note }),
        ...(by.callId !== undefined && { call: by.callId }),
      });
      return true;
    });
  }

  /** One more approval; the plan is approved when there are enough. Of two at once for the last one, both count once. */
  async approve(plan: Plan, by: string): Promise<'approved' | 'waiting' | 'late'> {
    return this.#store.transaction(async (tx) => {
      const row = await tx.selectFrom('plans').selectAll().where('id', '=', plan.id).executeTakeFirstOrThrow();
      if (row.state !== 'waiting' || row.hash !== plan.hash || row.expires_at <= this.#ambient.now()) return 'late';
      const held = JSON.parse(row.approvals) as { by: string; at: number }[];
      if (held.some((one) => one.by === by)) return 'late';
      const approvals = [...held, { by, at: this.#ambient.now() }];
      const state = approvals.length >= plan.facts.approvalsNeeded ? 'approved' : 'waiting';
      const { numUpdatedRows } = await tx
        .updateTable('plans')
        .set({ state, approvals: JSON.stringify(approvals), decided_at: this.#ambient.now(), decided_by: by })
        .where('id', '=', plan.id)
        .where('state', '=', 'waiting')
        .where('approvals', '=', row.approvals)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) return 'late';
      this.#record(row, by, 'plan.approve', { code: codeOf(row.hash), approvals: approvals.length });
      return state;
    });
  }

  /** Takes an approval back, as long as others are still missing. False: there is none to take back any more. */
  async takeBack(plan: Plan, by: string): Promise<boolean> {
    const approvals = plan.approvals.filter((one) => one.by !== by);
    if (approvals.length === plan.approvals.length) return false;
    return this.#store.transaction(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('plans')
        .set({ approvals: JSON.stringify(approvals), decided_at: this.#ambient.now(), decided_by: by })
        .where('id', '=', plan.id)
        .where('state', '=', 'waiting')
        .where('approvals', '=', JSON.stringify(plan.approvals))
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) return false;
      this.#record(rowOf(plan), by, 'plan.take_back', { code: codeOf(plan.hash), approvals: approvals.length });
      return true;
    });
  }

  /** Notes on a closed plan which newer plan replaces it. */
  async noteReplanned(plan: Plan, next: Plan, by: string): Promise<void> {
    const told = `Planned anew as ${next.id} (${codeOf(next.hash)}).`;
    if (plan.note?.includes(told)) return;
    await this.#store.transaction(async (tx) => {
      const note = plan.note === undefined ? told : `${plan.note} ${told}`;
      await tx.updateTable('plans').set({ decision_note: note }).where('id', '=', plan.id).execute();
      this.#record(rowOf(plan), by, 'plan.anew', { code: codeOf(plan.hash), anew: next.id });
    });
  }

  /** The changes that a plan takes back, by their number in the audit log. */
  async undoneBy(id: string): Promise<number[]> {
    const rows = await this.#store.db
      .selectFrom('undo_plans')
      .select('change_seq')
      .where('plan_id', '=', id)
      .orderBy('change_seq')
      .execute();
    return rows.map(({ change_seq }) => Number(change_seq));
  }

  /** After a restart: a plan whose process ended while it was applied has an unknown outcome, and is never sent again. */
  async abandonStale(): Promise<void> {
    const rows = await this.#store.db
      .selectFrom('plans')
      .selectAll()
      .where('state', '=', 'applying')
      .where('instance_id', '!=', this.#instanceId)
      .where('instance_id', 'not in', (query) => query.selectFrom('processes').select('processes.instance_id'))
      .execute();
    for (const row of rows) await this.move(await this.#read(row), ['applying'], 'unknown', { actor: 'service' });
  }

  /** Keeps what has lapsed from being open again when the clock is set back. */
  async expire(): Promise<void> {
    const rows = await this.#store.db
      .selectFrom('plans')
      .selectAll()
      .where('state', 'in', OPEN)
      .where('expires_at', '<=', this.#ambient.now())
      .limit(500)
      .execute();
    for (const row of rows) await this.#lapsed(row);
  }

  /** What people agreed to and the service has yet to do, without what has to wait for its platform. */
  async approved(): Promise<Plan[]> {
    const rows = await this.#store.db
      .selectFrom('plans')
      .selectAll()
      .where('state', '=', 'approved')
      .where(({ eb, or }) => or([eb('retry_at', 'is', null), eb('retry_at', '<=', this.#ambient.now())]))
      .orderBy('decided_at')
      .limit(100)
      .execute();
    return Promise.all(rows.map((row) => this.#read(row)));
  }

  async #openLike(
    tx: Transaction<Tables>,
    { workspace_id, sameness }: PlanRow,
    states: readonly PlanState[],
  ): Promise<PlanRow | undefined> {
    return tx
      .selectFrom('plans')
      .selectAll()
      .where('workspace_id', '=', workspace_id)
      .where('state', 'in', states)
      .where('sameness', '=', sameness)
      .where('expires_at', '>', this.#ambient.now())
      .executeTakeFirst();
  }

  async #lapsed(row: PlanRow): Promise<PlanRow> {
    if (!OPEN.includes(row.state) || row.expires_at > this.#ambient.now()) return row;
    const plan = { id: row.id, workspaceId: row.workspace_id, organizationId: row.organization_id, hash: row.hash };
    await this.move(plan, [row.state], 'expired', { actor: 'service' });
    return this.#store.db.selectFrom('plans').selectAll().where('id', '=', row.id).executeTakeFirstOrThrow();
  }

  async #read(row: PlanRow): Promise<Plan> {
    const { id, workspace_id: workspaceId } = row;
    const facts = await this.#vault.open(workspaceId, contextOf(id), row.facts);
    const result = row.result && (await this.#vault.open(workspaceId, `${contextOf(id)} result`, row.result));
    return planIn(row, JSON.parse(facts) as PlanFacts, result ? JSON.parse(result) : undefined);
  }

  #record(
    { id, workspace_id, organization_id }: Pick<PlanRow, 'id' | 'workspace_id' | 'organization_id'>,
    actor: string,
    action: string,
    detail: Record<string, unknown>,
  ): void {
    this.#audit.append({
      organizationId: organization_id,
      workspaceId: workspace_id,
      actor,
      action,
      phase: 'event',
      detail: { plan: id, ...detail },
    });
  }
}

function rowOf({ id, workspaceId, organizationId }: Pick<Plan, 'id' | 'workspaceId' | 'organizationId'>) {
  return { id, workspace_id: workspaceId, organization_id: organizationId };
}

function digestOf(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}

/** Sealed text can be opened only for the plan that it belongs to. */
function contextOf(id: string): string {
  return `plan ${id}`;
}
