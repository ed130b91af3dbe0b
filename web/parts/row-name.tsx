import type { ReactNode } from 'react';
import classes from './row-name.module.css';

interface Props {
  name: string;
  /** No longer in use. */
  past?: boolean;
  children?: ReactNode;
}

/** What a row is about. A long name is cut by its column, and whole in its title. */
export const RowName = ({ name, past = false, children }: Props) => (
  <span className={classes.name} data-past={past} title={name}>
    {name} {children}
  </span>
);
