import type { Socket } from 'node:net';
import type { HttpReply, HttpRequest } from './messages.ts';

/** Requests of one connection that are worked on at once; the ones sent behind them wait for their turn. */
const WORKING_MAX = 16;
/** While this much of what it asked for lies unread, a connection is given nothing more. */
const UNREAD_BYTES_MAX = 1_048_576;

/** A file takes so many times as long as a call may. */
const FILE_TAKES = 40;

/** One client's connection: what it asked for, and what of the replies it has not read yet. */
export class Connection {
  readonly socket: Socket;
  unreadBytes = 0;
  /** Since when it has been seen not to read; undefined while it does. */
  stuckSince: number | undefined;
  readonly #countUnread: (bytes: number) => void;
  readonly #bodyMs: number;
  /** What came last, and when all of it has to be here. */
  #request: HttpRequest | undefined;
  #dueAt = 0;
  readonly #waiting: (() => void)[] = [];
  readonly #watchers = new Set<() => void>();
  #working = 0;

  constructor(socket: Socket, countUnread: (bytes: number) => void, bodyMs: number) {
    this.socket = socket;
    this.#countUnread = countUnread;
    this.#bodyMs = bodyMs;
  }

  receiving(request: HttpRequest, startedAt: number): void {
    this.#request = request;
    this.#dueAt = startedAt + this.#bodyMs;
  }

  /** For who is known and sends a file: over a slow line that takes minutes. */
  receivesFile(startedAt: number): void {
    this.#dueAt = startedAt + FILE_TAKES * this.#bodyMs;
  }

  /** A request whose head has come, and whose body has not, though its time is up. */
  isLate(now: number): boolean {
    return now > this.#dueAt && this.#request?.complete === false;
  }

  get isBusy(): boolean {
    return this.#working >= WORKING_MAX || this.unreadBytes > UNREAD_BYTES_MAX || this.#waiting.length > 0;
  }

  /** Nothing of what it asked for is worked on or left to be read. */
  get isIdle(): boolean {
    return this.#working === 0 && this.unreadBytes === 0 && this.socket.writableLength === 0;
  }

  begun(): void {
    this.#working += 1;
  }

  /** For a connection that is busy: begins when it no longer is. */
  later(begin: () => void): void {
    this.#waiting.push(begin);
  }

  ended(): void {
    this.#working -= 1;
    if (this.#waiting.length > 0) this.#proceed();
  }

  /** Keeps count of a reply until it is taken. Most are, before anybody can look, and need no counting. */
  replied(response: HttpReply, bytes: number): void {
    if (response.socket?.writableLength === 0 || this.socket.destroyed) return;
    this.#owe(bytes);
    response.once('finish', () => {
      this.#owe(-bytes);
      this.#proceed();
    });
  }

  /** Tells once when the client has gone; the answer takes the wish back. */
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
    while (this.#waiting.length > 0 && this.#working < WORKING_MAX && this.unreadBytes <= UNREAD_BYTES_MAX)
      this.#waiting.shift()?.();
  }
}
