import { Link, useLocation } from '@tanstack/react-router';
import { Band } from './band.tsx';
import { keptSearch } from './kept-search.ts';

/** Shown whenever anything on the page is of the sandbox. */
export function SandboxBand() {
  const { pathname } = useLocation();
  const rehearsal = (
    <Link to={'/rehearsal' as '/'} search={keptSearch as never}>
      Open Rehearsal
    </Link>
  );
  return <Band end={pathname.startsWith('/rehearsal') ? undefined : rehearsal} />;
}
