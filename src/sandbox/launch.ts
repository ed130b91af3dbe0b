import { type ChildProcess, fork } from 'node:child_process';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ChildMessage } from './child.ts';

export interface LaunchSettings {
  file: string;
  port: number;
  host?: string;
  /** The folder whose sub-folders are the platforms; our own unless a test brings others. */
  emulators?: string;
}

export interface LaunchedSandbox {
  controlOrigin: string;
  origins: Record<string, string>;
  /** Whether its file was filled just now. */
  seeded: boolean;
  pid: number;
  /** Resolves when the child has ended. */
  exited: Promise<void>;
  stop(): Promise<void>;
}

/** TypeScript in a clone, JavaScript in the npm package. */
const PROGRAM = join(import.meta.dirname, `child${extname(import.meta.filename)}`);
/** Loaded by the child before its first file, as by the service. */
const RELATIVE_IMPORTS = pathToFileURL(join(import.meta.dirname, '../../bin/relative-imports.mjs')).href;

const STOP_PATIENCE_MS = 3_000;

/** Runs the sandbox as a child process, so that the service can be measured, killed and restarted by itself. */
export async function launchSandbox({ file, port, host, emulators }: LaunchSettings): Promise<LaunchedSandbox> {
  const child = fork(
    PROGRAM,
    ['--file', file, '--port', String(port), ...option('host', host), ...option('emulators', emulators)],
    {
      execArgv: ['--disable-warning=ExperimentalWarning', '--import', RELATIVE_IMPORTS],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  );
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const message = await firstMessage(child);
  if (!message.ready)
    throw new Error(
      `The sandbox did not start: ${message.reason} (${file}; it can be deleted and is then seeded anew).`,
    );
  return {
    controlOrigin: message.controlOrigin,
    origins: message.origins,
    seeded: message.seeded,
    pid: child.pid!,
    exited,
    stop: () => stop(child, exited),
  };
}

function firstMessage(child: ChildProcess): Promise<ChildMessage> {
  return new Promise((resolve, reject) => {
    child.on('message', (message) => {
      // Under `node --watch` a child also reports the files it loads.
      if (typeof message === 'object' && message !== null && 'ready' in message) resolve(message as ChildMessage);
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      reject(new Error(`the sandbox ended while starting (${signal ?? `exit code ${code}`})`));
    });
  });
}

async function stop(child: ChildProcess, exited: Promise<void>): Promise<void> {
  const impatience = setTimeout(() => child.kill('SIGKILL'), STOP_PATIENCE_MS);
  child.kill('SIGTERM');
  await exited;
  clearTimeout(impatience);
}

function option(name: string, value: string | undefined): string[] {
  return value === undefined ? [] : [`--${name}`, value];
}
