import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../config.ts';

/** Where the service of a data folder answers, so that commands reach that one and not whichever holds the usual port. */
export interface RunningService {
  url: string;
  /** The sandbox's control address. */
  sandbox?: string;
}

export function noteRunning(settings: Settings, running: RunningService): void {
  const file = fileOf(settings);
  writeFileSync(`${file}.new`, `${JSON.stringify(running)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

export function forgetRunning(settings: Settings): void {
  rmSync(fileOf(settings), { force: true });
}

/** The addresses that the last start wrote down. A killed service leaves the file behind; then nothing answers there. */
export function runningService(settings: Settings): RunningService | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(settings), 'utf8')) as RunningService;
  } catch {
    return undefined;
  }
}

function fileOf({ data }: Settings): string {
  return join(data, 'running.json');
}
