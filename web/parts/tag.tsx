import type { ReactNode } from 'react';
import classes from './tag.module.css';

interface Props {
  children: ReactNode;
  tone?: 'plain' | 'live' | 'sandbox' | 'good' | 'warn';
}

/** A word in a box: what a platform calls a thing, a number beside a title, `read` or `write`. */
export function Tag({ children, tone = 'plain' }: Props) {
  return (
    <span className={classes.root} data-tone={tone}>
      {children}
    </span>
  );
}
