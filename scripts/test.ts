import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Everything: format, lint, types, pages, then every suite. Ends with how long each step and the slowest files took, the
 * skipped tests and one line that counts.
 * `--long` (`npm run test:long`) lets random tests try all the cases they name, not a tenth of them.
 *
 * A few files that fail are run once more, one by one with the same seed: tests that start programs and browsers meet a
 * machine without a moment to spare when all run side by side. What fails again has failed; what passes then is named.
 */
interface Report {
  testResults: {
    name: string;
    status: string;
    startTime: number;
    endTime: number;
    assertionResults: { status: string; fullName: string }[];
  }[];
}

interface Step {
  title: string;
  passed: boolean;
  seconds: number;
}

const isLong = process.argv.includes('--long');
/** One seed for all files of the run; a file that fails is repeated with it. */
const seed =
  process.env.TEST_SEED ?? String((process.env.CI && commitAsNumber()) || Math.trunc(Math.random() * 0x7fffffff));
const environment = { ...process.env, TEST_SEED: seed, ...(isLong && { TEST_LONG: '1' }) };
const folder = mkdtempSync(join(tmpdir(), 'adhelm-report-'));
const [reportFile, secondReportFile] = [join(folder, 'report.json'), join(folder, 'second.json')];
/** More than this is no accident of the machine. */
const REPEATED_MAX = 8;
const SLOWEST_SHOWN = 30;

const reportedTo = (file: string) => ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
const readReport = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Report;
const shortened = (file: string) => file.slice(process.cwd().length + 1);

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

/** In CI each commit has cases of its own, the same wherever it is tried: `CI=true npm test` tells beforehand. 0 outside a checkout. */
function commitAsNumber(): number {
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' });
  return Number.parseInt(stdout?.slice(0, 7), 16) || 0;
}

console.log(`seed ${seed}${isLong ? ', a long run' : ''}`);
const steps = await Promise.all([
  run('at the end', 'format and lint', 'biome', 'check', '.'),
  // With several checkers each works out the same types again: half as much work more, on processors that others use.
  run('at the end', 'types', 'tsc', '--noEmit', '--checkers', '1'),
  run('at the end', 'types of the pages', 'tsc', '--noEmit', '-p', 'web', '--checkers', '1'),
  // Before the suites, whose files run side by side: none may meet pages that another is building.
  run('at the end', 'pages', 'node', 'scripts/build-pages.mjs'),
]);
steps.push(await run('as it comes', 'suites', 'vitest', 'run', ...reportedTo(reportFile)));
const first = readReport(reportFile);
const failedIn = ({ testResults }: Report) => [
  ...new Set(testResults.filter(({ status }) => status === 'failed').map(({ name }) => name)),
];
const failed = failedIn(first);
const isRepeated = failed.length > 0 && failed.length <= REPEATED_MAX;
if (isRepeated) {
  console.log(`\nOnce more, one by one:\n${failed.map(shortened).join('\n')}`);
  const args = ['run', '--no-file-parallelism', ...reportedTo(secondReportFile), ...failed];
  steps.push(await run('as it comes', 'what had failed', 'vitest', ...args));
}
const second = isRepeated ? readReport(secondReportFile) : undefined;

/** What counts: of a file that was repeated, how it went by itself. */
const results = [
  ...first.testResults.filter(({ name }) => !(second && failed.includes(name))),
  ...(second?.testResults ?? []),
].flatMap(({ name, assertionResults }) =>
  assertionResults.map(({ status, fullName }) => ({ status, title: `${shortened(name)}: ${fullName}` })),
);
const titlesOf = (wanted: (status: string) => boolean) =>
  results.filter(({ status }) => wanted(status)).map(({ title }) => title);
const [passes, failures] = [titlesOf((status) => status === 'passed'), titlesOf((status) => status === 'failed')];
const skipped = titlesOf((status) => status !== 'passed' && status !== 'failed');
const brokenFiles = failedIn(second ?? first);

console.log('');
for (const { title, passed, seconds } of steps)
  console.log(`${passed ? 'passed' : 'failed'} after ${seconds} s: ${title}`);
/** A file stands here twice where it runs on both stores. */
const slowest = first.testResults
  .map(({ name, startTime, endTime }) => ({ name, seconds: Math.round((endTime - startTime) / 1000) }))
  .toSorted((one, other) => other.seconds - one.seconds)
  .slice(0, SLOWEST_SHOWN);
console.log('\nThe slowest files:');
for (const { name, seconds } of slowest) console.log(`${String(seconds).padStart(4)} s ${shortened(name)}`);
const unsteady = second ? failed.filter((name) => !brokenFiles.includes(name)) : [];
if (unsteady.length > 0)
  console.log(`\nFailed beside others and passed alone; find out why:\n${unsteady.map(shortened).join('\n')}`);
if (brokenFiles.length > 0) console.log(`\nFailed:\n${brokenFiles.map(shortened).join('\n')}`);
console.log(
  skipped.length === 0
    ? '\nNo test was skipped.'
    : `\nSkipped (the reason stands in each name):\n${skipped.join('\n')}`,
);
console.log(`${passes.length} passed, ${failures.length} failed, ${skipped.length} skipped`);
const isSound = steps.every(({ passed, title }) => passed || (title === 'suites' && second));
process.exitCode = isSound && brokenFiles.length === 0 && failures.length === 0 && passes.length > 0 ? 0 : 1;
