import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { START_FLAGS } from '../../bench/start-command.ts';
import { ACCOUNTS, CAMPAIGNS } from './large-accounts-size.ts';

const run = promisify(execFile);

/** V8 ends a process whose live objects do not fit; left alone, it would let the heap grow to several times of them. */
const HEAP_MB = 64;

test.each(['report', 'compare', 'csv'])(
  `%s over ${ACCOUNTS} accounts of ${CAMPAIGNS} campaigns each fits a heap of ${HEAP_MB} MB`,
  async (what) => {
    const program = join(import.meta.dirname, 'large-accounts.ts');
    const flags = [...START_FLAGS, `--max-old-space-size=${HEAP_MB}`];
    const { stdout } = await run(process.execPath, [...flags, program, what]);
    expect((JSON.parse(stdout) as { lines: number }).lines).toBe(what === 'csv' ? ACCOUNTS * CAMPAIGNS + 1 : 1000);
  },
);
