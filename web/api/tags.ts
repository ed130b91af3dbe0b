import { useQuery } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import type { Api } from '../../src/web/api/router.ts';
import { callTool } from './call-tool.ts';
import { api, isApiError, queryClient, readAgain } from './client.ts';

type Outputs = inferRouterOutputs<Api>['tags'];
export type Container = Outputs['containers']['containers'][number];
export type Contents = Outputs['container'];
export type TagRow = Contents['tags'][number];
export type TriggerRow = Contents['triggers'][number];
export type VariableRow = Contents['variables'][number];
export type Draft = Outputs['drafts']['drafts'][number];
export type DraftChanges = Outputs['changes'];
export type Change = DraftChanges['changes'][number];
export type Conflict = DraftChanges['conflicts'][number];
export type Audit = Outputs['audit'];
export type Finding = Audit['findings'][number];

/** Where a container is; the account is left out where it is the configured one. */
export interface Place {
  workspaceId: string;
  account?: string | undefined;
  container: string;
}

/** The platform takes 15 requests a minute: what was read is kept, and is read again only when a person or a change asks for it. */
const KEPT = {
  staleTime: 10 * 60_000,
  retry: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  placeholderData: undefined,
} as const;

export const useContainers = (workspaceId: string, account: string | undefined, wanted = true) =>
  useQuery({ ...api.tags.containers.queryOptions({ workspaceId, account }), ...KEPT, enabled: wanted });

export const useTagAccounts = (workspaceId: string, wanted: boolean) =>
  useQuery({ ...api.tags.accounts.queryOptions({ workspaceId }), ...KEPT, enabled: wanted });

export const useContents = (place: Place) => useQuery({ ...api.tags.container.queryOptions(place), ...KEPT });

/** The container behind a `GTM-…`, of any account. */
export async function findContainer(workspaceId: string, publicId: string): Promise<Container | undefined> {
  const { containers } = await queryClient.fetchQuery({
    ...api.tags.containers.queryOptions({ workspaceId, publicId }),
    ...KEPT,
  });
  return containers[0];
}

/** The settings of one object in full. */
export const useWhole = (place: Place, kind: 'tag' | 'trigger' | 'variable', id: string, wanted: boolean) =>
  useQuery({ ...api.tags.whole.queryOptions({ ...place, kind, id }), ...KEPT, enabled: wanted });

/** Asked for once the container itself has answered. */
export const useDrafts = (place: Place, wanted: boolean) =>
  useQuery({ ...api.tags.drafts.queryOptions(place), ...KEPT, enabled: wanted });

export const useChanges = (place: Place, draft: string) =>
  useQuery({ ...api.tags.changes.queryOptions({ ...place, draft }), ...KEPT });

export const useAudit = (place: Place, wanted: boolean) =>
  useQuery({ ...api.tags.audit.queryOptions(place), ...KEPT, enabled: wanted });

/** Reads what is shown of a container again: what is live, its drafts and the difference that is open. */
export const readTags = () =>
  Promise.all([api.tags.container, api.tags.drafts, api.tags.changes].map((one) => readAgain(one.pathFilter())));

/** After a version was made of a draft, which is gone by that: its difference is not asked for again. */
export const readVersions = () =>
  Promise.all([api.tags.container, api.tags.drafts].map((one) => readAgain(one.pathFilter())));

/** A plan as tools answer with it; only what the page tells. */
export interface TagPlan {
  id: string;
  code: string;
  state: string;
  /** What the rules of the workspace go by. */
  class: string;
  summary: string;
}

/** A call about a container in the person's name, through the same path as an agent's. */
export const tagsCall = ({ workspaceId, account, container }: Place, tool: string, args: object = {}) => ({
  workspaceId,
  channel: 'tags',
  tool,
  arguments: { ...(account && { account_id: account }), container_id: container, ...args },
});

/** Sends a change once. */
export const sendTags = <Result>(place: Place, tool: string, args: object): Promise<Result> =>
  callTool<Result>({ ...tagsCall(place, tool, args), idempotencyKey: crypto.randomUUID() });

/** After how many seconds a refused read can be asked for again; undefined where waiting does not help. */
export function waitS(error: unknown): number | undefined {
  if (!isApiError(error)) return undefined;
  const { failure, code } = (error.data ?? {}) as {
    failure?: { retry_after_s?: number; code?: string };
    code?: string;
  };
  const isBusy = failure?.code === 'rate_limited' || code === 'TOO_MANY_REQUESTS';
  return failure?.retry_after_s ?? (isBusy ? MINUTE_S : undefined);
}

const MINUTE_S = 60;
