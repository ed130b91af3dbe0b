import { createHash } from 'node:crypto';
import { createClient } from '@redis/client';
import type { Log } from '../observe/log.ts';

/** A script with its name in the server's cache. */
export interface Script {
  text: string;
  sha: string;
}

export function script(text: string): Script {
  return { text, sha: createHash('sha1').update(text).digest('hex') };
}

/** The connection to Redis or Valkey, and whether it can be relied on at this moment. */
export interface Link {
  /** False: this process decides by itself, without waiting for the server. */
  readonly up: boolean;
  /** How many processes were alive at the last beat, this one included. */
  readonly processes: number;
  /** Rejects at once while the link is down. */
  run(what: Script, keys: readonly string[], args: readonly (string | number)[]): Promise<unknown>;
  publish(channel: string, message: string): void;
  close(): Promise<void>;
}

export interface LinkOptions {
  url: string;
  /** Names this process among the others. */
  id: string;
  log: Log;
  /** A message of another process; undefined after a reconnection, when messages may have been missed. */
  onMessage(message: string | undefined): void;
  channel: string;
}

const CONNECT_MS = 2_000;
/** A server that takes longer counts as gone, and the call goes on without it. */
const PATIENCE_MS = 250;
const BEAT_EVERY_MS = 500;
/** A process whose last beat is older no longer counts. */
const GONE_AFTER_MS = 3_000;

const BEAT = script(`
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  redis.call('ZADD', KEYS[1], now, ARGV[1])
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2])
  return redis.call('ZCARD', KEYS[1])`);

const PROCESSES = 'adhelm:processes';

type Client = ReturnType<typeof createClient>;

/** Connects, and waits a moment for it. A server that is not there at the start is like one lost later: the link comes up with it. */
export async function openLink(options: LinkOptions): Promise<Link> {
  const link = new RedisLink(options);
  await link.open();
  return link;
}

/**
 * One failure takes the link down. A regular beat finds out when the server is back, so no call waits for that. The beat also says
 * that this process is alive: each process knows its share for when it has to decide without the others.
 */
class RedisLink implements Link {
  readonly #options: LinkOptions;
  readonly #client: Client;
  readonly #listener: Client;
  #up = false;
  #processes = 1;
  /** The reason that was logged last, so that one outage is one line. */
  #logged: string | undefined;
  #beating: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: LinkOptions) {
    const reconnectStrategy = (retries: number) => Math.min(50 * 2 ** Math.min(retries, 5), 1_000);
    const socket = { connectTimeout: CONNECT_MS, reconnectStrategy };
    this.#options = options;
    this.#client = createClient({ url: options.url, disableOfflineQueue: true, socket });
    this.#listener = this.#client.duplicate({ disableOfflineQueue: false });
    // Socket errors are reported here too; without a listener they would end the process.
    this.#client.on('error', (error) => this.#fall(error));
    this.#listener.on('error', () => {});
    this.#listener.on('ready', () => options.onMessage(undefined));
  }

  get up(): boolean {
    return this.#up;
  }

  get processes(): number {
    return this.#processes;
  }

  async open(): Promise<void> {
    const { channel, onMessage } = this.#options;
    const connecting = Promise.allSettled([
      this.#client.connect(),
      this.#listener.connect().then(() => this.#listener.subscribe(channel, (message) => onMessage(message))),
    ]);
    await Promise.race([connecting, new Promise((resolve) => setTimeout(resolve, CONNECT_MS).unref())]);
    await this.#beat();
    this.#timer = setInterval(() => void this.#beat(), BEAT_EVERY_MS).unref();
  }

  async run(what: Script, keys: readonly string[], args: readonly (string | number)[]): Promise<unknown> {
    if (!this.#up) throw new Error('Redis is not answering');
    try {
      return await within(PATIENCE_MS, evaluate(this.#client, what, keys, args));
    } catch (error) {
      this.#fall(error);
      throw error;
    }
  }

  publish(channel: string, message: string): void {
    if (this.#up) void this.#client.publish(channel, message).catch((error) => this.#fall(error));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    if (this.#up) await this.#client.zRem(PROCESSES, this.#options.id).catch(() => {});
    for (const one of [this.#client, this.#listener]) if (one.isOpen) one.destroy();
  }

  #beat(): Promise<void> {
    const asked = () => evaluate(this.#client, BEAT, [PROCESSES], [this.#options.id, GONE_AFTER_MS]);
    this.#beating ??= within(PATIENCE_MS, asked())
      .then(
        (count) => this.#rise(Number(count)),
        (error) => this.#fall(error),
      )
      .finally(() => {
        this.#beating = undefined;
      });
    return this.#beating;
  }

  #rise(processes: number): void {
    this.#processes = Math.max(1, processes);
    if (this.#up || this.#isClosed) return;
    this.#up = true;
    if (this.#logged !== undefined) this.#options.log.write('info', 'redis_back');
    this.#logged = undefined;
  }

  #fall(error: unknown): void {
    const why = error instanceof Error ? error.message || error.name : String(error);
    this.#up = false;
    if (this.#isClosed || this.#logged === why) return;
    this.#logged = why;
    this.#options.log.write('error', 'redis_lost', { detail: why });
  }
}

async function evaluate(
  client: Client,
  what: Script,
  keys: readonly string[],
  args: readonly (string | number)[],
): Promise<unknown> {
  const options = { keys: [...keys], arguments: args.map(String) };
  try {
    return await client.evalSha(what.sha, options);
  } catch (error) {
    if (!String(error).includes('NOSCRIPT')) throw error;
    return client.eval(what.text, options);
  }
}

function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  work.then(resolve, reject).finally(() => clearTimeout(timer));
  return promise;
}
