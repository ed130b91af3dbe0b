import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { findPostgres, newCluster, SHARED_FOLDER } from '../src/store/postgres/testbed-cluster.ts';
import { foundOrInstalled } from './debian-package.ts';

/** A place for the run's PostgreSQL, which the first test that needs it starts, and its end. */
export default function setUp({ vitest }: TestProject): () => void {
  // Before the tests, which run side by side: none may meet a half installed one.
  if (vitest.projects.some(({ name }) => name === 'system' || name.endsWith('-postgres')))
    foundOrInstalled(findPostgres, 'postgresql', 'postgresql-client');
  const folder = mkdtempSync(join(tmpdir(), 'adhelm-pg-'));
  process.env[SHARED_FOLDER] = folder;
  return () => {
    newCluster(folder)?.discard();
    rmSync(`${folder}.starting`, { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  };
}
