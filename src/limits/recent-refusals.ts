import type { Ambient } from '../ambient.ts';
import { BoundedMap } from '../memory/bounded-map.ts';

const REMEMBERED_MAX = 1_000;

/** Who has lately been refused for having used up its points. Forgotten with the process: it is news, not history. */
export class RecentRefusals {
  readonly #ambient: Ambient;
  readonly #at = new BoundedMap<string, number>(REMEMBERED_MAX);

  constructor(ambient: Ambient) {
    this.#ambient = ambient;
  }

  note(callerId: string): void {
    this.#at.set(callerId, this.#ambient.now());
  }

  /** Who was refused since, and when last. */
  since(time: number): Map<string, number> {
    return new Map([...this.#at].filter(([, at]) => at >= time));
  }
}
