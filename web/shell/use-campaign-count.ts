import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useShownPeriod } from '../address/use-period.ts';
import { useCampaigns } from '../api/use-campaigns.ts';
import { searchSource } from './campaign-search.tsx';
import { SEARCHED_CAMPAIGNS, type SearchSource } from './search-entries.ts';

/** What a page itself asks for goes first. */
const QUIET_MS = 500;

/** How many campaigns there are. Read once the page is there, it also fills the search, and Campaigns opens with it. */
export function useCampaignCount(): number | undefined {
  const queries = useQueryClient();
  const [wanted, setWanted] = useState(false);
  const isQuiet = useIsFetching() === 0;
  useEffect(() => {
    if (!isQuiet) return;
    const waiting = setTimeout(() => setWanted(true), QUIET_MS);
    return () => clearTimeout(waiting);
  }, [isQuiet]);
  const { period, against } = useShownPeriod();
  const { campaigns, isListed } = useCampaigns(period, against, wanted);
  useEffect(() => {
    // Nobody watches it before the search is opened; it is kept all the same.
    queries.setQueryDefaults(SEARCHED_CAMPAIGNS, { gcTime: Number.POSITIVE_INFINITY });
    if (campaigns) queries.setQueryData<SearchSource>(SEARCHED_CAMPAIGNS, () => searchSource(campaigns));
  }, [campaigns, queries]);
  return isListed ? campaigns?.length : undefined;
}
