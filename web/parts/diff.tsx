import { VisuallyHidden } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import classes from './diff.module.css';

interface Props {
  field?: string;
  from?: string;
  to?: string;
  /** Of a change not applied: the value that stays and the one asked for; never green, which means done. */
  kept?: { value?: string; asked: string };
}

/** One field before and after, inline. */
export function Diff({ field, from, to, kept }: Props) {
  return (
    <span className={classes.root}>
      {field && <span className={classes.field}>{field}</span>}
      {kept ? (
        <>
          <span className={classes.stays}>stays {kept.value ?? 'as it was'}</span>
          <span className={classes.quiet}>asked {kept.asked}</span>
        </>
      ) : (
        <>
          {from !== undefined && <del className={classes.from}>{from}</del>}
          {from !== undefined && to !== undefined && (
            <>
              <IconArrowRight className={classes.arrow} size={12} aria-hidden="true" />
              <VisuallyHidden> to </VisuallyHidden>
            </>
          )}
          {to !== undefined && (
            <ins className={classes.to} style={{ textDecoration: 'none' }}>
              {to}
            </ins>
          )}
        </>
      )}
    </span>
  );
}
