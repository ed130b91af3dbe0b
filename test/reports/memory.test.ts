import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { START_FLAGS } from '../../scripts/start-command.ts';

const run = promisify(execFile);

/** Writing 400,000 lines leaves more garbage behind than reading as many rows, but holds none of them. */
const LIMITS_MB = [
  ['report', 160],
  ['csv', 200],
] as const;

test.each(LIMITS_MB)(
  '%s over 40 accounts of 10,000 campaigns each takes less than %s MB more than an idle process',
  async (what, limitMb) => {
    const program = join(import.meta.dirname, 'large-accounts.ts');
    const { stdout } = await run(process.execPath, [...START_FLAGS, program, what], { timeout: 300_000 });
    const { grownMb, lines } = JSON.parse(stdout) as { grownMb: number; lines: number };
    expect(lines).toBe(what === 'csv' ? 400_001 : 1000);
    expect(grownMb).toBeLessThan(limitMb);
  },
);
