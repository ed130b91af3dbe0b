import type { UpstreamReply } from './session.ts';

/** What time it is at the platform, as the `Date` of its last reply told it; our own time until it has said anything. */
export class PlatformClock {
  readonly #now: () => number;
  #aheadMs = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  now = (): number => this.#now() + this.#aheadMs;

  hear = ({ headers }: Pick<UpstreamReply, 'headers'>): void => {
    const toldMs = Date.parse(headers.date ?? '');
    if (Number.isFinite(toldMs)) this.#aheadMs = toldMs - this.#now();
  };
}
