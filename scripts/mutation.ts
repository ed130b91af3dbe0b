import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

/**
 * Changes the code in small ways, one at a time, and sees whether a test beside it notices. Folder by folder, since a
 * folder is held to its own tests; what was measured before is kept in `coverage/mutation-<folder>.json` and only
 * measured again where the code or its tests have changed (`--force`: all of it).
 *
 *   npm run mutation                               everything
 *   npm run mutation -- --only src/pipeline/fence  what begins so
 *   npm run mutation -- --sample 40 --seed 7       that many windows of lines, chosen by the seed
 *   npm run mutation -- --guards --only src/plans  only what takes an `if` out that returns, throws or goes on
 */
const FOLDERS: Readonly<Record<string, Part>> = {
  ...beside('limits', 'vault', 'idempotency', 'audit', 'upstream', 'auth', 'pipeline', 'tools', 'reports'),
  ...beside('jobs', 'spend-limits', 'sheets/writing', 'watching/rules', 'media-plans/reading'),
  channels: {
    code: ['src/channels/*/{money,errors}.ts'],
    tests: ['src/channels/*/{money,errors,client}.test.ts'],
  },
  // Sessions, roles and links are seen from outside: most tests of the web application are not beside its code.
  web: { code: ['src/web/**/*.ts'], tests: ['src/web/**/*.test.ts', 'test/web/*.test.ts'] },
};
/** With `--guards` the folders of most rooms are tried whole: guards are few in a file. */
const GUARDED: Readonly<Record<string, Part>> = {
  ...beside('audit', 'auth', 'authorization-server', 'conversions', 'exposure', 'finding', 'http', 'idempotency'),
  ...beside('jobs', 'leads', 'limits', 'mcp', 'media-plans', 'notices', 'pipeline', 'plans', 'reports', 'sandbox'),
  ...beside('sheets', 'spend-limits', 'stops', 'store', 'tools', 'upstream', 'vault', 'watching'),
  ...beside('channels/office', 'channels/professional', 'channels/search', 'channels/social', 'channels/tags'),
  ...beside('channels/video', 'channels/workspace'),
  web: FOLDERS.web!,
};
const WINDOW_LINES = 12;
const SCORE_MIN = 85;
/** Every test makes a store of its own: thousands of them are nothing for a disk. */
const MEMORY = '/dev/shm';

const { values } = parseArgs({
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: 'src/' },
    force: { type: 'boolean', default: false },
    guards: { type: 'boolean', default: false },
    // Under load, tests run into their time limits, and an unnoticed change counts as noticed.
    concurrency: { type: 'string', default: String(Math.max(1, Math.floor(availableParallelism() / 4))) },
  },
});

const parts = values.guards ? GUARDED : FOLDERS;
const filesOf = (folder: string) =>
  globSync(parts[folder]!.code)
    .sort()
    .filter((file) => !/\.(test|testing)\.ts$/.test(file) && file.startsWith(values.only));
const files = Object.keys(parts).flatMap(filesOf);
const chosen = values.sample === undefined ? files : sample(Number(values.sample), Number(values.seed));
if (values.sample !== undefined) console.log(`seed ${values.seed}: ${chosen.length} of ${windows().length} windows`);
const folders = Object.keys(parts).filter((folder) => chosen.some((place) => place.startsWith(`src/${folder}/`)));
const rows = folders.map(measure);
console.table(Object.fromEntries([...rows, sum(rows)].map(({ folder, ...row }) => [folder, withScore(row)])));
process.exitCode = rows.every((row) => withScore(row).score >= SCORE_MIN) ? 0 : 1;

interface Part {
  code: readonly string[];
  tests: readonly string[];
}

/** Folders that are held to the tests beside their code. */
function beside(...names: readonly string[]): Record<string, Part> {
  return Object.fromEntries(
    names.map((name) => [name, { code: [`src/${name}/**/*.ts`], tests: [`src/${name}/**/*.test.ts`] }]),
  );
}

interface Row {
  folder: string;
  changes: number;
  noticed: number;
  survived: number;
  untested: number;
  leftOut: number;
}

function measure(folder: string): Row {
  const report = `coverage/${values.guards ? 'guards' : 'mutation'}-${folder.replaceAll('/', '-')}.json`;
  const places = chosen.filter((place) => place.startsWith(`src/${folder}/`));
  const kept = values.force ? ['--force'] : [];
  const { status } = spawnSync(
    'stryker',
    ['run', '--mutate', places.join(), '--concurrency', values.concurrency, '--incrementalFile', report, ...kept],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        ...(existsSync(MEMORY) && { TMPDIR: MEMORY }),
        MUTATION_TESTS: parts[folder]!.tests.join(' '),
        MUTATION_GUARDS: values.guards ? 'yes' : '',
      },
    },
  );
  if (status !== 0 || !existsSync(report)) throw new Error(`${folder} was not measured`);
  return { folder, ...count(report, places) };
}

/** The report also holds what earlier runs have measured elsewhere. */
function count(report: string, places: readonly string[]): Omit<Row, 'folder'> {
  const { files } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const statuses = Object.entries(files).flatMap(([file, { mutants }]) =>
    mutants.filter(({ location }) => places.some((place) => holds(place, file, location))).map(({ status }) => status),
  );
  const of = (...wanted: string[]) => statuses.filter((status) => wanted.includes(status)).length;
  const [noticed, survived, untested] = [of('Killed', 'Timeout'), of('Survived'), of('NoCoverage')];
  return { changes: noticed + survived + untested, noticed, survived, untested, leftOut: of('Ignored') };
}

interface Report {
  files: Record<string, { mutants: { status: string; location: Location }[] }>;
}

interface Location {
  start: { line: number };
  end: { line: number };
}

function holds(place: string, file: string, { start, end }: Location): boolean {
  const [name, lines] = place.split(':');
  const [first, last] = lines?.split('-').map(Number) ?? [0, Number.POSITIVE_INFINITY];
  return name === file && start.line >= first! && end.line <= last!;
}

function sum(rows: readonly Row[]): Row {
  const total = (name: keyof Omit<Row, 'folder'>) => rows.reduce((all, row) => all + row[name], 0);
  return {
    folder: 'all',
    changes: total('changes'),
    noticed: total('noticed'),
    survived: total('survived'),
    untested: total('untested'),
    leftOut: total('leftOut'),
  };
}

function withScore<T extends { changes: number; noticed: number }>(row: T): T & { score: number } {
  return { ...row, score: Math.floor((1000 * row.noticed) / row.changes) / 10 };
}

function windows(): string[] {
  return files.flatMap((file) => {
    const lines = readFileSync(file, 'utf8').split('\n').length;
    return Array.from({ length: Math.ceil(lines / WINDOW_LINES) }, (_, index) => {
      const first = index * WINDOW_LINES + 1;
      return `${file}:${first}-${Math.min(lines, first + WINDOW_LINES - 1)}`;
    });
  });
}

/** The same seed chooses the same windows (mulberry32). */
function sample(count: number, seed: number): string[] {
  const left = windows();
  let state = seed;
  const chance = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return Array.from(
    { length: Math.min(count, left.length) },
    () => left.splice(Math.floor(chance() * left.length), 1)[0]!,
  );
}
