import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** A program of this machine, installed from Debian's packages when we may; undefined where there is none. */
export function findProgram(places: readonly string[], debianPackage: string): string | undefined {
  const there = () => places.find((path) => existsSync(path));
  if (there() || process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return there();
  const install = `apt-get update && apt-get install -y --no-install-recommends ${debianPackage}`;
  spawnSync('sh', ['-c', install], { stdio: 'ignore' });
  return there();
}
