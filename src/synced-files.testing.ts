import fs from 'node:fs';
import { open } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/** The files that the disk was asked to sync while `work` ran, by their names at that moment. */
export async function syncedDuring(work: () => unknown): Promise<string[]> {
  const synced: string[] = [];
  const note = (descriptor: number) => void synced.push(fs.readlinkSync(`/proc/self/fd/${descriptor}`));
  const probe = await open('/dev/null');
  const handles = Object.getPrototypeOf(probe) as typeof probe;
  await probe.close();
  const { fsyncSync } = fs;
  const { sync, datasync } = handles;
  fs.fsyncSync = (descriptor) => {
    note(descriptor);
    fsyncSync(descriptor);
  };
  handles.sync = function (this: typeof probe) {
    note(this.fd);
    return sync.call(this);
  };
  handles.datasync = function (this: typeof probe) {
    note(this.fd);
    return datasync.call(this);
  };
  // Modules import these functions by name.
  syncBuiltinESMExports();
  try {
    await work();
  } finally {
    fs.fsyncSync = fsyncSync;
    Object.assign(handles, { sync, datasync });
    syncBuiltinESMExports();
  }
  return synced;
}
