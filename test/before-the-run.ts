import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';
import { FILLED_FOLDER } from '../src/sandbox/filled.testing.ts';
import { findPostgres, newCluster, SHARED_FOLDER } from '../src/store/postgres/cluster.testing.ts';
import { findChromium } from './chromium.ts';
import { foundOrInstalled } from './debian-package.ts';

/** Linux keeps this folder in memory. */
const IN_MEMORY = '/dev/shm';
/** A clone with all that npm installs into it, databases, large spreadsheets: of several files at once. */
const ROOM_BYTES = 8 * 2 ** 30;

/**
 * A folder in memory for everything that tests write; undefined where there is none that has room and lets programs run. Each commit
 * waits until a disk has it, and thousands are made. A killed process loses no more here than it does with a disk.
 */
function folderInMemory(): string | undefined {
  if (!existsSync(IN_MEMORY)) return undefined;
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  if (bavail * bsize < ROOM_BYTES) return undefined;
  const folder = mkdtempSync(join(IN_MEMORY, 'adhelm-run-'));
  // As open as /tmp: PostgreSQL runs as another user.
  chmodSync(folder, 0o1777);
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  if (spawnSync(program).status === 0) return folder;
  rmSync(folder, { recursive: true });
  return undefined;
}

/**
 * Installs the programs that several test files need, and makes the folders that the files of one run share: one for its PostgreSQL
 * server, which the first test that needs it starts, one for filled sandboxes. Returns the function that removes them after the run.
 */
export default function setUp({ vitest }: TestProject): () => void {
  const runs = (part: RegExp) => vitest.projects.some(({ name }) => part.test(name));
  // Before the tests, which run side by side: none may meet a half installed one.
  if (runs(/^system|^alone|-postgres$/)) foundOrInstalled(findPostgres, 'postgresql', 'postgresql-client');
  if (runs(/^system|^alone/)) findChromium();
  const inMemory = process.env.TMPDIR === undefined ? folderInMemory() : undefined;
  if (inMemory) process.env.TMPDIR = inMemory;
  const folder = mkdtempSync(join(tmpdir(), 'adhelm-pg-'));
  const filled = mkdtempSync(join(tmpdir(), 'adhelm-filled-'));
  process.env[SHARED_FOLDER] = folder;
  process.env[FILLED_FOLDER] = filled;
  // Node keeps what it has compiled, as bin/adhelm.mjs lets it: test processes and their children load the same modules many times.
  process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/adhelm');
  return () => {
    newCluster(folder)?.discard();
    for (const left of [`${folder}.starting`, folder, filled, inMemory])
      if (left) rmSync(left, { recursive: true, force: true });
  };
}
