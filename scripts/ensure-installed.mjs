// Runs on the Node of the machine (20 or newer), before anything is installed: plain JavaScript, no dependencies.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const everything = process.argv.includes('--dev');
const windows = process.platform === 'win32';
const NODE_MAJOR = 24;

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

/** Not `npm ci`, which would begin by deleting what is there. This takes the locked versions as well. */
function install() {
  console.error(`Installing what is missing${everything ? ', with everything the tests need' : ''} …`);
  const { status } = spawnSync(
    windows ? 'npm.cmd' : 'npm',
    ['install', '--no-save', ...(everything ? [] : ['--omit=dev']), '--no-audit', '--no-fund', '--loglevel=error'],
    { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], shell: windows },
  );
  if (status !== 0) process.exit(status ?? 1);
}

/**
 * npm looks for programs in node_modules/.bin first. Versions before 11 install the package that brings Node, but link no
 * program of a name that several optional packages have.
 */
function linkNode() {
  const folder = join(root, 'node_modules', '.bin');
  const link = join(folder, windows ? 'node.cmd' : 'node');
  const brought = `node-${windows ? 'win' : process.platform}-${process.arch}/bin/node${windows ? '.exe' : ''}`;
  if (!existsSync(link) && existsSync(join(root, 'node_modules', brought))) {
    mkdirSync(folder, { recursive: true });
    rmSync(link, { force: true });
    if (windows) writeFileSync(link, `@"%~dp0..\\${brought.replaceAll('/', '\\')}" %*\r\n`);
    else symlinkSync(join('..', brought), link);
  }
  return existsSync(link);
}

if (!isInstalled()) install();
if (!linkNode() && Number(process.versions.node.split('.')[0]) < NODE_MAJOR) {
  console.error(
    `Adhelm needs Node ${NODE_MAJOR} or newer; this is ${process.versions.node}, and npm installed none for ${process.platform}-${process.arch} (is --omit=optional set?). Install Node ${NODE_MAJOR} from https://nodejs.org and start again.`,
  );
  process.exit(1);
}
