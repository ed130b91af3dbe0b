import { HOUR_MS } from '../ambient.ts';
import type { PlanState } from '../tools/plan-desk.ts';
import type { BulkPlan } from '../tools/plan-members.ts';
import type { SpendEffect } from '../tools/spend-overview.ts';
import type { ActionClass, Difference } from './action-class.ts';
import type { ShownRequest } from './request-digest.ts';

/** An object above one that a plan changes, or that object itself, without values. */
export interface Ancestor {
  level: string;
  id: string;
  /** Its status and its budget. */
  values: Readonly<Record<string, unknown>>;
}

/** What a plan is about. Sealed: arguments may hold addresses with secrets, and files. */
export interface PlanFacts {
  args: Record<string, unknown>;
  account: string;
  /** Where it leads to. Not its version: every new token counts that up. */
  connection: { id: string; mode: string; account: string | undefined; options: unknown } | undefined;
  /** Of the tool's arguments: after an upgrade they may mean something else. */
  schema: string;
  digest: string;
  request: ShownRequest;
  difference: Difference;
  /** Left out in plans of earlier versions. */
  ancestors?: readonly Ancestor[];
  objectName?: string;
  platformChecked: boolean;
  /** What it does to the account's spending; undefined where it moves no money. */
  exposure?: SpendEffect;
  cannotBeUndone: readonly string[];
  policyVersion: number;
  approvalsNeeded: number;
  /** Of a scheduled change: not before this moment. People agree to it as well. */
  applyAt?: number;
  /** Of a plan with members, in place of one difference. A job applies it. */
  bulk?: BulkPlan;
}

export interface PlanDraft {
  organizationId: string;
  workspaceId: string;
  channel: string;
  tool: string;
  class: ActionClass;
  state: 'planned' | 'waiting' | 'scheduled';
  requester: string;
  reason: string | undefined;
  facts: PlanFacts;
  /** The changes that it takes back, by their number in the audit log. */
  undoes?: readonly number[] | undefined;
}

/** A plan that takes back a change, as far as it has come. */
export interface UndoPlan {
  changeSeq: number;
  id: string;
  state: PlanState;
  requester: string;
  callId: string | undefined;
  at: number;
}

export interface Plan extends Omit<PlanDraft, 'state' | 'undoes'> {
  id: string;
  state: PlanState;
  hash: string;
  approvals: readonly { by: string; at: number }[];
  note: string | undefined;
  callId: string | undefined;
  /** How often its platform asked to wait after people had agreed. */
  retries: number;
  createdAt: number;
  expiresAt: number;
  /** The last step: who took it and when. Undefined: it stands as it was made. */
  decided: { by: string; at: number } | undefined;
  /** The answer of the write, once it was made. */
  result: Record<string, unknown> | undefined;
}

/** How long a preview can be applied. A plan that was put before people lives longer. */
export const PREVIEW_MS = 15 * 60_000;

/** A scheduled change that could not be made within this time of its hour is not made any more. */
export const LATE_MS_MAX = 6 * HOUR_MS;

export function wasAskedOfPeople({ createdAt, expiresAt, facts: { applyAt } }: Plan): boolean {
  return applyAt === undefined ? expiresAt - createdAt > PREVIEW_MS : expiresAt !== applyAt + LATE_MS_MAX;
}

/** An approval does not cover a change that is made this long after its hour, or after its last approval. */
export function isTooLate({ facts: { applyAt }, approvals }: Plan, now: number): boolean {
  if (applyAt === undefined) return false;
  return now > Math.max(applyAt, ...approvals.map(({ at }) => at)) + LATE_MS_MAX;
}

/** What is shown of a hash, for people and agents to compare. */
export function codeOf(hash: string): string {
  return `${hash.slice(0, 4)}-${hash.slice(4, 8)}`.toUpperCase();
}

/** Everything that makes a change the change that it is. */
export function agreedFacts({
  args,
  account,
  connection,
  schema,
  digest,
  difference,
  ancestors,
  applyAt,
}: PlanFacts): unknown[] {
  const hour = applyAt === undefined ? [] : [applyAt];
  return [args, account, connection ?? null, schema, digest, difference, ancestors ?? [], ...hour];
}
