import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { leavesDrawer } from '../address/use-opened.ts';
import { keptSearch } from './kept-search.ts';

export type Go = (to: string, search?: Record<string, string | undefined>) => void;

/** Navigates to another page and keeps workspace, period and comparison in the URL. */
export function useGo(): Go {
  const router = useRouter();
  return useCallback<Go>(
    (to, search) =>
      void router.navigate({
        to: to as '/',
        search: (kept) => ({ ...keptSearch(kept), ...search }),
        replace: leavesDrawer(router.latestLocation.search),
      }),
    [router],
  );
}
