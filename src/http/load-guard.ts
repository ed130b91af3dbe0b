import type { ServerResponse } from 'node:http';
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

  readonly guard: Guard = () => {
    if (this.#closing) throw refusal('The service is shutting down.', { Connection: 'close' });
    if (this.#inFlight > this.#most) throw refusal('The service is carrying as much as it can.');
  };

  /** Counts a request until its connection is done with it. */
  follow(response: ServerResponse, afterwards: () => void): void {
    this.#inFlight += 1;
    response.on('close', () => {
      this.#inFlight -= 1;
      afterwards();
    });
  }

  readonly #ended = (): void => {
    this.#working -= 1;
  };

  /** Counts work by its own end: a write goes on when its caller has left, and its outcome has to be recorded. */
  carry(work: Promise<void>, failed: (error: unknown) => void): void {
    this.#working += 1;
    work.then(this.#ended, (error: unknown) => {
      this.#ended();
      failed(error);
    });
  }
}

function refusal(why: string, headers?: Record<string, string>): HttpError {
  return new HttpError(503, 'INTERNAL_ERROR', `${why} Send the request again in a moment.`, {
    'Retry-After': '1',
    ...headers,
  });
}
