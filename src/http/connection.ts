import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';

/** While more bytes of its replies than this lie unread, the next request of a connection is not begun. */
const UNREAD_BYTES_MAX = 1_048_576;
/** With this many requests waiting, no more is read from the socket. */
const WAITING_MAX = 16;
/** A file may take this many times as long to arrive as a call. */
const FILE_TAKES = 40;

/**
 * One client's connection. Its requests are worked on one at a time: HTTP allows those that change something to be sent
 * behind one another, but not to be carried out side by side (RFC 9112, 9.3.2).
 */
export class Connection {
  readonly socket: Socket;
  unreadBytes = 0;
  /** When the client was first seen not to read a reply; undefined while it reads. */
  stuckSince: number | undefined;
  readonly #countUnread: (bytes: number) => void;
  readonly #bodyMs: number;
  /** The request that was begun last, and when its whole body has to be here. */
  #request: IncomingMessage | undefined;
  #dueAt = 0;
  readonly #waiting: (() => void)[] = [];
  readonly #watchers = new Set<() => void>();
  #isWorking = false;

  constructor(socket: Socket, countUnread: (bytes: number) => void, bodyMs: number) {
    this.socket = socket;
    this.#countUnread = countUnread;
    this.#bodyMs = bodyMs;
  }

  /** Gives the body under way the time of a file: over a slow line it takes minutes. */
  receivesFile(): void {
    this.#dueAt = performance.now() + FILE_TAKES * this.#bodyMs;
  }

  /** The body of the request that was begun last is not all here, and its time is up. */
  isLate(now: number): boolean {
    return now > this.#dueAt && this.#request?.complete === false;
  }

  /** No request is worked on, and no reply is left to be read. */
  get isIdle(): boolean {
    return !this.#isWorking && this.unreadBytes === 0 && this.socket.writableLength === 0;
  }

  /** Calls `begin` now, or when the requests before this one are done and enough of their replies is read. */
  inTurn(request: IncomingMessage, begin: () => void): void {
    this.#waiting.push(() => {
      this.#isWorking = true;
      this.#request = request;
      this.#dueAt = performance.now() + this.#bodyMs;
      begin();
    });
    if (this.#waiting.length === WAITING_MAX) this.socket.pause();
    this.#proceed();
  }

  /** The request that was begun last is answered. */
  ended(): void {
    this.#isWorking = false;
    this.#proceed();
  }

  /** Counts a reply as unread until the system has taken it; most are taken at once and never counted. */
  replied(response: ServerResponse, bytes: number): void {
    if (response.socket?.writableLength === 0 || this.socket.destroyed) return;
    this.#owe(bytes);
    response.once('finish', () => {
      this.#owe(-bytes);
      this.#proceed();
    });
  }

  /** Calls `told` once when the client has gone; the answer takes that back. */
  whenClosed(told: () => void): () => void {
    this.#watchers.add(told);
    return () => this.#watchers.delete(told);
  }

  closed(): void {
    this.#waiting.length = 0;
    this.#owe(-this.unreadBytes);
    for (const told of this.#watchers) told();
    this.#watchers.clear();
  }

  #owe(bytes: number): void {
    this.unreadBytes += bytes;
    this.#countUnread(bytes);
  }

  #proceed(): void {
    if (this.#isWorking || this.unreadBytes > UNREAD_BYTES_MAX) return;
    const next = this.#waiting.shift();
    if (this.#waiting.length === 0 && this.socket.isPaused()) this.socket.resume();
    next?.();
  }
}
