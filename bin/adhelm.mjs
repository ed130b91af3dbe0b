#!/usr/bin/env node
// Plain JavaScript on purpose: any Node can read it and find the one that is needed, and it switches on Node's compile cache
// before the first source file is read. From the second start on, neither the type stripper nor the compiler is needed, which
// saves a good part of the start and some 30 MB.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NODE_MAJOR = 24;
const program = fileURLToPath(import.meta.url);
const root = dirname(dirname(program));

/** Set for the process that was started with the brought Node. If that one is too old as well, there is none to start with. */
const MARK = 'ADHELM_STARTED_WITH_BROUGHT_NODE';

if (Number(process.versions.node.split('.')[0]) < NODE_MAJOR)
  startWith(MARK in process.env ? undefined : broughtNode());
else await start();

async function start() {
  // It is no setting: settings that are not known are refused.
  delete process.env[MARK];
  module.enableCompileCache(join(root, 'node_modules/.cache/adhelm'));
  // Child processes (the sandbox) share it.
  process.env.NODE_COMPILE_CACHE ??= module.getCompileCacheDir() ?? '';
  await import('./relative-imports.mjs');
  // The npm package holds JavaScript: Node strips no types under node_modules.
  const isPackage = existsSync(join(root, 'src/main.js'));
  await import(isPackage ? '../src/main.js' : '../src/main.ts');
}

/** The Node that npm installed as an optional dependency; undefined where there is none for this machine. */
function broughtNode() {
  const windows = process.platform === 'win32';
  const file = `node-${windows ? 'win' : process.platform}-${process.arch}/bin/node${windows ? '.exe' : ''}`;
  try {
    return module.createRequire(program).resolve(file);
  } catch {
    return undefined;
  }
}

/** The same command on another Node, which gets every signal and whose end is ours. */
function startWith(node) {
  if (node === undefined) {
    process.stderr.write(
      `Adhelm needs Node ${NODE_MAJOR} or newer, and this is ${process.versions.node}. Run it through npm, which brings one along (npm start, or npm run --silent adhelm -- COMMAND), or install Node ${NODE_MAJOR} from https://nodejs.org\n`,
    );
    process.exit(1);
  }
  const env = { ...process.env, [MARK]: '1' };
  const child = spawn(node, [program, ...process.argv.slice(2)], { stdio: 'inherit', env });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.once('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}
