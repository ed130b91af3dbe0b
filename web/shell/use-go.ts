import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { keptSearch } from './kept-search.ts';

export type Go = (to: string, search?: Record<string, string | undefined>) => void;

/** To another page, keeping whose numbers are shown and of when. */
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
