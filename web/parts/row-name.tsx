import type { ReactNode } from 'react';
import classes from './row-name.module.css';

interface Props {
  name: string;
  /** No longer valid, such as a revoked key. */
  past?: boolean;
  children?: ReactNode;
}

/** The name cell of a table row. A long name is cut off; its `title` shows it in full. */
export const RowName = ({ name, past = false, children }: Props) => (
  <span className={classes.name} data-past={past} title={name}>
    {name} {children}
  </span>
);
