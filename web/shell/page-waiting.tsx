import { Skeleton } from '@mantine/core';
import { AfterDelay } from '../parts/after-delay.tsx';
import classes from './shell.module.css';

/** The skeleton of a page while its code or the signed-in person is loading. */
export const PageWaiting = () => (
  <AfterDelay>
    <div className={classes.main} aria-busy="true">
      <div className={classes.bar}>
        <Skeleton height={16} width={120} />
      </div>
      <div className={classes.content}>
        <Skeleton height={96} />
        <Skeleton height={320} />
      </div>
    </div>
  </AfterDelay>
);
