import { MINUTE_MS } from '../ambient.ts';
import type { ToolContext } from '../tools/define-tool.ts';
import type { Pace } from '../upstream/session.ts';

type Progress = ToolContext<unknown>['progress'];

/** Shorter waits are over before anybody has read of them. */
const SHOWN_WAIT_MIN_MS = 1000;
/** Progress has to rise with every message; a wait brings a call hardly further. */
const WAIT_STEP = 0.001;

/** A tool's own progress, with the waits for the platform's limits in between. */
export function progressWithWaits(show: Progress): { progress: Progress; waiting(ms: number, pace?: Pace): void } {
  let reached = 0;
  let total: number | undefined;
  return {
    progress(done, of, message) {
      reached = Math.max(reached, done);
      total = of;
      show(done, of, message);
    },
    waiting(ms, pace) {
      if (ms < SHOWN_WAIT_MIN_MS) return;
      reached += WAIT_STEP;
      const limit = pace ? `: ${inWords(pace)}` : '';
      show(reached, total, `waiting ${Math.ceil(ms / 1000)} s for the platform's limit${limit}`);
    },
  };
}

/** A published span, which channels keep a little longer than it is. */
function inWords({ requests, perMs }: Pace): string {
  const seconds = Math.floor(perMs / 1000);
  const span = perMs >= MINUTE_MS ? 'a minute' : seconds === 1 ? 'a second' : `in ${seconds} s`;
  return `${requests} ${requests === 1 ? 'request' : 'requests'} ${span}`;
}
