import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { keptSearch } from './kept-search.ts';

export type Go = (to: string, search?: Record<string, string | undefined>) => void;

/** Navigates to another page and keeps workspace, period and comparison in the URL. */
export function useGo(): Go {
  const navigate = useNavigate();
  return useCallback<Go>(
    (to, search) =>
      void navigate({
        to: to as '/',
        search: (kept) => ({ ...keptSearch(kept), ...search }),
      }),
    [navigate],
  );
}
