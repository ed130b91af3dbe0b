import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { Connection } from './connection.ts';

/** Of all connections together. */
const UNREAD_BYTES_MAX = 64 * 1_048_576;
const LOOK_EVERY_MS = 1000;

export interface ConnectionLimits {
  openMax: number;
  /** How long the body of a call may take to arrive. */
  bodyMs: number;
  /** Answers a client whose body took longer. */
  refuseLate(socket: Socket): void;
  /** How long a connection may be silent in any state. */
  idleMs: number;
  /** How long a client may read nothing of a reply that waits for it. */
  unreadMs: number;
  /** How long it may take to read a whole reply. */
  unreadMsMax: number;
}

/** Every open connection. Bounds the bytes of unread replies, and the time that bodies and readers take. */
export class Connections {
  readonly #open = new Map<Socket, Connection>();
  readonly #limits: ConnectionLimits;
  readonly #timer: NodeJS.Timeout;
  #unreadBytes = 0;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS).unref();
  }

  /** The system has taken every reply. */
  get settled(): boolean {
    return this.#unreadBytes === 0 && this.#open.keys().every(({ writableLength }) => writableLength === 0);
  }

  /** With too many open, the connection that has been idle longest is closed; when none is idle, the new one. */
  opened(socket: Socket): void {
    if (this.#open.size >= this.#limits.openMax) {
      const idle = this.#open.values().find((connection) => connection.isIdle);
      (idle?.socket ?? socket).destroy();
      if (!idle) return;
      this.#closed(idle);
    }
    const connection = new Connection(socket, (bytes) => this.#count(bytes), this.#limits.bodyMs);
    this.#open.set(socket, connection);
    socket.once('close', () => this.#closed(connection));
  }

  /**
   * The connection of a request that has arrived, which makes it the last one to be closed for room. Undefined when the
   * connection has been closed since: such a request is not carried out, because its outcome could not be told.
   */
  of(socket: Socket): Connection | undefined {
    const connection = this.#open.get(socket);
    if (!connection) return undefined;
    this.#open.delete(socket);
    this.#open.set(socket, connection);
    return connection;
  }

  close(): void {
    clearInterval(this.#timer);
    for (const socket of this.#open.keys()) socket.destroy();
  }

  #closed(connection: Connection): void {
    if (this.#open.delete(connection.socket)) connection.closed();
  }

  #count(bytes: number): void {
    this.#unreadBytes += bytes;
    if (bytes < 0 || this.#unreadBytes <= UNREAD_BYTES_MAX) return;
    const [first, ...others] = this.#open.values();
    const most = others.reduce((a, b) => (b !== undefined && b.unreadBytes > (a?.unreadBytes ?? 0) ? b : a), first);
    if (most === undefined) return;
    most.socket.destroy();
    this.#closed(most);
  }

  /** The socket timeout cuts a client that reads nothing: it is shortened while a reply waits. */
  #look(): void {
    const now = performance.now();
    for (const connection of this.#open.values()) {
      const { socket, stuckSince } = connection;
      if (connection.isLate(now)) this.#limits.refuseLate(socket);
      if (socket.writableLength === 0) {
        if (stuckSince !== undefined) socket.setTimeout(this.#limits.idleMs);
        connection.stuckSince = undefined;
      } else if (stuckSince === undefined) {
        connection.stuckSince = now;
        socket.setTimeout(this.#limits.unreadMs);
      } else if (now - stuckSince > this.#limits.unreadMsMax) socket.destroy();
    }
  }
}
