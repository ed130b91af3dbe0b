import { type ChildProcess, fork, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryDatabase } from '../../src/store/postgres/cluster.testing.ts';
import { storeUnderTest } from '../../src/store/store.testing.ts';

export const ROOT = resolve(import.meta.dirname, '../..');
export const ADHELM = join(ROOT, 'bin/adhelm.mjs');

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Nothing of the developer's own settings reaches a command under test; every port is a free one, and nothing is done unasked. */
export function cleanEnvironment(more: Record<string, string> = {}): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME, ADHELM_PORT: '0', ADHELM_SANDBOX_PORT: '0', ADHELM_JOBS: 'off', ...more };
}

/** For a command that is to work on the store the suite is run on. */
export async function storeEnvironment(): Promise<Record<string, string>> {
  return storeUnderTest === 'postgres' ? { ADHELM_DATABASE_URL: await temporaryDatabase() } : {};
}

/** Runs the real command line to its end, in a process that has run others before. */
export async function adhelm(args: readonly string[], environment: Record<string, string> = {}): Promise<Finished> {
  host ??= startHost();
  const { child, answers } = host;
  const answer = Promise.withResolvers<Finished>();
  answers.push(answer);
  child.send({ args, environment: cleanEnvironment(environment) });
  return answer.promise;
}

/** Runs the real command line to its end, in a process of its own. */
export function adhelmAlone(args: readonly string[], environment: Record<string, string> = {}): Promise<Finished> {
  return finished(spawn(process.execPath, [ADHELM, ...args], { env: cleanEnvironment(environment) }));
}

interface Host {
  child: ChildProcess;
  /** Those that wait for an answer, in the order of their commands. */
  answers: PromiseWithResolvers<Finished>[];
}

let host: Host | undefined;

function startHost(): Host {
  const answers: Host['answers'] = [];
  const child = fork(join(import.meta.dirname, 'command-host.mjs'), {
    execArgv: [],
    env: { ...cleanEnvironment(), NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/adhelm') },
  });
  child.on('message', (answer: Finished) => answers.shift()?.resolve(answer));
  child.once('exit', (code) => {
    host = undefined;
    for (const { reject } of answers) reject(new Error(`the process that runs commands ended with ${code}`));
  });
  // Neither the process nor the channel to it keeps a test process alive.
  child.unref();
  child.channel?.unref();
  return { child, answers };
}

export function finished(child: ChildProcess): Promise<Finished> {
  const output = collect(child);
  return new Promise((done, reject) => {
    child.once('error', reject);
    child.once('close', (code) => done({ code, ...output() }));
  });
}

function collect(child: ChildProcess): () => { stdout: string; stderr: string } {
  const text = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (chunk) => (text.stdout += chunk));
  child.stderr?.setEncoding('utf8').on('data', (chunk) => (text.stderr += chunk));
  return () => ({ ...text });
}

export interface Running {
  url: string;
  /** The first key, when one was printed. */
  key: string | undefined;
  pid: number;
  stdout(): string;
  stderr(): string;
  /** Tells it to end and waits until it has. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts a command that runs until it is told to stop, and waits for the word that it is ready. */
export async function running(child: ChildProcess, ready = /ready at (\S+)|"url":"([^"]+)"/): Promise<Running> {
  const output = collect(child);
  const ended = new Promise<number | null>((done) => child.once('close', done));
  let code: number | null | undefined;
  let told = false;
  void ended.then((value) => {
    code = value;
    // A test that waits for its replies would only time out, without the reason.
    if (!told && value !== 0) console.error(`it ended with ${value}: ${output().stderr.slice(-4_000)}`);
  });
  const matched = await until(() => {
    if (code !== undefined) throw new Error(`it ended with ${code} while starting: ${output().stderr}`);
    return ready.exec(output().stdout) ?? undefined;
  });
  return {
    url: matched[1] ?? matched[2] ?? '',
    key: /sk_live_\w+/.exec(output().stdout)?.[0],
    pid: child.pid!,
    stdout: () => output().stdout,
    stderr: () => output().stderr,
    async stop(signal = 'SIGTERM') {
      told = true;
      if (code === undefined) child.kill(signal);
      return ended;
    },
  };
}

export function serve(
  data: string,
  args: readonly string[] = [],
  environment: Record<string, string> = {},
): Promise<Running> {
  const words = [ADHELM, 'serve', '--data', data, ...args];
  return running(spawn(process.execPath, words, { env: cleanEnvironment(environment) }));
}

/** Asks again until there is an answer. */
export async function until<T>(ask: () => T | undefined | Promise<T | undefined>, patienceMs = 300_000): Promise<T> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > deadline) throw new Error(`nothing within ${patienceMs} ms`);
    await sleep(20);
  }
}

/** A new folder, and what takes it away again. */
export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'adhelm-start-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Calls a tool as the plain client does. */
export function callTool(
  url: string,
  key: string,
  name = 'get_customer',
  channel = 'search',
  headers: Record<string, string> = {},
  args: object = {},
): Promise<Response> {
  return fetch(`${url}/${channel}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: '1', method: 'tools/call', params: { name, arguments: args } }),
  });
}

/** What a reply's text holds. */
export async function resultOf(reply: Response): Promise<Record<string, unknown>> {
  const body = (await reply.json()) as { result: { content: { text: string }[] } };
  return JSON.parse(body.result.content[0]!.text);
}
