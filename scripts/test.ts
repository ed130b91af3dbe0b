import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Everything: format, lint, types, then every suite. Ends with what was skipped and one line that counts. */
interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { name: string; assertionResults: { status: string; fullName: string }[] }[];
}

const reportFile = join(mkdtempSync(join(tmpdir(), 'adhelm-report-')), 'report.json');

function run(title: string, command: string, ...args: string[]): boolean {
  console.log(`\n── ${title}`);
  return spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' }).status === 0;
}

const steps = [
  run('format and lint', 'biome', 'check', '.'),
  run('types', 'tsc', '--noEmit'),
  run('types of the pages', 'tsc', '--noEmit', '-p', 'web'),
  // Before the tests, which run side by side: none may meet pages that another is building.
  run('pages', 'node', 'scripts/build-pages.mjs'),
  run('suites', 'vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`),
];

const report = JSON.parse(readFileSync(reportFile, 'utf8')) as Report;
const skipped = report.testResults.flatMap(({ name, assertionResults }) =>
  assertionResults
    .filter(({ status }) => status !== 'passed' && status !== 'failed')
    .map(({ fullName }) => `${name.slice(process.cwd().length + 1)}: ${fullName}`),
);
console.log(
  skipped.length === 0
    ? '\nNo test was skipped.'
    : `\nSkipped (the reason stands in each name):\n${skipped.join('\n')}`,
);
console.log(`${report.numPassedTests} passed, ${report.numFailedTests} failed, ${skipped.length} skipped`);
process.exitCode = steps.every(Boolean) && report.numFailedTests === 0 && report.numPassedTests > 0 ? 0 : 1;
