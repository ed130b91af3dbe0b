import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';

export type View = 'sheet' | 'difference' | 'compare';

/** Goes to a media plan; the workspace in the address stays. */
export function useOpenMediaPlan() {
  const navigate = useNavigate();
  return useCallback(
    (id: string, replace = false) =>
      void navigate({
        to: `/media-plans/${id}` as '/',
        search: ({ workspace, view }: { workspace?: string; view?: string }) =>
          ({ workspace, ...(replace && { view }) }) as never,
        replace,
      }),
    [navigate],
  );
}
