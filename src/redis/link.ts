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
  /** False: what should be asked there is decided here, without waiting. */
  readonly up: boolean;
  /** How many processes were alive when it was last asked, this one included. */
  readonly processes: number;
  /** Rejects at once while the link is down. */
  run(what: Script, keys: readonly string[], args: readonly (string | number)[]): Promise<unknown>;
  publish(channel: string, message: string): void;
  close(): Promise<void>;
}

export interface LinkOptions {
  url: string;
  /** This process among the others. */
  id: string;
  log: Log;
  /** A message of another process, or `undefined`: some may have been missed. */
  onMessage(message: string | undefined): void;
  channel: string;
}

/** A server that takes longer than this is as good as gone: no call waits for it any longer. */
const PATIENCE_MS = 250;
const BEAT_EVERY_MS = 500;
/** A process that has not shown itself for so long no longer counts. */
const GONE_AFTER_MS = 3_000;

const BEAT = script(`
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  redis.call('ZADD', KEYS[1], now, ARGV[1])
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2])
  return redis.call('ZCARD', KEYS[1])`);

const PROCESSES = 'adhelm:processes';

/**
 * One failure takes the link down; a regular beat, and nobody's call, finds out when it is back. The beat also says that
 * this process is alive, so that each knows what its share is when it has to do without the others.
 */
export async function openLink({ url, id, log, channel, onMessage }: LinkOptions): Promise<Link> {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: 2_000, reconnectStrategy: (retries) => Math.min(50 * 2 ** Math.min(retries, 5), 1_000) },
  });
  const listener = client.duplicate({ disableOfflineQueue: false });
  let up = false;
  let processes = 1;
  let said: string | undefined;
  let closed = false;

  const fall = (error: unknown) => {
    const why = error instanceof Error ? error.message || error.name : String(error);
    up = false;
    if (closed || said === why) return;
    said = why;
    log.write('error', 'redis_lost', { detail: why });
  };
  // Errors of sockets come here as well; without a listener they would end the process.
  client.on('error', fall);
  listener.on('error', () => {});
  listener.on('ready', () => onMessage(undefined));

  async function run(what: Script, keys: readonly string[], args: readonly (string | number)[]): Promise<unknown> {
    const options = { keys: [...keys], arguments: args.map(String) };
    try {
      return await client.evalSha(what.sha, options);
    } catch (error) {
      if (!String(error).includes('NOSCRIPT')) throw error;
      return client.eval(what.text, options);
    }
  }

  let beating: Promise<void> | undefined;
  const beat = () => {
    beating ??= within(PATIENCE_MS, run(BEAT, [PROCESSES], [id, GONE_AFTER_MS]))
      .then((count) => {
        processes = Math.max(1, Number(count));
        if (up || closed) return;
        up = true;
        if (said !== undefined) log.write('info', 'redis_back');
        said = undefined;
      }, fall)
      .finally(() => {
        beating = undefined;
      });
    return beating;
  };

  // Not there at the start is like lost later: they go on trying by themselves.
  const connecting = Promise.allSettled([
    client.connect(),
    listener.connect().then(() => listener.subscribe(channel, (message) => onMessage(message))),
  ]);
  await Promise.race([connecting, new Promise((resolve) => setTimeout(resolve, 2_000).unref())]);
  await beat();
  const timer = setInterval(() => void beat(), BEAT_EVERY_MS).unref();

  return {
    get up() {
      return up;
    },
    get processes() {
      return processes;
    },
    async run(what, keys, args) {
      if (!up) throw new Error('Redis is not answering');
      try {
        return await within(PATIENCE_MS, run(what, keys, args));
      } catch (error) {
        fall(error);
        throw error;
      }
    },
    publish(to, message) {
      if (up) void client.publish(to, message).catch(fall);
    },
    async close() {
      closed = true;
      clearInterval(timer);
      if (up) await client.zRem(PROCESSES, id).catch(() => {});
      for (const one of [client, listener]) if (one.isOpen) one.destroy();
    },
  };
}

function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  work.then(resolve, reject).finally(() => clearTimeout(timer));
  return promise;
}
