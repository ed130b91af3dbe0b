import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Everything: format, lint, types, pages, then every suite. Ends with how long each step took, the skipped tests and one line that counts.
 * `--long` (`npm run test:long`) lets random tests try all the cases they name, not a tenth of them.
 */
interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { name: string; assertionResults: { status: string; fullName: string }[] }[];
}

interface Step {
  title: string;
  passed: boolean;
  seconds: number;
}

const isLong = process.argv.includes('--long');
/** One seed for all files of the run; a file that fails is repeated with it. */
const seed = process.env.TEST_SEED ?? String(Math.trunc(Math.random() * 0x7fffffff));
const environment = { ...process.env, TEST_SEED: seed, ...(isLong && { TEST_LONG: '1' }) };
const reportFile = join(mkdtempSync(join(tmpdir(), 'adhelm-report-')), 'report.json');

/** Steps that run side by side print what they have to say when they are done. */
function run(output: 'as it comes' | 'at the end', title: string, command: string, ...args: string[]): Promise<Step> {
  const began = performance.now();
  const child = spawn(command, args, {
    stdio: output === 'as it comes' ? 'inherit' : 'pipe',
    shell: process.platform === 'win32',
    env: environment,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (piece: string) => (said += piece));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (said !== '') console.log(`\n── ${title}\n${said.trimEnd()}`);
      resolve({ title, passed: code === 0, seconds: Math.round((performance.now() - began) / 1000) });
    });
  });
}

console.log(`seed ${seed}${isLong ? ', a long run' : ''}`);
const steps = await Promise.all([
  run('at the end', 'format and lint', 'biome', 'check', '.'),
  run('at the end', 'types', 'tsc', '--noEmit'),
  run('at the end', 'types of the pages', 'tsc', '--noEmit', '-p', 'web'),
  // Before the suites, whose files run side by side: none may meet pages that another is building.
  run('at the end', 'pages', 'node', 'scripts/build-pages.mjs'),
]);
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
steps.push(await run('as it comes', 'suites', 'vitest', 'run', ...reporters));

const report = JSON.parse(readFileSync(reportFile, 'utf8')) as Report;
const skipped = report.testResults.flatMap(({ name, assertionResults }) =>
  assertionResults
    .filter(({ status }) => status !== 'passed' && status !== 'failed')
    .map(({ fullName }) => `${name.slice(process.cwd().length + 1)}: ${fullName}`),
);
console.log('');
for (const { title, passed, seconds } of steps)
  console.log(`${passed ? 'passed' : 'failed'} after ${seconds} s: ${title}`);
console.log(
  skipped.length === 0
    ? '\nNo test was skipped.'
    : `\nSkipped (the reason stands in each name):\n${skipped.join('\n')}`,
);
console.log(`${report.numPassedTests} passed, ${report.numFailedTests} failed, ${skipped.length} skipped`);
process.exitCode =
  steps.every(({ passed }) => passed) && report.numFailedTests === 0 && report.numPassedTests > 0 ? 0 : 1;
