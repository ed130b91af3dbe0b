import type { Ambient } from '../ambient.ts';
import { BoundedMap } from '../memory/bounded-map.ts';

const REMEMBERED_MAX = 1_000;

/** Callers that were refused lately because they had used up their points. Kept in memory only: the pages show it as news. */
export class RecentRefusals {
  readonly #ambient: Ambient;
  readonly #at = new BoundedMap<string, number>(REMEMBERED_MAX);

  constructor(ambient: Ambient) {
    this.#ambient = ambient;
  }

  note(callerId: string): void {
    this.#at.set(callerId, this.#ambient.now());
  }

  /** Callers refused since `time`, each with its last refusal. */
  since(time: number): Map<string, number> {
    return new Map([...this.#at].filter(([, at]) => at >= time));
  }
}
