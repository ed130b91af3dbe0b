import { useSuspenseQuery } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import type { inferRouterOutputs } from '@trpc/server';
import { useMemo } from 'react';
import type { Api } from '../../src/web/api/router.ts';
import { leavesDrawer } from '../address/use-opened.ts';
import { api } from './client.ts';

type Outputs = inferRouterOutputs<Api>;
export type Me = Outputs['session']['me'];
export type Workspace = Me['workspaces'][number];

export const useMe = (): Me => useSuspenseQuery({ ...api.session.me.queryOptions(), staleTime: 300_000 }).data;

export interface Scope {
  /** The person's workspaces that are not archived. */
  all: Workspace[];
  /** The workspaces whose data the page shows: the chosen one, or all. */
  workspaces: Workspace[];
  /** The chosen one; undefined: the page shows all workspaces. */
  workspace: Workspace | undefined;
  /** The `workspaceIds` input of API queries; undefined: all workspaces. */
  workspaceIds: string[] | undefined;
  hasSandbox: boolean;
  hasLive: boolean;
  choose(id: string | undefined): void;
}

/** Which workspaces the page is about: `?workspace=…` in the address, or all. */
export function useScope(): Scope {
  const { workspaces } = useMe();
  const { workspace: id } = useSearch({ strict: false }) as { workspace?: string };
  const router = useRouter();
  return useMemo(() => {
    const all = workspaces.filter(({ archived }) => !archived);
    const workspace = all.length === 1 ? all[0] : all.find((one) => one.id === id);
    const shown = workspace ? [workspace] : all;
    const modes = new Set(shown.flatMap((one) => Object.values(one.modes)));
    return {
      all,
      workspaces: shown,
      workspace,
      workspaceIds: workspace && workspace.id === id ? [id] : undefined,
      hasSandbox: modes.has('sandbox'),
      hasLive: modes.has('live'),
      choose: (chosen) =>
        void router.navigate({
          to: '.',
          search: (search: object) => ({ ...search, workspace: chosen, navigation: undefined }),
          replace: leavesDrawer(router.latestLocation.search),
        }),
    };
  }, [workspaces, id, router]);
}
