import { Failure } from '../errors.ts';
import type { JobPlace } from '../pipeline/call.ts';
import type { MediaPlan } from '../plans/media-plan.ts';

/** A media plan of the workspace, by its own id or by that of the plan that people approve. */
export async function mediaPlanNamed({ pipeline, workspace, call }: JobPlace, id: string): Promise<MediaPlan> {
  const { mediaPlans } = pipeline;
  const found = (await mediaPlans.ofPlan(workspace.id, id)) ?? (await mediaPlans.find(workspace.id, id));
  if (found && pipeline.admission.mayUseSheet(call.principal, found.createdBy)) return found;
  throw new Failure({
    code: 'not_found',
    message: `\`plan_id\`: there is no media plan ${id} in this workspace.`,
    problems: [{ field: 'plan_id', message: 'names no media plan of this workspace' }],
    nextStep: 'Take the id of the plan that plan_from_sheet answered with; list_plans shows them.',
  });
}
