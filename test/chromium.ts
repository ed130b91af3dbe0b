import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** A browser of this machine, installed from Debian's packages when we may; undefined where there is none. */
export function findChromium(): string | undefined {
  const there = () => PLACES.find((path) => existsSync(path));
  if (there() || process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return there();
  spawnSync('sh', ['-c', 'apt-get update && apt-get install -y --no-install-recommends chromium'], { stdio: 'ignore' });
  return there();
}

/** Quiet: nothing is asked of anybody but the page under test. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
