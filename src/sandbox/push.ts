import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** A request that a platform sends by itself, such as "there is a new lead" or "is this address yours?". */
export interface Push {
  url: string;
  method?: 'POST' | 'GET';
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer;
  /** How often it is sent until it is answered with 2xx; 3 unless told. */
  triesMax?: number;
}

/** What the receiver said at last; `status` is null when it could not be reached or may not be. */
export interface PushAnswer {
  status: number | null;
  body: string;
}

/** Told of each try, for the request log. */
export type PushWatcher = (platform: string, push: Push, answer: PushAnswer & { fault?: string }) => void;

const TRIES_MAX = 3;
const WAIT_BETWEEN_MS = 250;
/** What platforms give a receiver. */
const ANSWER_WITHIN_MS = 3_000;
const ANSWER_BYTES_MAX = 64 * 1024;

/** Sends what the emulated platforms push, to this machine only: the sandbox must not knock at addresses of others. */
export class PushDesk {
  readonly #watch: PushWatcher;
  readonly #underWay = new Set<Promise<PushAnswer>>();
  readonly #closing = new AbortController();

  constructor(watch: PushWatcher) {
    this.#watch = watch;
  }

  /** Never fails: a push that is not received is given up after its tries. */
  send(platform: string, push: Push): Promise<PushAnswer> {
    const sending = this.#tries(platform, push).finally(() => this.#underWay.delete(sending));
    this.#underWay.add(sending);
    return sending;
  }

  /** Resolves when nothing is under way any more, answers to answers included. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.settled();
  }

  async #tries(platform: string, push: Push): Promise<PushAnswer> {
    const unreached = { status: null, body: '' };
    const target = loopbackTarget(push.url);
    if (!target) {
      this.#watch(platform, push, { ...unreached, fault: 'not_loopback' });
      return unreached;
    }
    let answer: PushAnswer = unreached;
    for (let tried = 0; tried < (push.triesMax ?? TRIES_MAX) && !this.#closing.signal.aborted; tried++) {
      if (tried > 0) await this.#pause(WAIT_BETWEEN_MS * 2 ** (tried - 1));
      answer = await exchange(target, push, this.#closing.signal).catch(() => unreached);
      this.#watch(platform, push, answer);
      if (answer.status !== null && answer.status >= 200 && answer.status < 300) break;
    }
    return answer;
  }

  /** Cut short when the sandbox closes. */
  async #pause(ms: number): Promise<void> {
    await wait(ms, undefined, { signal: this.#closing.signal }).catch(() => {});
  }
}

/** Undefined for what is not on this machine. Names are not resolved, except for `localhost`: a name may resolve to anything. */
function loopbackTarget(address: string): URL | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (url.protocol !== 'http:') return undefined;
  if (url.hostname === 'localhost') url.hostname = '127.0.0.1';
  return /^127(\.\d{1,3}){3}$/.test(url.hostname) || url.hostname === '[::1]' ? url : undefined;
}

/** `node:http` follows no redirect. */
function exchange(url: URL, { method = 'POST', headers, body }: Push, closing: AbortSignal): Promise<PushAnswer> {
  const signal = AbortSignal.any([closing, AbortSignal.timeout(ANSWER_WITHIN_MS)]);
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const sent = request(url, { method, headers: { ...headers, ...length }, signal, agent: false }, (reply) => {
      const pieces: Buffer[] = [];
      let size = 0;
      reply.on('data', (piece: Buffer) => {
        size += piece.length;
        if (size <= ANSWER_BYTES_MAX) pieces.push(piece);
        else reply.destroy(new Error('the answer is too long'));
      });
      reply.on('error', reject);
      reply.on('end', () =>
        resolve({ status: reply.statusCode ?? null, body: Buffer.concat(pieces).toString('utf8') }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
