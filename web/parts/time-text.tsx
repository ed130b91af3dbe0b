import { Tooltip } from '@mantine/core';
import { useEffect, useState } from 'react';
import { exact, relative } from '../format/time.ts';

/** A time, relative if under a day ago and updated as it passes; the exact time with its zone on hover. */
export function TimeText({ time }: { time: string | number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(ticking);
  }, []);
  return (
    <Tooltip label={exact(time)}>
      <time dateTime={new Date(time).toISOString()} style={{ whiteSpace: 'nowrap' }}>
        {relative(time, now)}
      </time>
    </Tooltip>
  );
}
