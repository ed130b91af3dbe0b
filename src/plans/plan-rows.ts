import type { PlanRow } from '../store/tables.ts';
import type { ActionClass } from './action-class.ts';
import type { Plan, PlanDraft, PlanFacts } from './plan.ts';

interface NewPlan {
  id: string;
  hash: string;
  sameness: string;
  /** Sealed. */
  facts: Uint8Array;
  createdAt: number;
  expiresAt: number;
}

/** A plan as it is kept at first. */
export function newRow(draft: PlanDraft, { id, hash, sameness, facts, createdAt, expiresAt }: NewPlan): PlanRow {
  return {
    id,
    organization_id: draft.organizationId,
    workspace_id: draft.workspaceId,
    channel: draft.channel,
    tool: draft.tool,
    class: draft.class,
    state: draft.state,
    requester: draft.requester,
    reason: draft.reason ?? null,
    hash,
    sameness,
    facts,
    result: null,
    approvals: '[]',
    decision_note: null,
    instance_id: null,
    call_id: null,
    created_at: createdAt,
    expires_at: expiresAt,
    retry_at: draft.facts.applyAt ?? null,
    retries: 0,
    decided_at: null,
    decided_by: null,
  };
}

/** The plan that a row holds, whose sealed parts were opened. */
export function planIn(row: PlanRow, facts: PlanFacts, result: Plan['result']): Plan {
  return {
    id: row.id,
    organizationId: row.organization_id,
    workspaceId: row.workspace_id,
    channel: row.channel,
    tool: row.tool,
    class: row.class as ActionClass,
    state: row.state,
    requester: row.requester,
    reason: row.reason ?? undefined,
    facts,
    hash: row.hash,
    approvals: JSON.parse(row.approvals),
    note: row.decision_note ?? undefined,
    callId: row.call_id ?? undefined,
    retries: Number(row.retries),
    createdAt: Number(row.created_at),
    expiresAt: Number(row.expires_at),
    decided:
      row.decided_at === null || row.decided_by === null
        ? undefined
        : { by: row.decided_by, at: Number(row.decided_at) },
    result,
  };
}
