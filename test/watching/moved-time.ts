import { passingTime } from '../passing-time.ts';

/** A clock that a test moves by days, for the service and for the sandbox alike; waits for a platform's pace pass at once. */
export function movedTime(start: string) {
  const { ambient, sleep, waitedMs } = passingTime();
  const begin = Date.parse(start);
  let moved = 0;
  const now = () => begin + moved + Math.ceil(waitedMs());
  return {
    ambient: { ...ambient, now, elapsedMs: () => ambient.elapsedMs() + moved },
    sleep,
    now,
    move(ms: number) {
      moved += ms;
    },
  };
}
