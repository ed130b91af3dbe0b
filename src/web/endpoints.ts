import type { Endpoint } from '../notices/endpoint.ts';
import { CHOSEN_EVENTS } from '../notices/events.ts';
import type { Attempt } from '../notices/retry-schedule.ts';
import type { DeliveryRow } from '../store/notice-tables.ts';
import { iso } from './key-views.ts';
import type { Looker } from './looker.ts';

const moment = (ms: number | undefined) => (ms === undefined ? null : iso(ms));

export function whereOf({ workspace }: Looker) {
  return { organizationId: workspace.organizationId, workspaceId: workspace.id };
}

/** The endpoints of a workspace as their page shows them. */
export async function endpointsIn(looker: Looker) {
  const { parts, workspace } = looker;
  const found = await parts.home.endpoints.list(workspace.id);
  const actor = await parts.people.actors(found.map(({ createdBy }) => createdBy));
  return {
    endpoints: found.map((endpoint) => viewOf(endpoint, actor(endpoint.createdBy))),
    events: [...CHOSEN_EVENTS],
    mails: parts.settings.smtpUrl !== '' && parts.settings.mailFrom !== '',
  };
}

export async function endpointView({ parts }: Looker, endpoint: Endpoint) {
  const actor = await parts.people.actors([endpoint.createdBy]);
  return viewOf(endpoint, actor(endpoint.createdBy));
}

function viewOf<Who>(endpoint: Endpoint, createdBy: Who) {
  const { id, kind, name, address, events, state, offBecause } = endpoint;
  return {
    id,
    kind,
    name,
    address,
    events,
    state,
    offBecause: offBecause ?? null,
    failingSince: moment(endpoint.failingSince),
    deliveredAt: moment(endpoint.deliveredAt),
    previousSecretUntil: moment(endpoint.previousSecretUntil),
    createdAt: iso(endpoint.createdAt),
    createdBy,
  };
}

export function attemptView({ at, ms, status, error, answer }: Attempt) {
  return { at: iso(at), ms, status: status ?? null, error: error ?? null, answer: answer ?? null };
}

export async function deliveryViews(
  { parts, workspace }: Looker,
  question: { id: string; limit: number; after?: string | undefined; state?: DeliveryRow['state'] | undefined },
) {
  const { home } = parts;
  const { id: endpointId, ...page } = question;
  await home.endpoints.find({ workspaceId: workspace.id, id: endpointId });
  const { deliveries, next } = await home.deliveryLog.page({ workspaceId: workspace.id, endpointId }, page);
  return {
    deliveries: deliveries.map(({ id, webhookId, type, title, state, attempts, nextAt, createdAt }) => ({
      id,
      webhookId,
      type,
      title,
      state,
      attempts: attempts.map(attemptView),
      nextAt: moment(nextAt),
      createdAt: iso(createdAt),
    })),
    next: next ?? null,
  };
}
