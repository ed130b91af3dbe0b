import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { startOurs, stop } from './processes.ts';

/** Shares of the time of a call, in percent, by the part of the program it went into; the largest first. */
export type Shares = Readonly<Record<string, number>>;

interface Profile {
  startTime: number;
  timeDeltas: number[];
  samples: number[];
  nodes: { id: number; callFrame: { functionName: string; url: string } }[];
}

const [WARM_UP_CALLS, CALLS] = [20_000, 20_000];
const SHOWN_FROM_PERCENT = 1;

/** Samples the main thread under calls of one kind, to see where their time goes. */
export async function profileOf(address: string, tool: string): Promise<Shares> {
  const data = mkdtempSync(join(tmpdir(), 'adhelm-profile-'));
  const ours = await startOurs(data, {
    ADHELM_JOBS: 'off',
    NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${data}/profiles`,
  });
  const call = (amount: number) =>
    autocannon({
      url: `${ours.url}/${address}/mcp`,
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${ours.key}` },
      body: JSON.stringify({ jsonrpc: '2.0', id: '1', method: 'tools/call', params: { name: tool, arguments: {} } }),
      connections: 50,
      amount: address === 'workspace' ? amount : amount / 10,
    });
  await call(WARM_UP_CALLS);
  const from = microseconds();
  await call(CALLS);
  const to = microseconds();
  await stop(ours);
  const folder = join(data, 'profiles');
  const file = readdirSync(folder).find((name) => name.split('.')[3] === String(ours.child.pid));
  const profile = JSON.parse(readFileSync(join(folder, file ?? ''), 'utf8')) as Profile;
  rmSync(data, { recursive: true, force: true });
  return sharesIn(profile, from, to);
}

/** By the clock that profiles are written with. */
function microseconds(): number {
  return Number(process.hrtime.bigint() / 1000n);
}

function sharesIn({ startTime, timeDeltas, samples, nodes }: Profile, from: number, to: number): Shares {
  const partOf = new Map(nodes.map(({ id, callFrame }) => [id, partNamed(callFrame)]));
  const spent = new Map<string, number>();
  let at = startTime;
  let total = 0;
  for (const [index, sample] of samples.entries()) {
    const tookUs = timeDeltas[index] ?? 0;
    at += tookUs;
    const part = partOf.get(sample);
    if (at < from || at > to || part === undefined) continue;
    spent.set(part, (spent.get(part) ?? 0) + tookUs);
    total += tookUs;
  }
  const shares = [...spent].map(([part, us]) => [part, Math.round((1000 * us) / total) / 10] as const);
  return Object.fromEntries(shares.filter(([, share]) => share >= SHOWN_FROM_PERCENT).sort(([, a], [, b]) => b - a));
}

/** Undefined for waiting. */
function partNamed({ functionName, url }: Profile['nodes'][number]['callFrame']): string | undefined {
  if (functionName === '(idle)') return undefined;
  if (/^write(v|Latin1String|Utf8String|Buffer)$/.test(functionName)) return 'writing to sockets (system)';
  if (functionName === '(garbage collector)') return 'garbage collection';
  if (url.startsWith('node:')) return 'Node’s HTTP, streams and timers';
  const [, own, library] = /\/src\/(\w+)|\/node_modules\/([\w-]+)/.exec(url) ?? [];
  return own ? `src/${own}` : (library ?? 'V8 and native code');
}
