import { IconHandStop } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { OpenStop } from '../api/stops.ts';
import { clock } from '../format/time.ts';
import { channelName } from '../parts/channels.ts';
import { keptSearch } from './kept-search.ts';
import classes from './stop.module.css';
import { useStopRetry } from './use-stop-retry.ts';

/** Above everything while spending is stopped. */
export function StopBand({ stops }: { stops: readonly OpenStop[] }) {
  const [first] = stops.toSorted((one, other) => (one.at < other.at ? -1 : 1)) as [OpenStop, ...OpenStop[]];
  const running = [...new Set(stops.flatMap(({ notStopped }) => notStopped.map(({ channel }) => channel)))];
  useStopRetry(stops);
  return (
    <div className={classes.band} role="alert">
      <IconHandStop size={16} stroke={2} aria-hidden="true" />
      <strong>Spending is stopped</strong>
      <span className={classes.bandAbout}>
        since {clock(first.at)} by <bdi>{first.by}</bdi>.
        {running.length > 0 && ` ${running.map(channelName).join(', ')} did not stop.`}
      </span>
      <Link to={'/stop' as '/'} search={keptSearch as never} className={classes.bandLink}>
        {running.length > 0 ? 'Stop what is left' : 'See what stopped'}
      </Link>
    </div>
  );
}
