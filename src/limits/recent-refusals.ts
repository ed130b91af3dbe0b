import type { Ambient } from '../ambient.ts';

const REMEMBERED_MAX = 1_000;

/** Who has lately been refused for having used up its points. Forgotten with the process: it is news, not history. */
export class RecentRefusals {
  readonly #ambient: Ambient;
  readonly #at = new Map<string, number>();

  constructor(ambient: Ambient) {
    this.#ambient = ambient;
  }

  note(callerId: string): void {
    this.#at.delete(callerId);
    this.#at.set(callerId, this.#ambient.now());
    const [oldest] = this.#at.keys();
    if (this.#at.size > REMEMBERED_MAX && oldest !== undefined) this.#at.delete(oldest);
  }

  /** When it was refused last. */
  of(callerId: string): number | undefined {
    return this.#at.get(callerId);
  }
}
