import { HttpError } from '../errors.ts';
import type { Guard } from './guards.ts';

/** Knows how much is under way, refuses more than can be carried, and says when everything has come to its end. */
export class LoadGuard {
  #inFlight = 0;
  #working = 0;
  #closing = false;
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  get closing(): boolean {
    return this.#closing;
  }

  /** Nobody waits for anything any more, and nothing is worked on. */
  get idle(): boolean {
    return this.#inFlight === 0 && this.#working === 0;
  }

  /** From now on nothing new is taken on. */
  close(): void {
    this.#closing = true;
  }

  readonly guard: Guard = (_request, reply) => {
    if (this.#closing) throw refusal('The service is shutting down. Send the request again in a moment.', 1);
    if (this.#inFlight >= this.#most)
      throw refusal('The service is carrying as much as it can. Send the request again in a moment.', 1);
    this.#inFlight += 1;
    reply.raw.once('close', () => {
      this.#inFlight -= 1;
    });
  };

  /** Counts work by its own end: a write goes on when its caller has left, and its outcome has to be recorded. */
  counted<Given extends unknown[], Result>(work: (...given: Given) => Promise<Result>) {
    return async (...given: Given): Promise<Result> => {
      this.#working += 1;
      try {
        return await work(...given);
      } finally {
        this.#working -= 1;
      }
    };
  }
}

function refusal(message: string, retryAfterS: number): HttpError {
  return new HttpError(503, 'INTERNAL_ERROR', message, { 'Retry-After': String(retryAfterS) });
}
