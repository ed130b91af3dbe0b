import { randomBytes } from 'node:crypto';
import { type Readable, Transform } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Emulator, Grant, World } from './emulator.ts';
import { filledSandbox } from './filled.testing.ts';
import type { LedgerRow } from './ledger.ts';
import { startSandbox } from './program.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read replies of any shape
export type Body = any;

interface Exchange {
  method: string;
  path: string;
  request: string;
  status: number;
  headers: Record<string, unknown>;
  response: string;
}

/** One platform in the real sandbox program, in memory, with a clock that the test moves. */
export interface PlatformUnderTest {
  origin: string;
  world: World;
  /** All requests and replies, streams included, with `records`. */
  exchanges: Exchange[];
  grants: readonly Grant[];
  /** Moves the sandbox's clock, which stands still otherwise; `timePassed` then brings what time brings. */
  setNow(ms: number): void;
  advance(ms: number): void;
  timePassed(): Promise<void>;
  /** Advances the time by which traffic is counted, which also passes by itself. */
  waitOut(ms: number): void;
  control(method: string, path: string, body?: unknown): Promise<Body>;
  ledger(filter?: Record<string, string>): Promise<LedgerRow[]>;
  close(): Promise<void>;
}

/** A Sunday in the high season. */
export const START = Date.parse('2026-11-15T17:30:00Z');

export interface PlatformOptions {
  startMs?: number;
  records?: boolean;
  /** Runs after the platform has filled its file. */
  seedMore?: (world: World) => void;
}

export async function startPlatform(
  platform: string,
  { startMs = START, records = false, seedMore }: PlatformOptions = {},
): Promise<PlatformUnderTest> {
  const { default: emulator } = (await import(`./${platform}/emulator.ts`)) as { default: Emulator };
  const exchanges: Exchange[] = [];
  let nowMs = startMs;
  let waitedMs = 0;
  let world: World | undefined;
  const watched: Emulator = {
    ...emulator,
    prepare(given) {
      world = given;
      emulator.prepare(given);
      seedMore?.(given);
    },
    mount(app, given) {
      if (records) recordExchanges(app, exchanges);
      emulator.mount(app, given);
    },
  };
  const ambient = { now: () => nowMs, elapsedMs: () => performance.now() + waitedMs, randomBytes };
  const sandbox = await startSandbox({
    file: ':memory:',
    contents: filledSandbox([emulator], ambient),
    port: 0,
    emulators: [watched],
    ambient,
  });
  const control: PlatformUnderTest['control'] = async (method, path, body) => {
    const json = body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    return (await fetch(sandbox.controlOrigin + path, { method, ...json })).json();
  };
  return {
    origin: sandbox.origins[platform]!,
    world: world!,
    exchanges,
    grants: emulator.grants(world!),
    setNow(ms) {
      nowMs = ms;
    },
    advance(ms) {
      nowMs += ms;
    },
    timePassed: () => sandbox.timePassed(),
    waitOut(ms) {
      waitedMs += ms;
    },
    control,
    ledger: async (filter = {}) => (await control('GET', `/ledger?${new URLSearchParams(filter)}`)).effects,
    close: () => sandbox.close(),
  };
}

function recordExchanges(app: FastifyInstance, exchanges: Exchange[]): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const exchange: Exchange = {
      method: request.method,
      path: request.url,
      request: Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '',
      status: reply.statusCode,
      headers: reply.getHeaders(),
      response: typeof payload === 'string' ? payload : '',
    };
    exchanges.push(exchange);
    return isReadable(payload) ? tee(payload, exchange) : payload;
  });
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
