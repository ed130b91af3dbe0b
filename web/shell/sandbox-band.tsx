import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { api } from '../api/client.ts';
import { useScope } from '../api/scope.ts';
import { longMoment } from '../format/time.ts';
import { Band } from './band.tsx';
import { keptSearch } from './kept-search.ts';

/** Shown on every page whose workspaces have a sandbox connection, with the sandbox's clock. */
export function SandboxBand() {
  const { pathname } = useLocation();
  const { hasLive } = useScope();
  const { data } = useQuery({ ...api.rehearsal.state.queryOptions(), staleTime: 30_000 });
  const rehearsal = (
    <Link to={'/rehearsal' as '/'} search={keptSearch as never}>
      Open Rehearsal
    </Link>
  );
  return (
    <Band
      hasLive={hasLive}
      clock={data && `Clock ${longMoment(data.clock.now)}`}
      end={pathname.startsWith('/rehearsal') ? undefined : rehearsal}
    />
  );
}
