import { parseArgs } from 'node:util';
import { discoverEmulators } from './discover.ts';
import { startSandbox } from './program.ts';

/** The one message of the child to its parent. */
export type ChildMessage =
  | { ready: true; controlOrigin: string; origins: Record<string, string>; seeded: boolean }
  | { ready: false; reason: string };

const { values } = parseArgs({
  options: {
    file: { type: 'string', default: ':memory:' },
    port: { type: 'string', default: '0' },
    host: { type: 'string', default: '127.0.0.1' },
    emulators: { type: 'string' },
  },
});

// The IPC channel closes however the parent ends, kill -9 included. An orphan would keep the ports from the next start.
process.once('disconnect', () => process.exit(0));
// Ctrl-C reaches the whole process group, but calls the parent is finishing still need the platforms: the parent ends us.
process.on('SIGINT', () => {});

try {
  const sandbox = await startSandbox({
    file: values.file,
    port: Number(values.port),
    host: values.host,
    emulators: await discoverEmulators(values.emulators),
  });
  process.once('SIGTERM', () => void sandbox.close().then(() => process.exit(0)));
  const { controlOrigin, origins, seeded } = sandbox;
  tell({ ready: true, controlOrigin, origins, seeded });
} catch (error) {
  tell({ ready: false, reason: error instanceof Error ? error.message : String(error) });
  process.exitCode = 1;
  process.disconnect?.();
}

function tell(message: ChildMessage): void {
  process.send?.(message);
}
