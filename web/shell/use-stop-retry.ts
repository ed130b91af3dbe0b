import { useEffect } from 'react';
import { useScope } from '../api/scope.ts';
import { channelsToRetry, type OpenStop, stopAgain } from '../api/stops.ts';

const RETRY_EVERY_MS = 30_000;

/** While a page is open, channels that did not stop are tried again by themselves, in the name of the person who looks at it. */
export function useStopRetry(stops: readonly OpenStop[]): void {
  const { workspaces } = useScope();
  const mayStop = (id: string) => workspaces.some((one) => one.id === id && one.role !== 'viewer');
  const tries = stops
    .filter(({ workspaceId }) => mayStop(workspaceId))
    .map((stop) => ({ workspaceId: stop.workspaceId, channels: channelsToRetry(stop) }))
    .filter(({ channels }) => channels.length > 0);
  // As text: a list that is read again without a change must not restart the wait.
  const wanted = JSON.stringify(tries);
  useEffect(() => {
    const asked = JSON.parse(wanted) as typeof tries;
    if (asked.length === 0) return;
    let isBusy = false;
    const timer = setInterval(async () => {
      if (isBusy) return;
      isBusy = true;
      // A try that fails is told by the list of what did not stop.
      await Promise.allSettled(asked.map(({ workspaceId, channels }) => stopAgain(workspaceId, channels)));
      isBusy = false;
    }, RETRY_EVERY_MS);
    return () => clearInterval(timer);
  }, [wanted]);
}
