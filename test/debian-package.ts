import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What `there` finds on this machine, after an installation from Debian's packages when we may; undefined where there is none. */
export function foundOrInstalled(there: () => string | undefined, ...packages: string[]): string | undefined {
  if (there() || process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return there();
  const install = `apt-get update && apt-get install -y --no-install-recommends ${packages.join(' ')}`;
  // Test files run side by side, and two installations at once would both fail.
  spawnSync('flock', [join(tmpdir(), 'adhelm-install.lock'), 'sh', '-c', install], { stdio: 'ignore' });
  return there();
}

export function findProgram(places: readonly string[], debianPackage: string): string | undefined {
  return foundOrInstalled(() => places.find((path) => existsSync(path)), debianPackage);
}
