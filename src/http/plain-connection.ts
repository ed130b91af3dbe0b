import type { Socket } from 'node:net';
import { type PlainHead, PlainHeads } from './plain-head.ts';
import { PlainRequest } from './plain-request.ts';
import { PlainResponse } from './plain-response.ts';

export interface PlainServer {
  /** Whether this is a request that needs none of Node's own objects. */
  takes(head: PlainHead): boolean;
  receive(request: PlainRequest, response: PlainResponse): void;
  /** Answers a client that has ended its request in the middle, and closes the connection. */
  refuseCut(socket: Socket): void;
  /** Node's HTTP server, for everything else. */
  handOver(socket: Socket): void;
  idleMs: number;
}

/** So much that was sent behind a request under way is kept; then the client has to wait. */
const HELD_BYTES_MAX = 65_536;

/**
 * Nearly every request is one `POST` of a few hundred bytes that comes in one piece, and Node's HTTP takes longer for it than
 * we do. Such requests are read and answered here. With the first one that is anything else, its connection becomes one of
 * Node's HTTP server, for good, before a byte of that request was acted on.
 */
export class PlainConnection {
  readonly #socket: Socket;
  readonly #server: PlainServer;
  readonly #heads = new PlainHeads();
  /** Not answered, or not all here. */
  #request: PlainRequest | undefined;
  #answered = false;
  #held: Buffer | undefined;

  constructor(socket: Socket, server: PlainServer) {
    this.#socket = socket;
    this.#server = server;
    socket.setTimeout(server.idleMs);
    socket.on('data', this.#data).on('end', this.#end).on('timeout', this.#cut);
    socket.on('error', this.#cut).on('close', this.#closed);
  }

  readonly #data = (bytes: Buffer): void => {
    if (this.#request === undefined) {
      this.#next(bytes);
      return;
    }
    const behind = this.#request.receive(bytes);
    if (behind) this.#hold(behind);
    if (this.#answered && this.#request.complete) this.#done();
  };

  #next(bytes: Buffer): void {
    // Closed with the last reply: nothing is done that nobody can be told of.
    if (!this.#socket.writable) return;
    const head = this.#heads.read(bytes);
    // Whoever sends several behind one another has them worked on together, which Node keeps in order.
    if (head === undefined || bytes.length > head.headBytes + head.bodyBytes || !this.#server.takes(head)) {
      this.#handOver(bytes);
      return;
    }
    const request = new PlainRequest(head, bytes, this.#socket);
    this.#request = request;
    this.#answered = false;
    this.#server.receive(request, new PlainResponse(this.#socket, this.#replied));
  }

  readonly #replied = (): void => {
    this.#answered = true;
    if (this.#request?.complete) this.#done();
    else this.#request?.drop();
  };

  #done(): void {
    this.#request = undefined;
    const held = this.#held;
    if (held === undefined) return;
    this.#held = undefined;
    this.#socket.resume();
    this.#next(held);
  }

  #hold(bytes: Buffer): void {
    this.#held = this.#held ? Buffer.concat([this.#held, bytes]) : bytes;
    if (this.#held.length > HELD_BYTES_MAX) this.#socket.pause();
  }

  #handOver(bytes: Buffer): void {
    const socket = this.#socket;
    socket.off('data', this.#data).off('end', this.#end).off('timeout', this.#cut);
    socket.off('error', this.#cut).off('close', this.#closed);
    this.#server.handOver(socket);
    socket.unshift(bytes);
  }

  /** A client that will send no more reads no more either, to Node's server and so to us. */
  readonly #end = (): void => {
    if (this.#request?.complete === false && !this.#answered) this.#server.refuseCut(this.#socket);
    else this.#socket.end();
  };
  readonly #cut = (): void => void this.#socket.destroy();
  readonly #closed = (): void => this.#request?.cut();
}
