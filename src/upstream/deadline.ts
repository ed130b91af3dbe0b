import type { Ambient } from '../ambient.ts';

/** The time one call may take, all its attempts and waits together. */
export class Deadline {
  /** True when the caller cancelled the call before its time was up. */
  cancelled = false;
  readonly #ambient: Ambient;
  readonly #endsAt: number;
  readonly #caller: AbortSignal;
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;

  constructor(ambient: Ambient, deadlineMs: number, caller: AbortSignal) {
    this.#ambient = ambient;
    this.#endsAt = ambient.elapsedMs() + deadlineMs;
    this.#caller = caller;
    this.#timer = setTimeout(() => this.#controller.abort(), deadlineMs);
    caller.addEventListener('abort', this.#cancel);
    if (caller.aborted) this.#cancel();
  }

  /** Aborts when the time is up and when the caller goes away. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The time is up now, such as when the service ends. */
  end(): void {
    this.#controller.abort();
  }

  remainingMs(): number {
    return this.#endsAt - this.#ambient.elapsedMs();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#caller.removeEventListener('abort', this.#cancel);
  }

  readonly #cancel = (): void => {
    this.cancelled = !this.signal.aborted;
    this.#controller.abort(this.#caller.reason);
  };
}
