import { HOUR_MS } from '../../ambient.ts';
import { LATE_MS_MAX, type Plan } from '../../plans/plan.ts';
import type { PlanState } from '../../tools/plan-desk.ts';
import type { ChangeState } from '../../tools/schedule-desk.ts';

const STATES: Readonly<Record<PlanState, ChangeState>> = {
  planned: 'scheduled',
  scheduled: 'scheduled',
  approved: 'scheduled',
  waiting: 'needs_approval',
  applying: 'running',
  applied: 'applied',
  stale: 'not_applied',
  failed: 'not_applied',
  rejected: 'not_applied',
  unknown: 'unknown',
  withdrawn: 'cancelled',
  expired: 'missed',
};

/** The states that the plan of such a change can be in. */
export function planStatesOf(state: ChangeState): PlanState[] {
  const states = Object.keys(STATES) as PlanState[];
  return states.filter((one) => STATES[one] === state || (one === 'expired' && state === 'not_applied'));
}

/** How a scheduled change stands. Its plan tells; nothing is kept twice. */
export function changeState(plan: Plan): ChangeState {
  return plan.state === 'expired' && !hadLeave(plan) ? 'not_applied' : STATES[plan.state];
}

/** It needed no person, or enough had agreed. */
function hadLeave({ facts: { applyAt = 0, approvalsNeeded }, approvals, expiresAt }: Plan): boolean {
  return expiresAt === applyAt + LATE_MS_MAX || approvals.length >= approvalsNeeded;
}

export function changeWords(plan: Plan, hour: string): string {
  const note = plan.note === undefined ? '' : ` ${plan.note}`;
  switch (plan.state) {
    case 'planned':
    case 'scheduled':
      return `It is made at ${hour}, if nothing it touches has moved by then.${note}`;
    case 'approved':
      return `It is approved and made at ${hour}, if nothing it touches has moved by then.${note}`;
    case 'waiting':
      return `A person has to agree. Until ${hour} they can do so beforehand; later it is made when they do.${note}`;
    case 'applying':
      return 'It is being made.';
    case 'applied':
      return `It was made and read back.${note}`;
    case 'stale':
    case 'failed':
      return `It was due at ${hour} and was not made.${note}`;
    case 'rejected':
      return `A person rejected it.${note}`;
    case 'unknown':
      return `It was sent, and nobody knows what became of it. It is not sent again.${note}`;
    case 'withdrawn':
      return `It was cancelled.${note}`;
    case 'expired':
      return hadLeave(plan)
        ? `It was due at ${hour} and could not be made within ${LATE_MS_MAX / HOUR_MS} hours of that, so it was left.`
        : `It was due at ${hour}, and nobody agreed in time.`;
  }
}
