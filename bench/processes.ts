import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { START_COMMAND } from './start-command.ts';

const ROOT = join(import.meta.dirname, '..');

/** Which core a process runs on, where the system lets us say: the servers on one, the load on the other. */
export function pin(pid: number, core: number): boolean {
  return spawnSync('taskset', ['-a', '-c', '-p', String(core), String(pid)], { stdio: 'ignore' }).status === 0;
}

/** The sandbox beside our service stands for the platforms: it belongs on the other side, with the load. */
export function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.split(' ').filter(Boolean).map(Number);
}

export interface Started {
  url: string;
  child: ChildProcess;
}

export async function startServer(file: string, ...args: string[]): Promise<Started> {
  const child = fork(join(import.meta.dirname, 'servers', file), args, { stdio: 'inherit' });
  const { port } = await new Promise<AddressInfo>((resolve, reject) => {
    child.once('message', (message) => resolve(message as AddressInfo));
    child.once('exit', () => reject(new Error(`${file} ended at once`)));
  });
  return { url: `http://127.0.0.1:${port}`, child };
}

export interface StartedService extends Started {
  key: string | null;
  sandbox: string | null;
  readyMs: number;
}

/** Our own service by its usual start command, with a rate limit that the load cannot use up. */
export async function startOurs(
  data: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<StartedService> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...START_COMMAND, '--json'], {
    cwd: ROOT,
    env: {
      ...process.env,
      ADHELM_DATA: data,
      ADHELM_PORT: '0',
      ADHELM_SANDBOX_PORT: '0',
      ADHELM_RATE_POINTS: '1000000000',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString()));
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}`)));
  });
  return {
    ...(JSON.parse(line) as { url: string; key: string | null; sandbox: string | null }),
    child,
    readyMs: performance.now() - startedAt,
  };
}

/** Processor time of a process so far, with its threads and the system's work for it. */
export function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

const TICK_MS = 10;

export function memoryMb(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kilobytes) / 102.4) / 10;
}

export async function stop({ child }: Started): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
}
