import { useNavigate, useRouter } from '@tanstack/react-router';
import { useRef } from 'react';

/**
 * Opens and closes what `?open=…` names. Opening adds an entry to the browser's history, so that Back closes it; going
 * from one to the next replaces that entry, and closing goes back over it.
 */
export function useOpened(current: string | undefined) {
  const navigate = useNavigate();
  const { history } = useRouter();
  const isOwnEntry = useRef(false);
  const go = (change: Record<string, string | undefined>, replace: boolean) =>
    void navigate({ to: '.', search: (old) => ({ ...old, ...change }), replace });
  return {
    open(id: string) {
      if (current === undefined) isOwnEntry.current = true;
      go({ open: id }, current !== undefined);
    },
    close() {
      if (isOwnEntry.current) history.back();
      else go({ open: undefined, change: undefined }, true);
      isOwnEntry.current = false;
    },
  };
}
