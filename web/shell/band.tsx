import { IconFlask } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './shell.module.css';

/** Hatched, above everything: what is shown is practice. */
export function Band({ clock, end }: { clock?: string | undefined; end?: ReactNode }) {
  return (
    <div className={classes.band} role="note" aria-label="Sandbox">
      <span className={classes.bandPart}>
        <IconFlask size={14} stroke={2} aria-hidden="true" />
        Sandbox
      </span>
      <span className={classes.bandPart}>Practice data. Nothing here reaches a platform or costs money.</span>
      <span className={classes.bandEnd}>
        {clock && <span className={`${classes.bandPart} ${classes.bandClock}`}>{clock}</span>}
        {end && <span className={classes.bandPart}>{end}</span>}
      </span>
    </div>
  );
}
