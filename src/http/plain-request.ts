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
  /** What has come of the body; undefined when nobody will ask for it. */
  #pieces: Buffer[] | undefined;
  #missing: number;
  #waiting: { resolve(body: Buffer): void; reject(error: Error): void } | undefined;

  constructor({ url, headers, headBytes, bodyBytes }: PlainHead, bytes: Buffer, socket: Socket) {
    this.url = url;
    this.headers = headers;
    this.socket = socket;
    const first = bytes.subarray(headBytes);
    this.#pieces = [first];
    this.#missing = bodyBytes - first.length;
  }

  /** All of it has come. */
  get complete(): boolean {
    return this.#missing === 0;
  }

  /** More of the body. What belongs to it no longer comes back. */
  receive(bytes: Buffer): Buffer | undefined {
    if (this.#missing === 0) return bytes;
    const own = bytes.subarray(0, this.#missing);
    this.#pieces?.push(own);
    this.#missing -= own.length;
    if (this.#missing === 0) this.#waiting?.resolve(this.#whole());
    return own.length < bytes.length ? bytes.subarray(own.length) : undefined;
  }

  body(): Buffer | Promise<Buffer> {
    if (this.#missing === 0) return this.#whole();
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
    });
  }

  /** Answered before it was read, as who has no key is: the rest still has to come, but not to be kept. */
  drop(): void {
    this.#pieces = undefined;
  }

  /** Nothing more will come. */
  cut(): void {
    this.#waiting?.reject(new Error('aborted'));
  }

  #whole(): Buffer {
    const pieces = this.#pieces ?? [];
    return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
  }
}
