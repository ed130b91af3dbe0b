import { ToolFailure } from '../../api/call-tool.ts';
import type { TagPlan } from '../../api/tags.ts';

/** The plan that a call has become because a person has to agree; undefined for any other answer. */
export function waitingPlan(error: unknown): TagPlan | undefined {
  if (!(error instanceof ToolFailure) || error.details.code !== 'approval_required') return undefined;
  const { plan } = error.details as { plan?: Partial<TagPlan> };
  return plan?.id !== undefined && plan.code !== undefined ? (plan as TagPlan) : undefined;
}
