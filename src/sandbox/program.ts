import type { FastifyInstance } from 'fastify';
import { type Ambient, realAmbient } from '../ambient.ts';
import { AccidentBook } from './accident-book.ts';
import { Clock } from './clock.ts';
import { controlApp } from './control.ts';
import { discoverEmulators } from './discover.ts';
import type { Emulator, MountedPlatform } from './emulator.ts';
import { FaultList } from './faults.ts';
import { isEmpty, openFile, startOver } from './file.ts';
import { Ledger } from './ledger.ts';
import { listen } from './listen.ts';
import { platformApp } from './platform-app.ts';
import { inPortOrder, portOf } from './ports.ts';
import { PushDesk } from './push.ts';
import { RequestLog } from './request-log.ts';
import { inTransaction } from './transaction.ts';
import { type SharedState, worldFor } from './world.ts';

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
  /** Lets the platforms bring about what time brings, and waits for what they push. */
  timePassed(): Promise<void>;
  close(): Promise<void>;
}

/** Real time between two looks at what has come about by itself. */
const LOOK_EVERY_MS = 5_000;

export async function startSandbox(settings: SandboxSettings): Promise<Sandbox> {
  const { file, port, host = '127.0.0.1', ambient = realAmbient } = settings;
  const emulators = settings.emulators ?? (await discoverEmulators());
  const db = openFile(file, settings.contents);
  const seeded = isEmpty(db);
  const clock = new Clock(db, ambient);
  const apps: FastifyInstance[] = [];
  const log = new RequestLog(() => clock.now());
  const pushes = new PushDesk((platform, push, answer) => log.addPush(platform, push, answer));
  let looking: NodeJS.Timeout | undefined;
  const close = async () => {
    clearInterval(looking);
    await pushes.close();
    await Promise.all(apps.map((app) => app.close()));
    db.close();
  };
  try {
    const ledger = new Ledger(db);
    const faults = new FaultList();
    const origins = new Map<string, string>();
    const shared = { db, clock, elapsedMs: ambient.elapsedMs, ledger, origins, pushes };
    const mounted = mountedPlatforms(emulators, shared);
    const accidents = new AccidentBook(db, mounted, () => clock.now());
    const platforms = inPortOrder([...mounted.keys()]);
    const prepareAll = () => prepareEach(mounted.values());
    const reset = () => {
      startOver(db, platforms, () => {
        clock.reset();
        ledger.clear();
        accidents.clear();
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
    const timePassed = async () => {
      accidents.bringAbout();
      for (const { emulator, world } of mounted.values()) emulator.timePassed?.(world);
      await pushes.settled();
    };
    const control = controlApp({ mounted, accidents, clock, ledger, faults, log, origins, reset, timePassed });
    apps.push(control);
    const controlOrigin = await listen(control, host, port);
    looking = setInterval(() => void timePassed().catch(process.emitWarning), LOOK_EVERY_MS).unref();
    return { controlOrigin, origins: Object.fromEntries(origins), seeded, timePassed, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function mountedPlatforms(emulators: readonly Emulator[], shared: SharedState): Map<string, MountedPlatform> {
  return new Map(
    emulators.map((emulator) => [emulator.platform, { emulator, world: worldFor(emulator.platform, shared) }]),
  );
}

function prepareEach(platforms: Iterable<MountedPlatform>): void {
  for (const { emulator, world } of platforms) emulator.prepare(world);
}
