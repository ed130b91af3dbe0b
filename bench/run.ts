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
  type Started,
  type StartedService,
  startOurs,
  startServer,
  stop,
} from './processes.ts';
import { profileOf } from './profile.ts';
import { reportOfSlowest } from './report-speed.ts';

/**
 * Measures our service and others side by side, in turns: on a shared machine only ratios within one run mean anything.
 * `--quick` takes a tenth, `--check` compares with the record, `--only=calls` leaves out growth, `--only=PART` takes one
 * part of `growth.ts`.
 */
const quick = process.argv.includes('--quick');
const ROUNDS = quick ? 2 : 7;
const SECONDS = quick ? 1 : 3;
const CONNECTIONS = 50;
/** Servers are warmed up in turns until none has become faster since its last turn. */
const WARM_UP_SECONDS = quick ? 2 : 5;
const WARM_UP_TURNS_MAX = quick ? 1 : 6;
const FASTER = 0.95;
/** Lets a server finish its garbage collection before the next one is measured. */
const SETTLE_MS = 500;
/** Not counted. Our process serves three kinds of calls, and V8 recompiles for a moment when the kind changes. */
const LEAD_IN_SECONDS = 1;
/** A service that has started is idle after this. */
const IDLE_MS = 2_000;
const [SERVER_CORE, LOAD_CORE] = [0, 1];
/** What a service reads by itself, such as the history of its accounts, is no part of a call. */
const WITHOUT_JOBS = { ADHELM_JOBS: 'off' };

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
  /** Processor time of one request. Other work on the machine disturbs it far less than elapsed time. */
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

/** In turns: calls of one kind undo part of what V8 compiled for another. */
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

/** Measures one part of `growth.ts`; the rest of the record stays. */
async function measureOnly(part: string): Promise<void> {
  const recorded = onRecord();
  const growth = await measureGrowth(quick, part);
  console.log(JSON.stringify(growth, null, 2));
  record({ ...recorded, results: { ...recorded.results, ...growth } });
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
    const ours = await startOurs(data, WITHOUT_JOBS);
    running.push(ours);
    await sleep(IDLE_MS);
    const idleMemoryMb = memoryMb(ours.child.pid!);
    const key = first.key ?? '';
    const { byAddress } = await findChannels();
    const tools = [...byAddress.values()].flat().length;
    const { targets, servers } = await startTargets(ours, key, tools);
    running.push(...servers);
    const pinned = pinCores(ours, servers);
    await warmUp(targets);
    const rounds = await measureRounds(targets);
    const reportOf = round(await reportOfSlowest({ url: ours.url, key, sandbox: ours.sandbox ?? '' }, ROUNDS));
    const results = { ...ratiosIn(rounds), idleMemoryMb, idleWithWebMb, readyMs, reportOfSlowest: reportOf };
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
    const machine = { node: process.version, cores: cpus().length, pinned };
    record({ ...machine, tools, connections: CONNECTIONS, secondsPerTarget: SECONDS, results: all, rounds, profiles });
  } finally {
    await Promise.all(running.map(stop));
    rmSync(data, { recursive: true, force: true });
  }
}

/** Starts the servers to compare with, and names every kind of call that is measured. */
async function startTargets(
  ours: StartedService,
  key: string,
  tools: number,
): Promise<{ targets: Target[]; servers: Started[] }> {
  const own = { ...json, authorization: `Bearer ${key}` };
  const url = `${ours.url}/workspace/mcp`;
  const local = call('list_workspaces');
  const reply = await (await fetch(url, { method: 'POST', headers: own, body: local })).text();
  const upstream = await upstreamCall(ours.sandbox ?? '');
  const bare = await startServer('bare.ts', reply);
  const sdk = await startServer('official-sdk.ts', String(tools), JSON.parse(reply).result.content[0].text);
  const pass = await startServer('bare-pass-through.ts', JSON.stringify(upstream));
  const modern = modernCall('list_workspaces');
  const at = ({ url, child }: Started) => ({ url, pid: child.pid! });
  const { pid } = at(ours);
  const targets: Target[] = [
    { name: 'bare', ...at(bare), body: local, headers: json },
    { name: 'sdk', ...at(sdk), body: local, headers: { ...json, ...streams } },
    { name: 'local', pid, url, body: local, headers: own },
    { name: 'modern', pid, url, body: modern.body, headers: { ...own, ...modern.headers } },
    { name: 'pass', ...at(pass), body: call('get_customer'), headers: json },
    { name: 'platform', pid, url: `${ours.url}/search/mcp`, body: call('get_customer'), headers: own },
  ];
  return { targets, servers: [bare, sdk, pass] };
}

/** All servers on one core, the load and the sandbox on the other; false where the system does not allow it. */
function pinCores(ours: Started, servers: readonly Started[]): boolean {
  const measured = [ours, ...servers].map(({ child }) => child.pid!);
  const others = [process.pid, ...childrenOf(ours.child.pid!)];
  return measured.every((pid) => pin(pid, SERVER_CORE)) && others.every((pid) => pin(pid, LOAD_CORE));
}

type Round = Record<string, Measured>;

async function measureRounds(targets: readonly Target[]): Promise<Round[]> {
  const rounds: Round[] = [];
  for (let index = 0; index < ROUNDS; index++) {
    const measured: Round = {};
    for (const target of rotated(targets, index)) {
      await sleep(SETTLE_MS);
      await measure(target, LEAD_IN_SECONDS);
      measured[target.name] = await measure(target, SECONDS);
    }
    rounds.push(measured);
    const figures = targets.map(({ name }) => `${name} ${shown(measured[name])}`).join(', ');
    console.error(`round ${index + 1} of ${ROUNDS}: ${figures}`);
  }
  return rounds;
}

function ratiosIn(rounds: readonly Round[]): Record<string, number> {
  const ratio = (over: string, under: string, of: keyof Measured) =>
    round(median(rounds.map((one) => (one[over]?.[of] ?? 0) / (one[under]?.[of] ?? 1))));
  return {
    localOfBare: ratio('bare', 'local', 'processorUs'),
    modernOfBare: ratio('bare', 'modern', 'processorUs'),
    localOfSdk: ratio('local', 'sdk', 'requestsPerSecond'),
    platformOfBare: ratio('platform', 'pass', 'requestsPerSecond'),
  };
}

function record(results: object): void {
  writeFileSync(RECORD, `${JSON.stringify(results, null, 2)}\n`);
  for (const [file, text] of performanceFiles(join(import.meta.dirname, '..'))) writeFileSync(file, text);
}

/** The web application is loaded with the first request for one of its pages. */
async function openWeb({ url }: Started): Promise<void> {
  await (await fetch(url)).text();
}

/** The median of several starts: now and then one takes half as long again. */
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
  await sleep(IDLE_MS);
  const held = memoryMb(service.child.pid!);
  await stop(service);
  return held;
}

const RECORD = join(import.meta.dirname, 'results.json');

function onRecord(): { results: Record<string, number> } {
  return JSON.parse(readFileSync(RECORD, 'utf8'));
}

/** Writes nothing. Prints every ratio that is worse than on record, and then makes the command fail. */
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
