// Builds the pages of the web application when they are missing or older than what they are made from. Plain JavaScript and
// nothing imported but Vite, which is loaded only when there is something to build: a start with fresh pages costs milliseconds.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const root = process.argv[2] ?? dirname(dirname(fileURLToPath(import.meta.url)));
const source = join(root, 'web');
const built = join(root, 'dist/web');
const page = join(built, 'index.html');

/** When the newest of the files was changed. */
function newest(path) {
  const entry = statSync(path);
  if (!entry.isDirectory()) return entry.mtimeMs;
  return Math.max(entry.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

/** Beside each text its packed form, which is what browsers are sent: packing at every request would cost more than sending. */
function compress(folder) {
  for (const name of readdirSync(folder, { recursive: true }).filter((one) => /\.(?:js|css|svg)$/.test(one))) {
    const text = readFileSync(join(folder, name));
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text, { params }));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(text));
  }
}

/** Under another name until it is whole: pages that are being served stay as they are, and a failed build changes nothing. */
function build(reason) {
  console.error(`Building the pages, which are ${reason} …`);
  const unfinished = `${built}.${process.pid}`;
  const began = new Date();
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const { status } = spawnSync(
    process.execPath,
    [vite, 'build', source, '--outDir', unfinished, '--emptyOutDir', '--logLevel', 'error'],
    { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, NODE_ENV: 'production' } },
  );
  if (status !== 0) {
    rmSync(unfinished, { recursive: true, force: true });
    console.error('The pages could not be built. The service starts without them, or with those from before.');
    return;
  }
  compress(unfinished);
  // What was changed while it was building is built next time.
  utimesSync(join(unfinished, 'index.html'), began, began);
  rmSync(built, { recursive: true, force: true });
  try {
    renameSync(unfinished, built);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    // Another start in the same folder has just put the same pages there.
    if (!existsSync(page)) throw error;
  }
}

if (existsSync(join(source, 'index.html'))) {
  if (!existsSync(page)) build('missing');
  else if (Math.max(newest(source), newest(join(root, 'package-lock.json'))) > statSync(page).mtimeMs)
    build('older than their source');
}
