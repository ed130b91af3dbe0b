import { IconFlask } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './shell.module.css';

interface Props {
  /** The page shows live data besides sandbox data. */
  hasLive?: boolean;
  clock?: string | undefined;
  end?: ReactNode;
}

/** The hatched bar at the top of a page that shows sandbox data, alone or beside live data. */
export function Band({ hasLive = false, clock, end }: Props) {
  return (
    <div className={classes.band} role="note" aria-label="Sandbox">
      <span className={classes.bandPart}>
        <IconFlask size={14} stroke={2} aria-hidden="true" />
        {hasLive ? 'Sandbox and live' : 'Sandbox'}
      </span>
      <span className={classes.bandPart}>
        {hasLive
          ? 'Practice data, marked as such, stands beside live data. What is live costs money.'
          : 'Practice data. Nothing here reaches a platform or costs money.'}
      </span>
      <span className={classes.bandEnd}>
        {clock && <span className={`${classes.bandPart} ${classes.bandClock}`}>{clock}</span>}
        {end && <span className={classes.bandPart}>{end}</span>}
      </span>
    </div>
  );
}
