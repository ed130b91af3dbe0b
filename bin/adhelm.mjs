#!/usr/bin/env node
// Plain JavaScript on purpose: it switches on Node's compile cache before the first TypeScript file is read. From the second start
// on, neither the type stripper nor the compiler is needed, which saves a good part of the start and some 30 MB.
import { enableCompileCache, getCompileCacheDir } from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';

// A call passes through many small functions. V8's usual allowance for putting them into one another ends half-way; with this
// one a local tool call takes a tenth less time (`npm run bench`).
setFlagsFromString('--max-inlined-bytecode-size-cumulative=4000');

enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/adhelm'));
// Child processes (the sandbox) share it.
process.env.NODE_COMPILE_CACHE ??= getCompileCacheDir() ?? '';

await import('../src/main.ts');
