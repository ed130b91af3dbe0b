import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Ambient, MINUTE_MS, realAmbient } from '../ambient.ts';
import { Clock } from './clock.ts';
import { discoverEmulators } from './discover.ts';
import type { Emulator } from './emulator.ts';
import { openFile } from './file.ts';
import { Ledger } from './ledger.ts';
import { PushDesk } from './push.ts';
import { inTransaction } from './transaction.ts';
import { worldFor } from './world.ts';

/** Set by the run's set-up: the folder where a run keeps what it has filled. */
export const FILLED_FOLDER = 'TEST_FILLED_SANDBOXES';

/**
 * What a new sandbox of these platforms holds, as SQLite serializes it. Filling it takes up to a second and copying it a millisecond,
 * so it is filled once a run: the first test process that needs it writes a file, the others read that file. A test that sets the
 * clock is given what was filled at that time; one whose clock shows the machine's time, what was filled today.
 */
export function filledSandbox(emulators: readonly Emulator[], ambient: Ambient): Uint8Array {
  const folder = process.env[FILLED_FOLDER];
  if (folder === undefined) return fill(emulators, ambient);
  const time = Math.abs(ambient.now() - realAmbient.now()) < MINUTE_MS ? 'today' : ambient.now();
  const file = join(folder, `${emulators.map(({ platform }) => platform).join('+')}-${time}.db`);
  if (existsSync(file)) return readFileSync(file);
  const filled = fill(emulators, ambient);
  // Renamed when it is whole: another process must not read half of it.
  writeFileSync(`${file}.${process.pid}`, filled);
  renameSync(`${file}.${process.pid}`, file);
  return filled;
}

/** A data folder whose sandbox need not be filled by the program that is started on it: half of what its start takes. */
export async function fillSandboxIn(dataFolder: string): Promise<void> {
  mkdirSync(dataFolder, { recursive: true });
  writeFileSync(join(dataFolder, 'sandbox.sqlite'), filledSandbox(await discoverEmulators(), realAmbient), {
    mode: 0o600,
  });
}

function fill(emulators: readonly Emulator[], ambient: Ambient): Uint8Array {
  const db = openFile(':memory:');
  const shared = {
    db,
    clock: new Clock(db, ambient),
    elapsedMs: ambient.elapsedMs,
    ledger: new Ledger(db),
    origins: new Map<string, string>(),
    pushes: new PushDesk(() => {}),
  };
  inTransaction(db, () => {
    for (const emulator of emulators) {
      const world = worldFor(emulator.platform, shared);
      emulator.prepare(world);
      // A key pair is made when a grant is first asked for, which every service does when it starts.
      emulator.grants(world);
    }
  });
  // The first look at what time has brought makes the leads of three months.
  for (const emulator of emulators) emulator.timePassed?.(worldFor(emulator.platform, shared));
  const filled = db.serialize();
  db.close();
  return filled;
}
