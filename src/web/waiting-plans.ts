import type { Plan } from '../plans/plan.ts';
import { obstacleFor, peopleAround, planTitle } from './approvals.ts';
import type { Attention } from './attention-item.ts';
import { iso } from './key-views.ts';
import type { Looker } from './looker.ts';

/** More than anybody decides before looking again. */
const PLANS_READ = 100;

/** One line a workspace for the plans that this person can decide, media plans included: Approvals lists them one by one. */
export async function waitingPlans({ parts, person, workspace }: Looker): Promise<Attention[]> {
  const open = await parts.home.plans.open([workspace.id], PLANS_READ);
  // A person whose session has ended can sign in again and decide.
  const decider = { person, signedInAt: parts.ambient.now() };
  const around = await peopleAround(parts, open);
  const mine: Plan[] = [];
  for (const plan of open)
    if (plan.state === 'waiting' && !(await obstacleFor(parts, decider, plan, around))) mine.push(plan);
  const oldest = mine.at(-1);
  if (!oldest) return [];
  const what = `${planTitle(parts, oldest)}${oldest.facts.objectName ? ` “${oldest.facts.objectName}”` : ''}`;
  const isOne = mine.length === 1;
  return [
    {
      kind: 'plan_waiting',
      severity: 'warning',
      title: isOne ? 'A change waits for your approval' : `${mine.length} changes wait for your approval`,
      about: `${workspace.name} · ${isOne ? '' : 'oldest: '}${what}, asked by ${around.actor(oldest.requester).name}`,
      workspaceId: workspace.id,
      channel: isOne && !oldest.facts.bulk ? oldest.channel : null,
      since: iso(oldest.createdAt),
      action: { label: 'Review', to: `/approvals${isOne ? `/${oldest.id}` : ''}?workspace=${workspace.id}` },
    },
  ];
}
