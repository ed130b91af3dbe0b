import type { FastifyInstance } from 'fastify';
import { type Ambient, realAmbient } from '../ambient.ts';
import { Clock } from './clock.ts';
import { controlApp } from './control.ts';
import { discoverEmulators } from './discover.ts';
import type { Emulator } from './emulator.ts';
import { FaultList } from './faults.ts';
import { isEmpty, openFile, startOver } from './file.ts';
import { Ledger } from './ledger.ts';
import { listen } from './listen.ts';
import { platformApp } from './platform-app.ts';
import { inPortOrder, portOf } from './ports.ts';
import { RequestLog } from './request-log.ts';
import { inTransaction } from './transaction.ts';
import { worldFor } from './world.ts';

export interface SandboxSettings {
  /** SQLite path, or `:memory:`. */
  file: string;
  /** What a file in memory begins with, as SQLite serializes it. */
  contents?: Uint8Array;
  /** The control address's port; the platforms take the following ones. 0 lets the system choose all of them. */
  port: number;
  host?: string;
  emulators?: readonly Emulator[];
  ambient?: Ambient;
}

export interface Sandbox {
  controlOrigin: string;
  origins: Record<string, string>;
  /** Whether the file was filled just now: it knows no token that another file had issued. */
  seeded: boolean;
  close(): Promise<void>;
}

export async function startSandbox(settings: SandboxSettings): Promise<Sandbox> {
  const { file, port, host = '127.0.0.1', ambient = realAmbient } = settings;
  const emulators = settings.emulators ?? (await discoverEmulators());
  const db = openFile(file, settings.contents);
  const seeded = isEmpty(db);
  const apps: FastifyInstance[] = [];
  const close = async () => {
    await Promise.all(apps.map((app) => app.close()));
    db.close();
  };
  try {
    const clock = new Clock(db, ambient);
    const ledger = new Ledger(db);
    const faults = new FaultList();
    const log = new RequestLog(() => clock.now());
    const origins = new Map<string, string>();
    const shared = { db, clock, elapsedMs: ambient.elapsedMs, ledger, origins };
    const mounted = new Map(
      emulators.map((emulator) => [emulator.platform, { emulator, world: worldFor(emulator.platform, shared) }]),
    );
    const platforms = inPortOrder([...mounted.keys()]);
    const prepareAll = () => {
      for (const { emulator, world } of mounted.values()) emulator.prepare(world);
    };
    const reset = () => {
      startOver(db, platforms, () => {
        clock.reset();
        ledger.clear();
        prepareAll();
      });
      faults.clear();
      log.clear();
    };

    // One transaction, so that a start that is killed leaves the file either seeded or empty.
    inTransaction(db, prepareAll);
    for (const platform of platforms) {
      const { emulator, world } = mounted.get(platform)!;
      const app = platformApp(emulator, { world, ambient, faults, log });
      apps.push(app);
      origins.set(platform, await listen(app, host, portOf(platform, port, platforms)));
    }
    const control = controlApp({ mounted, clock, ledger, faults, log, origins, reset });
    apps.push(control);
    return { controlOrigin: await listen(control, host, port), origins: Object.fromEntries(origins), seeded, close };
  } catch (error) {
    await close();
    throw error;
  }
}
