import type { Sender } from './sender.ts';

/** What time it is at the platform, as the `Date` of its last reply told it; our own time until it has said anything. */
export class PlatformClock {
  readonly #now: () => number;
  #aheadMs = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  now = (): number => this.#now() + this.#aheadMs;

  /** The same sender, whose replies set this clock. */
  listeningTo(sender: Sender): Sender {
    return {
      send: async (platform, request, bound) => this.#heard(await sender.send(platform, request, bound)),
      stream: async (platform, request, bound) => this.#heard(await sender.stream(platform, request, bound)),
      close: () => sender.close(),
    };
  }

  #heard<Reply extends { headers: Record<string, string> }>(reply: Reply): Reply {
    const toldMs = Date.parse(reply.headers.date ?? '');
    if (Number.isFinite(toldMs)) this.#aheadMs = toldMs - this.#now();
    return reply;
  }
}
