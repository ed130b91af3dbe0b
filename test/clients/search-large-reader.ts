import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { START_FLAGS } from '../../bench/start-command.ts';

interface Row {
  campaign: { id: string };
  segments: { date: string };
}

interface Page {
  rows: Row[];
  totals: Record<string, unknown>;
  next_cursor?: string;
  /** How long the caller waited, and how much the platform had to send for it. */
  ms: number;
  bytes: number;
}

export interface LargeSandbox {
  child: ChildProcess;
  origin: string;
  token: string;
}

/** An account of ten thousand campaigns, in a process of its own. */
export async function startLargeSandbox(...flags: string[]): Promise<LargeSandbox> {
  const child = spawn(process.execPath, [...flags, join(import.meta.dirname, 'search-large-sandbox.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(child.stdout!), 'line')) as [string];
  return { child, ...(JSON.parse(line) as { origin: string; token: string }) };
}

export interface LargeService {
  page(args: Record<string, unknown>): Promise<Page>;
  memoryMb(): Promise<number>;
  /** The longest that the event loop was held since the last look. */
  heldMs(): Promise<number>;
  /** The first rows of a report over the channels, or of two of them beside each other. */
  overChannels(tool: 'report' | 'compare', args: Record<string, unknown>): Promise<{ rows: unknown[] }>;
  stop(): Promise<void>;
}

/** A service in a process of its own, and a caller of its report tool. */
export async function startLargeService(platform: {
  origin: string;
  token: string;
  account: string;
}): Promise<LargeService> {
  const wire = await countingWire(platform.origin);
  const compiled = mkdtempSync(join(tmpdir(), 'adhelm-compiled-'));
  const launch = () => launched([wire.origin, platform.token, platform.account], compiled);
  // The first start compiles, which takes memory that no later start needs.
  await end((await launch()).child);
  const { child, url, key } = await launch();

  async function page(args: Record<string, unknown>): Promise<Page> {
    const [startedAt, bytesBefore] = [performance.now(), wire.bytes()];
    const read = await call('search', 'get_campaign_performance', args);
    return { ...(read as Page), ms: Math.round(performance.now() - startedAt), bytes: wire.bytes() - bytesBefore };
  }

  async function call(channel: string, name: string, args: Record<string, unknown>): Promise<{ rows: unknown[] }> {
    const params = { name, arguments: args };
    const reply = await fetch(`${url}/${channel}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    });
    const { result } = (await reply.json()) as { result: { content: { text: string }[]; isError?: boolean } };
    if (result.isError) throw new Error(result.content[0]!.text);
    return JSON.parse(result.content[0]!.text);
  }

  async function look(): Promise<{ memoryMb: number; heldMs: number }> {
    child.send('look');
    return ((await once(child, 'message')) as [{ memoryMb: number; heldMs: number }])[0];
  }

  async function stop(): Promise<void> {
    await end(child);
    await wire.close();
    rmSync(compiled, { recursive: true, force: true });
  }

  return {
    page,
    memoryMb: async () => (await look()).memoryMb,
    heldMs: async () => (await look()).heldMs,
    overChannels: (tool, args) => call('workspace', tool, args),
    stop,
  };
}

async function launched(args: readonly string[], compileCache: string) {
  const program = join(import.meta.dirname, 'search-large-service.ts');
  const child = spawn(process.execPath, [...START_FLAGS, program, ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
  });
  const [address] = (await once(child, 'message')) as [{ url: string; key: string }];
  return { child, ...address };
}

async function end(child: ChildProcess): Promise<void> {
  child.disconnect();
  await once(child, 'exit');
}

/** Passes everything on to another address, and counts what comes back from there. */
async function countingWire(origin: string) {
  const { hostname, port } = new URL(origin);
  let bytes = 0;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    far.on('data', (piece) => {
      bytes += piece.length;
    });
    near.pipe(far).pipe(near);
    for (const socket of [near, far])
      socket
        .on('error', () => {})
        .on('close', () => {
          near.destroy();
          far.destroy();
        });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bytes: () => bytes,
    close: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}
