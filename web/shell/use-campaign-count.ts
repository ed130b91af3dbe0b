import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useShownPeriod } from '../address/use-period.ts';
import { useCampaigns } from '../api/use-campaigns.ts';
import { searchSource } from './campaign-search.tsx';
import { SEARCHED_CAMPAIGNS, type SearchSource } from './search-entries.ts';

/** Wait until the page's own queries have been done for this long, so that they are not slowed down. */
const QUIET_MS = 500;

/** The number of campaigns. Their list is loaded after the page and also fills the search and the Campaigns page. */
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
    // No component observes this entry until the search opens, so the query cache would drop it.
    queries.setQueryDefaults(SEARCHED_CAMPAIGNS, { gcTime: Number.POSITIVE_INFINITY });
    if (campaigns) queries.setQueryData<SearchSource>(SEARCHED_CAMPAIGNS, () => searchSource(campaigns));
  }, [campaigns, queries]);
  return isListed ? campaigns?.length : undefined;
}
