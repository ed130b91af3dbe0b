import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Names the lines of `src` that no test runs: what stands there can be taken out unseen. Node itself counts, in every process that
 * the tests start. Prints how many there are by room and writes them to `coverage/uncovered.txt`.
 *
 *   npm run coverage                                    after all suites
 *   npm run coverage -- src/channels test/media-plans   after these only
 */
interface Report {
  result: { url: string; functions: { ranges: { startOffset: number; endOffset: number; count: number }[] }[] }[];
}

const SOURCES = pathToFileURL(`${process.cwd()}/src/`).href;
const LIST = 'coverage/uncovered.txt';
/** What runs when a module is read or at no time, and what says nothing alone. */
const NO_STEP = /^(\/\/|\/?\*|import |export (type|interface)|interface |type |[\s\]})({;,]*$)/;
/** Fewer characters are the rest of a line that ran. */
const UNCOVERED_MIN = 5;

const folder = mkdtempSync(join(tmpdir(), 'adhelm-coverage-'));
const env = { ...process.env, NODE_V8_COVERAGE: folder };
const { status } = spawnSync('vitest', ['run', ...process.argv.slice(2)], { stdio: 'inherit', env });
const lines = [...coveredIn(folder)].flatMap(([file, ran]) => uncoveredLines(file, ran)).sort();
rmSync(folder, { recursive: true });
mkdirSync('coverage', { recursive: true });
writeFileSync(LIST, `${lines.join('\n')}\n`);
const rooms = Map.groupBy(lines, (line) => /^src\/((channels|sandbox)\/)?[^/:]+/.exec(line)![0]);
console.table(
  Object.fromEntries([...rooms].map(([room, { length }]) => [room, { 'lines that no test runs': length }])),
);
console.log(`${lines.length} lines, each in ${LIST}; files that were never read are not among them`);
process.exitCode = status ?? 1;

/** Of each file, the characters that some process has run. */
function coveredIn(reports: string): Map<string, Uint8Array> {
  const ran = new Map<string, Uint8Array>();
  for (const name of readdirSync(reports)) {
    const { result } = JSON.parse(readFileSync(join(reports, name), 'utf8')) as Report;
    for (const { url, functions } of result) {
      if (!url.startsWith(SOURCES) || /\.test(ing)?\.ts/.test(url)) continue;
      const file = `src/${url.slice(SOURCES.length).split('?')[0]}`;
      const all = ran.get(file) ?? new Uint8Array(readFileSync(file, 'utf8').length);
      ran.set(file, all);
      // A function stands after what it is in, and a block of it after the function.
      const now = new Uint8Array(all.length);
      for (const { startOffset, endOffset, count } of functions.flatMap(({ ranges }) => ranges))
        now.fill(count > 0 ? 1 : 0, startOffset, endOffset);
      for (let at = 0; at < all.length; at++) all[at]! |= now[at]!;
    }
  }
  return ran;
}

function uncoveredLines(file: string, ran: Uint8Array): string[] {
  let begin = 0;
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      const [at, words] = [begin, line.trim()];
      begin += line.length + 1;
      if (NO_STEP.test(words)) return [];
      const uncovered = [...line.matchAll(/[^\s(){}[\];,]/g)].filter((one) => ran[at + one.index] === 0);
      return uncovered.length >= UNCOVERED_MIN ? [`${file}:${index + 1}: ${words}`] : [];
    });
}
