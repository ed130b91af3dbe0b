import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';
import { FILLED_FOLDER } from '../src/sandbox/filled.testing.ts';
import { findPostgres, newCluster, SHARED_FOLDER } from '../src/store/postgres/cluster.testing.ts';
import { findChromium } from './chromium.ts';
import { foundOrInstalled } from './debian-package.ts';

/**
 * Installs the programs that several test files need, and makes the folders that the files of one run share: one for its PostgreSQL
 * server, which the first test that needs it starts, one for filled sandboxes. Returns the function that removes them after the run.
 */
export default function setUp({ vitest }: TestProject): () => void {
  const runs = (part: RegExp) => vitest.projects.some(({ name }) => part.test(name));
  // Before the tests, which run side by side: none may meet a half installed one.
  if (runs(/^system|^alone|-postgres$/)) foundOrInstalled(findPostgres, 'postgresql', 'postgresql-client');
  if (runs(/^system|^alone/)) findChromium();
  const folder = mkdtempSync(join(tmpdir(), 'adhelm-pg-'));
  const filled = mkdtempSync(join(tmpdir(), 'adhelm-filled-'));
  process.env[SHARED_FOLDER] = folder;
  process.env[FILLED_FOLDER] = filled;
  // Node keeps what it has compiled, as bin/adhelm.mjs lets it: test processes and their children load the same modules many times.
  process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/adhelm');
  return () => {
    newCluster(folder)?.discard();
    for (const left of [`${folder}.starting`, folder, filled]) rmSync(left, { recursive: true, force: true });
  };
}
