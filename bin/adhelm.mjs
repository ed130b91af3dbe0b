#!/usr/bin/env node
// Plain JavaScript on purpose: any Node can read it and say what is missing, and it switches on Node's compile cache before
// the first TypeScript file is read. From the second start on, neither the type stripper nor the compiler is needed, which
// saves a good part of the start and some 30 MB.
import module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NODE_MAJOR = 24;

if (Number(process.versions.node.split('.')[0]) < NODE_MAJOR) {
  process.stderr.write(
    `Adhelm needs Node ${NODE_MAJOR} or newer, and this is ${process.versions.node}. Run it through npm, which brings one along: npm start, or npm run --silent adhelm -- COMMAND\n`,
  );
  process.exit(1);
}

const root = dirname(dirname(fileURLToPath(import.meta.url)));
module.enableCompileCache(join(root, 'node_modules/.cache/adhelm'));
// Child processes (the sandbox) share it.
process.env.NODE_COMPILE_CACHE ??= module.getCompileCacheDir() ?? '';

await import('./relative-imports.mjs');
await import('../src/main.ts');
