import type { Exchange } from './exchange.ts';

/** A reply that becomes an event stream with its first message before the result. */
export class EventStream {
  readonly #exchange: Exchange;
  #open = false;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  get isOpen(): boolean {
    return this.#open;
  }

  send(message: string): void {
    if (!this.#open) this.#begin();
    this.#exchange.response.write(`event: message\ndata: ${message}\n\n`);
  }

  end(): void {
    const { response, connection } = this.#exchange;
    const bytes = response.writableLength;
    response.end();
    connection.replied(response, bytes);
  }

  #begin(): void {
    this.#open = true;
    this.#exchange.begin(200, 'text/event-stream', {
      'Cache-Control': 'no-cache, no-transform',
      'X-Accel-Buffering': 'no',
    });
  }
}
