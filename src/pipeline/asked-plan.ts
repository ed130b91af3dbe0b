import { canonicalJson } from '../idempotency/fingerprint.ts';
import type { Job, ToolReply } from './call.ts';
import { closed } from './plan-desk.ts';
import { parked } from './preview.ts';

/**
 * What became of the plan whose page the client was led to, when it calls again with the same arguments. The change itself is made
 * by the service once people have agreed, never by this call: it may have been made already.
 */
export async function answerOfAskedPlan(job: Job): Promise<ToolReply | undefined> {
  const { call, pipeline, workspace, tool, args } = job;
  const { state: planId, answers } = call.conversation ?? {};
  if (planId === undefined || answers?.approve === undefined) return undefined;
  const plan = await pipeline.plans.find(workspace.id, planId);
  const isOfThisCall = plan?.tool === tool.name && canonicalJson(plan.facts.args) === canonicalJson(args);
  if (!plan || !isOfThisCall) return undefined;
  if (plan.state === 'applied' && plan.result !== undefined)
    return { json: JSON.stringify(plan.result), isError: false };
  throw plan.state === 'waiting' ? parked(job, plan) : closed(plan);
}
