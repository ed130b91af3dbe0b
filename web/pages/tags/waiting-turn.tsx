import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { waitS } from '../../api/tags.ts';
import { ReadProblem } from '../../parts/read-problem.tsx';
import { Shape } from '../../parts/shape.tsx';
import classes from './tags.module.css';

interface Read {
  error: { message: string } | null;
  errorUpdateCount: number;
  isFetching: boolean;
  refetch(): Promise<unknown>;
}

interface Props {
  read: Read;
  /** `The container could not be read` */
  title: string;
}

/** Why something could not be read; where the quota is used up, how long it waits. */
export function Unread({ read, title }: Props) {
  const { error, errorUpdateCount, refetch } = read;
  if (!error) return null;
  const seconds = waitS(error);
  if (seconds !== undefined) return <WaitsForQuota key={errorUpdateCount} read={read} seconds={seconds} />;
  return <ReadProblem title={title} text={`${error.message} Nothing was changed.`} onRetry={() => void refetch()} />;
}

/** Then a person has to ask: a window that was left open must not use up the quota for others. */
const READS_BY_ITSELF = 3;

function WaitsForQuota({ read, seconds }: { read: Read; seconds: number }) {
  const { errorUpdateCount, isFetching, refetch } = read;
  const isByItself = errorUpdateCount <= READS_BY_ITSELF;
  const left = useSecondsLeft(seconds);
  useEffect(() => {
    if (left === 0 && isByItself) void refetch();
  }, [left, isByItself, refetch]);
  return (
    <div className={classes.waits} role="status">
      <Shape kind="scheduled" size={13} />
      <p>
        <strong>{left > 0 ? `Waits ${left} s.` : 'The wait is over.'}</strong> The platform takes 15 requests a minute,
        and they are used up. Nothing was changed.
        {isByItself && ' It is read again by itself.'}
      </p>
      <Button size="xs" loading={isFetching} disabled={left > 0} onClick={() => void refetch()}>
        Try again
      </Button>
    </div>
  );
}

function useSecondsLeft(seconds: number): number {
  const [left, setLeft] = useState(Math.max(1, Math.ceil(seconds)));
  useEffect(() => {
    if (left <= 0) return;
    const ticking = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(ticking);
  }, [left]);
  return left;
}

const SLOW_MS = 4_000;

/** A read that takes this long most likely waits for its turn. */
export function SlowRead() {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const waiting = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(waiting);
  }, []);
  if (!isSlow) return null;
  return (
    <p className={classes.quiet} role="status">
      The platform takes 15 requests a minute; this one waits for its turn.
    </p>
  );
}
