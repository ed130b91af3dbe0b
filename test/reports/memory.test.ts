import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { START_FLAGS } from '../../scripts/start-command.ts';
import { leastOfThree } from '../../src/event-loop/turn-length.testing.ts';

const run = promisify(execFile);

const LIMIT_MB = 200;

test.each(['report', 'compare', 'csv'])(
  `%s over 40 accounts of 10,000 campaigns each fits a process of ${LIMIT_MB} MB`,
  async (what) => {
    const program = join(import.meta.dirname, 'large-accounts.ts');
    const peakMb = async () => {
      const { stdout } = await run(process.execPath, [...START_FLAGS, program, what], { timeout: 300_000 });
      const told = JSON.parse(stdout) as { peakMb: number; lines: number };
      expect(told.lines).toBe(what === 'csv' ? 400_001 : 1000);
      return told.peakMb;
    };
    expect(await leastOfThree(LIMIT_MB, peakMb)).toBeLessThan(LIMIT_MB);
  },
);
