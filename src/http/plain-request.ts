import type { Socket } from 'node:net';
import type { HttpRequest } from './messages.ts';
import type { PlainHead } from './plain-head.ts';

/** A tool call that was read without Node's parser. */
export class PlainRequest implements HttpRequest {
  readonly method = 'POST';
  readonly httpVersionMinor = 1;
  readonly rawHeaders: readonly string[] = [];
  readonly url: PlainHead['url'];
  readonly headers: PlainHead['headers'];
  readonly socket: Socket;
  #body: Buffer;
  #chunks: Buffer[] | undefined;
  #missing: number;
  #waiting: { resolve(body: Buffer): void; reject(error: Error): void } | undefined;

  constructor({ url, headers, headBytes, bodyBytes }: PlainHead, bytes: Buffer, socket: Socket) {
    this.url = url;
    this.headers = headers;
    this.socket = socket;
    this.#body = bytes.subarray(headBytes);
    this.#missing = bodyBytes - this.#body.length;
  }

  /** All of it has come. */
  get complete(): boolean {
    return this.#missing === 0;
  }

  /** More of the body. What belongs to it no longer comes back. */
  receive(bytes: Buffer): Buffer | undefined {
    if (this.#missing === 0) return bytes;
    const own = bytes.subarray(0, this.#missing);
    this.#chunks ??= [this.#body];
    this.#chunks.push(own);
    this.#missing -= own.length;
    if (this.#missing === 0) {
      this.#body = Buffer.concat(this.#chunks);
      this.#chunks = undefined;
      this.#waiting?.resolve(this.#body);
    }
    return own.length < bytes.length ? bytes.subarray(own.length) : undefined;
  }

  body(): Buffer | Promise<Buffer> {
    if (this.#missing === 0) return this.#body;
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
    });
  }

  /** Nothing more will come. */
  cut(): void {
    this.#waiting?.reject(new Error('aborted'));
  }
}
