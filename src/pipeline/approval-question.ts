import type { Plan } from '../plans/plan.ts';
import { InputRequired } from '../tools/input-required.ts';
import type { ShownPlan } from '../tools/plan-desk.ts';
import type { Job } from './call.ts';

/**
 * Leads the person behind a client that can open addresses to the page of a waiting plan. The client's answer
 * approves nothing: people decide on that page, signed in. The plan's id is the state, so that the client's next call finds the plan.
 */
export function approvalQuestion(
  { call: { conversation } }: Job,
  { id, state }: Plan,
  { summary, code, approve_url: url }: ShownPlan,
): InputRequired | undefined {
  if (state !== 'waiting' || !url || !conversation?.canAsk('elicitation/create', 'url')) return undefined;
  if (conversation.answers.approve !== undefined) return undefined;
  const message = `A person has to agree to this change (plan ${code}): ${summary}`;
  const params = { mode: 'url', elicitationId: id, url, message };
  return new InputRequired({ approve: { method: 'elicitation/create', params } }, id);
}
