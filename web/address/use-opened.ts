import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';

/** Whether the navigation drawer is open: what is chosen there takes its place in the history, so Back skips it. */
export const leavesDrawer = (search: { navigation?: unknown }): boolean => search.navigation !== undefined;

/**
 * The drawer that the address names: `?open=…` what a page shows in one, `?navigation=open` the pages in a narrow window.
 * Opening adds an entry to the browser's history, so that Back closes it; going from one to the next replaces that
 * entry, and closing goes back over it.
 */
export function useOpened(name: 'open' | 'navigation') {
  const { [name]: id } = useSearch({ strict: false }) as Record<string, string | undefined>;
  const navigate = useNavigate();
  const { history } = useRouter();
  const isOwnEntry = useRef(false);
  const go = (change: Record<string, string | undefined>, replace: boolean) =>
    void navigate({ to: '.', search: (old) => ({ ...old, ...change }), replace });
  return {
    id,
    open(next: string) {
      if (id === undefined) isOwnEntry.current = true;
      go({ [name]: next }, id !== undefined);
    },
    close() {
      if (isOwnEntry.current) history.back();
      else go({ [name]: undefined, change: undefined }, true);
      isOwnEntry.current = false;
    },
  };
}
