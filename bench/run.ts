import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { findChannels } from '../src/build.ts';
import { META } from '../src/mcp/eras.ts';
import { regressions } from './check.ts';
import { GOALS, goalText, reaches } from './goals.ts';
import { measureGrowth } from './growth.ts';
import { performanceFiles } from './performance-page.ts';
import {
  childrenOf,
  memoryMb,
  pin,
  processorMs,
  REST_MS,
  type Started,
  startOurs,
  startServer,
  stop,
} from './processes.ts';
import { profileOf } from './profile.ts';
import { reportOfSlowest } from './report-speed.ts';

/**
 * Measures side by side, in one run, interleaved: only ratios within a run mean anything on a machine that is shared.
 * `--quick` for a first impression, `--check` to hold it against what is on record, `--only=calls` without
 * what must not grow, `--only=PART` for one part of that (`growth.ts`).
 */
const quick = process.argv.includes('--quick');
const ROUNDS = quick ? 2 : 7;
const SECONDS = quick ? 1 : 3;
const CONNECTIONS = 50;
/** Every server is warmed up alike, in turns, until none has become faster since its last turn. */
const WARM_UP_SECONDS = quick ? 2 : 5;
const WARM_UP_TURNS_MAX = quick ? 1 : 6;
const FASTER = 0.95;
/** What one server still clears away after its turn is not counted against the next; nor does one always follow the same. */
const SETTLE_MS = 500;
/** Not counted: our process has just been asked for something else, which the others never are, and V8 compiles anew for a moment. */
const LEAD_IN_SECONDS = 1;
const [SERVER_CORE, LOAD_CORE] = [0, 1];

interface Target {
  name: string;
  pid: number;
  url: string;
  body: string;
  headers: Record<string, string>;
}

const call = (name: string) =>
  JSON.stringify({ jsonrpc: '2.0', id: '1', method: 'tools/call', params: { name, arguments: {} } });
const json = { 'content-type': 'application/json' };
const streams = { accept: 'application/json, text/event-stream' };

/** The same call as a client of the newest protocol sends it. */
function modernCall(name: string): { body: string; headers: Record<string, string> } {
  const version = '2026-07-28';
  const _meta = { [META.protocolVersion]: version, [META.clientCapabilities]: {} };
  return {
    body: JSON.stringify({ ...JSON.parse(call(name)), params: { name, arguments: {}, _meta } }),
    headers: { ...streams, 'mcp-protocol-version': version, 'mcp-method': 'tools/call', 'mcp-name': name },
  };
}

interface Measured {
  requestsPerSecond: number;
  /** Of the processor, for one request: what others do on the machine changes it far less than the time that passes. */
  processorUs: number;
}

async function measure({ pid, ...target }: Target, seconds: number): Promise<Measured> {
  const before = processorMs(pid);
  const result = await autocannon({ ...target, method: 'POST', connections: CONNECTIONS, duration: seconds });
  const processorUs = ((processorMs(pid) - before) * 1000) / result.requests.total;
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${target.name}: ${result.non2xx} refusals, ${result.errors} errors`);
  return { requestsPerSecond: result.requests.average, processorUs: round(processorUs) };
}

/** One kind of call undoes part of what was compiled for another, so a single long turn would not do. */
async function warmUp(targets: readonly Target[]): Promise<void> {
  let before: number[] = [];
  for (let turn = 0; turn < WARM_UP_TURNS_MAX; turn++) {
    const now: number[] = [];
    for (const target of targets) now.push((await measure(target, WARM_UP_SECONDS)).processorUs);
    console.error(`warming up: ${targets.map(({ name }, at) => `${name} ${Math.round(now[at] ?? 0)} µs`).join(', ')}`);
    if (before.length > 0 && now.every((us, at) => us > (before[at] ?? 0) * FASTER)) return;
    before = now;
  }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function rotated<T>(items: readonly T[], by: number): T[] {
  const at = by % items.length;
  return [...items.slice(at), ...items.slice(0, at)];
}

function shown(measured: Measured | undefined): string {
  return measured ? `${Math.round(measured.requestsPerSecond)}/s (${Math.round(measured.processorUs)} µs)` : '–';
}

const round = (value: number) => Math.round(value * 1000) / 1000;

/** Measures one part of what must not grow, and leaves everything else on record as it is. */
async function measureOnly(part: string): Promise<void> {
  const record = onRecord();
  const growth = await measureGrowth(quick, part);
  console.log(JSON.stringify(growth, null, 2));
  writeFileSync(RECORD, `${JSON.stringify({ ...record, results: { ...record.results, ...growth } }, null, 2)}\n`);
  for (const [file, text] of performanceFiles(join(import.meta.dirname, '..'))) writeFileSync(file, text);
}

async function main(): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'adhelm-bench-'));
  const running: Started[] = [];
  try {
    const first = await startOurs(data);
    await openWeb(first);
    await stop(first);
    const readyMs = await readyAfter(data);
    const idleWithWebMb = await idleWithWeb(data);
    const ours = await startOurs(data);
    running.push(ours);
    await sleep(2_000);
    const idleMemoryMb = memoryMb(ours.child.pid!);
    const key = first.key ?? '';

    const own = { ...json, authorization: `Bearer ${key}` };
    const localReply = await (
      await fetch(`${ours.url}/workspace/mcp`, { method: 'POST', headers: own, body: call('list_workspaces') })
    ).text();
    const { byAddress } = await findChannels();
    const toolCount = [...byAddress.values()].flat().length;
    const upstream = await upstreamCall(ours.sandbox ?? '');
    const bare = await startServer('bare.ts', localReply);
    const sdk = await startServer('official-sdk.ts', String(toolCount), JSON.parse(localReply).result.content[0].text);
    const pass = await startServer('bare-pass-through.ts', JSON.stringify(upstream));
    running.push(bare, sdk, pass);

    const modern = modernCall('list_workspaces');
    const we = { pid: ours.child.pid!, headers: own };
    const targets: Target[] = [
      { name: 'bare', pid: bare.child.pid!, url: bare.url, body: call('list_workspaces'), headers: json },
      {
        name: 'sdk',
        pid: sdk.child.pid!,
        url: sdk.url,
        body: call('list_workspaces'),
        headers: { ...json, ...streams },
      },
      { ...we, name: 'local', url: `${ours.url}/workspace/mcp`, body: call('list_workspaces') },
      {
        name: 'modern',
        pid: we.pid,
        url: `${ours.url}/workspace/mcp`,
        body: modern.body,
        headers: { ...own, ...modern.headers },
      },
      { name: 'pass', pid: pass.child.pid!, url: pass.url, body: call('get_customer'), headers: json },
      { ...we, name: 'platform', url: `${ours.url}/search/mcp`, body: call('get_customer') },
    ];
    const servers = [bare, sdk, pass, ours].map(({ child }) => child.pid!);
    const pinned =
      servers.every((pid) => pin(pid, SERVER_CORE)) &&
      [process.pid, ...childrenOf(ours.child.pid!)].every((pid) => pin(pid, LOAD_CORE));
    await warmUp(targets);

    const rounds: Record<string, Measured>[] = [];
    for (let index = 0; index < ROUNDS; index++) {
      const measured: Record<string, Measured> = {};
      for (const target of rotated(targets, index)) {
        await sleep(SETTLE_MS);
        await measure(target, LEAD_IN_SECONDS);
        measured[target.name] = await measure(target, SECONDS);
      }
      rounds.push(measured);
      console.error(
        `round ${index + 1} of ${ROUNDS}: ${targets.map(({ name }) => `${name} ${shown(measured[name])}`).join(', ')}`,
      );
    }
    const reporting = { url: ours.url, key, sandbox: ours.sandbox ?? '' };
    const slowest = round(await reportOfSlowest(reporting, ROUNDS));
    const ratio = (over: string, under: string, of: keyof Measured = 'requestsPerSecond') =>
      round(median(rounds.map((one) => (one[over]?.[of] ?? 0) / (one[under]?.[of] ?? 1))));
    const results = {
      localOfBare: ratio('local', 'bare'),
      bareProcessorOfLocal: ratio('bare', 'local', 'processorUs'),
      modernOfBare: ratio('modern', 'bare'),
      localOfSdk: ratio('local', 'sdk'),
      platformOfBare: ratio('platform', 'pass'),
      idleMemoryMb,
      idleWithWebMb,
      readyMs,
      reportOfSlowest: slowest,
    };
    report(results);
    const growth = only === undefined ? await measureGrowth(quick) : {};
    report(growth);
    const all = { ...(only && onRecord().results), ...results, ...growth };
    if (process.argv.includes('--check')) return check(all);
    await Promise.all(running.splice(0).map(stop));
    const profiles = {
      local: await profileOf('workspace', 'list_workspaces'),
      platform: await profileOf('search', 'get_customer'),
    };
    writeFileSync(
      RECORD,
      `${JSON.stringify({ node: process.version, cores: cpus().length, pinned, tools: toolCount, connections: CONNECTIONS, secondsPerTarget: SECONDS, results: all, rounds, profiles }, null, 2)}\n`,
    );
    for (const [file, text] of performanceFiles(join(import.meta.dirname, '..'))) writeFileSync(file, text);
  } finally {
    await Promise.all(running.map(stop));
    rmSync(data, { recursive: true, force: true });
  }
}

/** The part for people is loaded with their first request. */
async function openWeb({ url }: Started): Promise<void> {
  await (await fetch(url)).text();
}

/** A start takes now and then half as long again: the median of several. */
async function readyAfter(data: string): Promise<number> {
  const starts: number[] = [];
  for (let index = 0; index < ROUNDS; index++) {
    const service = await startOurs(data);
    starts.push(service.readyMs);
    await stop(service);
  }
  return Math.round(median(starts));
}

async function idleWithWeb(data: string): Promise<number> {
  const service = await startOurs(data);
  await openWeb(service);
  await sleep(REST_MS);
  const held = memoryMb(service.child.pid!);
  await stop(service);
  return held;
}

const RECORD = join(import.meta.dirname, 'results.json');

function onRecord(): { results: Record<string, number> } {
  return JSON.parse(readFileSync(RECORD, 'utf8'));
}

/** Changes nothing on record; what has become worse is said, and makes the command fail. */
function check(now: Record<string, number>): void {
  const worse = regressions(onRecord().results, now);
  for (const sentence of worse) console.log(`✗ ${sentence}`);
  if (worse.length === 0) console.log('✓ no ratio is more than 15 % worse than on record');
  process.exitCode = worse.length === 0 ? 0 : 1;
}

/** The very request `get_customer` makes, as the sandbox recorded it. */
async function upstreamCall(
  control: string,
): Promise<{ origin: string; path: string; headers: Record<string, string>; body: string }> {
  const { origins } = (await (await fetch(control)).json()) as { origins: Record<string, string> };
  const origin = origins.search;
  const { search } = (await (await fetch(`${control}/grants`)).json()) as {
    search: { account: string; credentials: Record<string, string>; options?: Record<string, string> }[];
  };
  const grant = search[0]!;
  const token = await (
    await fetch(`${origin}/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        ...pick(grant.credentials, ['refresh_token', 'client_id', 'client_secret']),
      }),
    })
  ).json();
  const fields = ['id', 'descriptive_name', 'currency_code', 'time_zone', 'status', 'manager', 'test_account'];
  return {
    origin: origin ?? '',
    path: `/v25/customers/${grant.account}/googleAds:search`,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${(token as { access_token: string }).access_token}`,
      ...(grant.options?.login_customer_id && { 'login-customer-id': grant.options.login_customer_id }),
    },
    body: JSON.stringify({ query: `SELECT ${fields.map((field) => `customer.${field}`).join(', ')} FROM customer` }),
  };
}

function pick(record: Record<string, string>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, record[name] ?? '']));
}

function report(results: object): void {
  const values = results as Readonly<Record<string, number>>;
  for (const goal of GOALS) {
    const value = values[goal.name];
    if (value === undefined) continue;
    console.log(
      `${reaches(goal, value) ? '✓' : '✗'} ${goal.what.padEnd(58)} ${String(value).padStart(9)}   goal ${goalText(goal)}`,
    );
  }
}

const only = process.argv.find((word) => word.startsWith('--only='))?.slice('--only='.length);
await (only === undefined || only === 'calls' ? main() : measureOnly(only));
