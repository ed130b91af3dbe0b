import type { FastifyReply } from 'fastify';

/** A reply that becomes a stream only when there is something to say before its end. */
export class EventStream {
  readonly #reply: FastifyReply;
  #open = false;

  constructor(reply: FastifyReply) {
    this.#reply = reply;
  }

  get isOpen(): boolean {
    return this.#open;
  }

  send(message: string): void {
    if (!this.#open) this.#begin();
    this.#reply.raw.write(`event: message\ndata: ${message}\n\n`);
  }

  end(): void {
    this.#reply.raw.end();
  }

  #begin(): void {
    this.#open = true;
    this.#reply.hijack();
    this.#reply.raw.writeHead(200, {
      ...(this.#reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
  }
}
