import type { UpstreamReply } from './session.ts';

/** What time it is at the platform, as the `Date` of its last reply told it; our own time until it has said anything. */
export class PlatformClock {
  readonly #now: () => number;
  #aheadMs: number | undefined;

  constructor(now: () => number) {
    this.#now = now;
  }

  now = (): number => this.#now() + (this.#aheadMs ?? 0);

  /** Undefined until the platform has said anything. */
  told = (): number | undefined => (this.#aheadMs === undefined ? undefined : this.now());

  hear = ({ headers }: Pick<UpstreamReply, 'headers'>): void => {
    const toldMs = Date.parse(headers.date ?? '');
    if (Number.isFinite(toldMs)) this.#aheadMs = toldMs - this.#now();
  };
}
