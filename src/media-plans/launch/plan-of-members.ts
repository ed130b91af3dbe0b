import { createHash } from 'node:crypto';
import { Failure } from '../../errors.ts';
import { Turns } from '../../event-loop/turns.ts';
import { canonicalJson } from '../../idempotency/fingerprint.ts';
import type { JobPlace } from '../../pipeline/call.ts';
import { cannotBeUndone } from '../../pipeline/undo-coverage.ts';
import type { MediaPlanContent, MediaPlanMember } from '../../plans/media-plan.ts';
import type { Plan } from '../../plans/plan.ts';
import { bulkPlan, differenceOf } from './bulk-plan.ts';
import { classesOf, toolsOfMembers } from './member-classes.ts';

export const MEDIA_PLAN_TOOL = 'plan_from_sheet';

interface MembersToPlan {
  content: Omit<MediaPlanContent, 'answer'>;
  /** What people call the sheet. */
  name: string;
}

/**
 * One plan for all members, which people agree to as a whole. The same content again is the plan that is still open for it: its
 * media plan is kept already (`mediaPlans.ofPlan`), and only a plan without one is saved with `mediaPlans.save`.
 */
export async function planOfMembers(job: JobPlace, { content, name }: MembersToPlan): Promise<Plan> {
  const { pipeline, workspace, call } = job;
  const { members, request } = content;
  const classed = await classesOf(job, members);
  if (classed.rule === 'deny') throw denied(classed.class);
  const accounts = [...new Set(members.map(({ account }) => account))];
  return pipeline.plans.make({
    organizationId: workspace.organizationId,
    workspaceId: workspace.id,
    channel: 'workspace',
    tool: MEDIA_PLAN_TOOL,
    class: classed.class,
    state: classed.rule === 'approve' ? 'waiting' : 'planned',
    requester: call.principal.id,
    reason: request.reason,
    facts: {
      args: { spreadsheet_id: request.spreadsheet_id, range: request.range, name },
      account: accounts.length === 1 ? accounts[0]! : '',
      connection: undefined,
      schema: '',
      digest: await digestOf(content),
      request: { method: 'PLAN', path: name },
      difference: differenceOf(members),
      objectName: name,
      platformChecked: false,
      cannotBeUndone: await leftBehind(job, members),
      policyVersion: classed.policyVersion,
      approvalsNeeded: classed.approvalsNeeded,
      bulk: bulkPlan(members),
    },
  });
}

/** Over every call of every member and the cells that they come from. In turns: a sheet may have thousands of rows. */
async function digestOf({ cells, members }: MembersToPlan['content']): Promise<string> {
  const hash = createHash('sha256').update(canonicalJson([cells.tab, cells.firstRow, cells.firstColumn]));
  const turns = new Turns();
  for (const row of cells.shown) {
    hash.update(canonicalJson(row));
    await turns.pause();
  }
  for (const { channel, account, through, kind, before, calls } of members) {
    hash.update(canonicalJson([channel, account, through ?? null, kind, before ?? null, calls]));
    await turns.pause();
  }
  return hash.digest('hex');
}

async function leftBehind({ pipeline }: JobPlace, members: readonly MediaPlanMember[]): Promise<string[]> {
  const turns = new Turns();
  const told = new Set<string>();
  for (const [channel, own] of Map.groupBy(members, (member) => member.channel)) {
    const toolOf = toolsOfMembers(pipeline.tools, channel);
    for (const { tool, arguments: args } of own.flatMap(({ calls }) => calls)) {
      for (const words of cannotBeUndone(toolOf(tool), args)) told.add(words);
      await turns.pause();
    }
  }
  return [...told];
}

function denied(name: string): Failure {
  return new Failure({
    code: 'permission_denied',
    message: `The rules of this workspace forbid changes of the class ${name}, and this sheet holds some.`,
    nextStep: 'Nothing was sent. An owner can change the policy (adhelm policy set).',
  });
}
