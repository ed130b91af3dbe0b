import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newCluster, SHARED_FOLDER } from '../src/store/postgres/testbed-cluster.ts';

/** A place for the run's PostgreSQL, which the first test that needs it starts, and its end. */
export default function setUp(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'adhelm-pg-'));
  process.env[SHARED_FOLDER] = folder;
  return () => {
    newCluster(folder)?.discard();
    rmSync(`${folder}.starting`, { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  };
}
