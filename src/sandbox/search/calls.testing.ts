import { randomBytes } from 'node:crypto';
import { type Readable, Transform } from 'node:stream';
import type { Emulator, World } from '../emulator.ts';
import { startSandbox } from '../program.ts';
import emulator from './emulator.ts';
import { ACCOUNTS, signIn } from './seed.ts';

/** Half past midday in New York on a Sunday. */
export const START = Date.parse('2026-11-15T17:30:00Z');

export interface Exchange {
  method: string;
  path: string;
  request: string;
  status: number;
  headers: Record<string, unknown>;
  response: string;
}

export interface Reply {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape
  body: any;
}

export interface SearchSandbox {
  origin: string;
  controlOrigin: string;
  world: World;
  /** Everything that went over the wire, streams included. */
  exchanges: Exchange[];
  setNow(ms: number): void;
  token(email?: string): Promise<string>;
  /** A call with a good token through the manager, unless the headers say otherwise. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string | undefined>): Promise<Reply>;
  search(query: string, customer?: string, more?: Record<string, unknown>): Promise<Reply>;
  ledger(): Promise<{ kind: string; resource: string; id: string; detail: unknown }[]>;
  close(): Promise<void>;
}

/** The emulator in the real sandbox program, on a file in memory with a clock that stands still. */
export async function startSearch({ records = true } = {}): Promise<SearchSandbox> {
  let nowMs = START;
  let world: World | undefined;
  const exchanges: Exchange[] = [];
  const watched: Emulator = {
    ...emulator,
    prepare(given) {
      world = given;
      emulator.prepare(given);
    },
    mount(app, given) {
      if (records)
        app.addHook('onSend', async (request, reply, payload) => {
          const { method, url } = request;
          const exchange: Exchange = {
            method,
            path: url,
            request: '',
            status: reply.statusCode,
            headers: reply.getHeaders(),
            response: '',
          };
          if (Buffer.isBuffer(request.body)) exchange.request = request.body.toString('utf8');
          exchanges.push(exchange);
          if (typeof payload === 'string') exchange.response = payload;
          return isReadable(payload) ? tee(payload, exchange) : payload;
        });
      emulator.mount(app, given);
    },
  };
  const sandbox = await startSandbox({
    file: ':memory:',
    port: 0,
    emulators: [watched],
    ambient: { now: () => nowMs, randomBytes },
  });
  const origin = sandbox.origins.search!;

  async function token(email = 'marketing@acme.example'): Promise<string> {
    const body = new URLSearchParams({ grant_type: 'refresh_token', ...signIn(world!, email) });
    const reply = await fetch(`${origin}/token`, { method: 'POST', body });
    return ((await reply.json()) as { access_token: string }).access_token;
  }

  let held: string | undefined;
  const call: SearchSandbox['call'] = async (method, path, body, headers = {}) => {
    held ??= await token();
    const all: Record<string, string | undefined> = {
      authorization: `Bearer ${held}`,
      'content-type': 'application/json',
      'login-customer-id': ACCOUNTS.manager,
      ...headers,
    };
    const sent = Object.fromEntries(
      Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
    );
    const reply = await fetch(`${origin}${path}`, {
      method,
      headers: sent,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    return {
      status: reply.status,
      headers: reply.headers,
      body: /json/.test(reply.headers.get('content-type') ?? '') ? JSON.parse(text) : text,
    };
  };

  return {
    origin,
    controlOrigin: sandbox.controlOrigin,
    world: world!,
    exchanges,
    setNow: (ms) => {
      nowMs = ms;
    },
    token,
    call,
    search: (query, customer = ACCOUNTS.america, more = {}) =>
      call('POST', `/v25/customers/${customer}/googleAds:search`, { query, ...more }),
    async ledger() {
      const reply = await fetch(`${sandbox.controlOrigin}/ledger`);
      const body = (await reply.json()) as { effects: never[] };
      return body.effects;
    },
    close: () => sandbox.close(),
  };
}

function isReadable(payload: unknown): payload is Readable {
  return payload !== null && typeof payload === 'object' && 'pipe' in payload;
}

function tee(stream: Readable, exchange: Exchange): Transform {
  const copy = new Transform({
    transform(piece: Buffer, _encoding, done) {
      exchange.response += piece.toString('utf8');
      done(null, piece);
    },
  });
  return stream.pipe(copy);
}

/** The codes of a refusal, as `family.NAME`. */
export function codesOf({ body }: Reply): string[] {
  const error = (Array.isArray(body) ? body[0] : body).error ?? body.partialFailureError;
  const failure = (error?.details ?? []).find((detail: { '@type': string }) =>
    /GoogleAdsFailure$/.test(detail['@type']),
  );
  return (failure?.errors ?? []).map(({ errorCode }: { errorCode: Record<string, string> }) => {
    const [family, name] = Object.entries(errorCode)[0]!;
    return `${family}.${name}`;
  });
}
