import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { findPostgres, newCluster, SHARED_FOLDER } from '../src/store/postgres/testbed-cluster.ts';
import { findChromium } from './chromium.ts';
import { foundOrInstalled } from './debian-package.ts';

/** What several files need, and a place for the run's PostgreSQL, which the first test that needs it starts, and its end. */
export default function setUp({ vitest }: TestProject): () => void {
  const runs = (part: RegExp) => vitest.projects.some(({ name }) => part.test(name));
  // Before the tests, which run side by side: none may meet a half installed one.
  if (runs(/^system|^alone|-postgres$/)) foundOrInstalled(findPostgres, 'postgresql', 'postgresql-client');
  if (runs(/^system|^alone/)) findChromium();
  const folder = mkdtempSync(join(tmpdir(), 'adhelm-pg-'));
  process.env[SHARED_FOLDER] = folder;
  return () => {
    newCluster(folder)?.discard();
    rmSync(`${folder}.starting`, { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  };
}
