import type { ReactNode } from 'react';
import { Shape } from './shape.tsx';
import classes from './states.module.css';

/** A channel did not answer: its part is missing, not zero. */
export function Partial({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className={classes.partial} role="status">
      <Shape kind="limited" size={13} />
      <p>
        <strong style={{ fontWeight: 600 }}>Totals are partial.</strong> {children}
      </p>
      {action}
    </div>
  );
}
