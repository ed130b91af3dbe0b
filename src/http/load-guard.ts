import { HttpError } from '../errors.ts';
import type { Exchange } from './exchange.ts';
import type { Guard } from './guards.ts';

/** One key may hold nine times as many requests as are still free, so a tenth is always left for others. */
const SHARE = 9;

/** Counts requests under way, in all and by key, and refuses more than the limit. */
export class LoadGuard {
  #inFlight = 0;
  #closing = false;
  readonly #most: number;
  readonly #byKey = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Also counts work for clients that have left: a write is finished and recorded. */
  get inFlight(): number {
    return this.#inFlight;
  }

  get closing(): boolean {
    return this.#closing;
  }

  get idle(): boolean {
    return this.#inFlight === 0;
  }

  /** From now on new requests are refused with 503. */
  close(): void {
    this.#closing = true;
  }

  readonly closingGuard: Guard = () => {
    if (this.#closing) throw refusal('The service is shutting down; try again in 1 s.', { Connection: 'close' });
  };

  readonly limitGuard: Guard = () => {
    if (this.#inFlight > this.#most)
      throw refusal(`The service is at its limit of ${count(this.#most)} requests at once; try again in 1 s.`);
  };

  /** Runs after the key guard. */
  readonly keyGuard: Guard = (exchange) => {
    const { principal } = exchange;
    if (principal === undefined) return;
    const held = this.#byKey.get(principal.id) ?? 0;
    if (held > SHARE * (this.#most - this.#inFlight + 1))
      throw refusal(`This key is at its limit of ${count(held)} requests at once; try again in 1 s.`);
    this.#byKey.set(principal.id, held + 1);
    exchange.countedFor = principal.id;
  };

  begun(): void {
    this.#inFlight += 1;
  }

  ended({ countedFor }: Exchange): void {
    this.#inFlight -= 1;
    if (countedFor === undefined) return;
    const held = (this.#byKey.get(countedFor) ?? 1) - 1;
    if (held > 0) this.#byKey.set(countedFor, held);
    else this.#byKey.delete(countedFor);
  }
}

function count(number: number): string {
  return number.toLocaleString('en-US');
}

function refusal(why: string, headers?: Record<string, string>): HttpError {
  return new HttpError(503, 'INTERNAL_ERROR', why, { 'Retry-After': '1', ...headers });
}
