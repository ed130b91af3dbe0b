// Runs on whatever Node the machine has (20 or newer), before anything is installed: plain JavaScript, no dependencies.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const everything = process.argv.includes('--dev');

const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;

/** What npm wrote down about its last installation here, when it matches what is wanted now. */
function isInstalled() {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages;
  return Object.entries(wanted).every(
    ([path, { version, dev, devOptional, optional }]) =>
      path === '' || optional || (!everything && (dev || devOptional)) || installed[path]?.version === version,
  );
}

if (!isInstalled()) {
  console.error(`Installing what is missing${everything ? ', with everything the tests need' : ''} …`);
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  // Not `npm ci`: it refuses a lock file without the optional packages of every platform, which not every registry has.
  // This takes the locked versions as well, and writes nothing back.
  const { status } = spawnSync(
    npm,
    ['install', '--no-save', ...(everything ? [] : ['--omit=dev']), '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    },
  );
  if (status !== 0) process.exit(status ?? 1);
}
