import { IconFlask } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './shell.module.css';

interface Props {
  /** Beside what is practice there is what is not. */
  hasLive?: boolean;
  clock?: string | undefined;
  end?: ReactNode;
}

/** Hatched, above everything: what is shown is practice, or some of it. */
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
