import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Recorded {
  node: string;
  cores: number;
  tools: number;
  connections: number;
  results: Record<string, number>;
  rounds?: Record<string, { requestsPerSecond: number }>[];
  requestsPerSecond?: Record<string, number>[];
}

interface Row {
  name: string;
  what: string;
  /** What is to be reached, and whether more or less of it is better. */
  goal: number;
  better: 'higher' | 'lower';
  unit?: string;
}

const ROWS: readonly Row[] = [
  { name: 'localOfBare', what: 'local tool, plain client, of bare `node:http`', goal: 0.75, better: 'higher' },
  {
    name: 'localOfSdk',
    what: 'the same, of the official SDK with as many tools',
    goal: 25,
    better: 'higher',
    unit: ' ×',
  },
  { name: 'modernOfBare', what: 'modern MCP client, of bare `node:http`', goal: 0.6, better: 'higher' },
  { name: 'platformOfBare', what: 'one platform call, of a bare pass-through', goal: 0.95, better: 'higher' },
  {
    name: 'writesOfOneCommit',
    what: 'recorded writes, 32 callers, of a commit each',
    goal: 4,
    better: 'higher',
    unit: ' ×',
  },
  { name: 'syncsPerWrite', what: 'syncs a recorded write; with a commit each, 2', goal: 0.5, better: 'lower' },
  { name: 'manyKeysOfOne', what: 'a call with 1,000,000 keys, of that with one', goal: 1.1, better: 'lower' },
  {
    name: 'longAuditOfEmpty',
    what: 'an audited write on a long log, of that on an empty one',
    goal: 1.2,
    better: 'lower',
  },
  { name: 'twoProcessesOfOne', what: 'processor time a call, two processes of one', goal: 1.1, better: 'lower' },
  { name: 'reportOfSlowest', what: 'report over four channels, of the slowest alone', goal: 1.1, better: 'lower' },
  { name: 'memoryAfterManyMb', what: 'more memory after 1,000,000 calls', goal: 20, better: 'lower', unit: ' MB' },
  { name: 'idleMemoryMb', what: 'idle memory', goal: 150, better: 'lower', unit: ' MB' },
  { name: 'readyMs', what: 'ready after start', goal: 1500, better: 'lower', unit: ' ms' },
];

/** The page and its plot, made from what the last run left in `results.json`. */
export function performanceFiles(root: string): [path: string, text: string][] {
  const recorded = JSON.parse(readFileSync(join(root, 'bench/results.json'), 'utf8')) as Recorded;
  return [
    [join(root, 'docs/performance.md'), page(recorded)],
    [join(root, 'docs/pictures/performance.svg'), plot(recorded.results)],
  ];
}

const reaches = ({ goal, better }: Row, value: number) => (better === 'higher' ? value >= goal : value <= goal);

function page({ node, cores, tools, connections, results, rounds, requestsPerSecond }: Recorded): string {
  const measured = rounds?.map((one) =>
    Object.fromEntries(Object.entries(one).map(([name, { requestsPerSecond: rate }]) => [name, rate])),
  );
  const rates = measured ?? requestsPerSecond ?? [];
  const names = Object.keys(rates[0] ?? {}).sort();
  return [
    '# Performance',
    '',
    'Made from `bench/results.json` by `npm run docs`; do not edit by hand. `npm run bench` measures anew (a quarter of an hour on a machine with',
    'nothing else to do), `npm run bench -- --check` fails when a ratio is more than 15 % worse than on record.',
    '',
    `Measured side by side in one run: Node ${node}, ${cores} processors, ${tools} tools, ${connections} connections. Only ratios within a run mean anything on a shared machine.`,
    '',
    '![How far each figure is from its goal](pictures/performance.svg)',
    '',
    '| Work | Measured | To reach | |',
    '|---|---|---|---|',
    ...ROWS.map((row) => {
      const value = results[row.name];
      const goal = `${row.better === 'higher' ? '≥' : '≤'} ${row.goal}${row.unit ?? ''}`;
      const shown = value === undefined ? 'not measured yet' : `${value}${row.unit ?? ''}`;
      return `| ${row.what} | ${shown} | ${goal} | ${value === undefined ? '' : reaches(row, value) ? 'reached' : 'not reached'} |`;
    }),
    '',
    '## How the rows about growth are measured',
    '',
    '- A recorded write is what the pipeline does without its platform: claim and audit intent in one transaction, answer and audit outcome in a',
    '  second, each on disk (`synchronous=FULL`) before the next step. 32 callers, each with one write at a time, on two stores in turn: one as the',
    '  service has it, where transactions that come together share a commit, one with a commit for each transaction; the median of seven rounds.',
    '  How much quicker depends on how long the disk takes for a sync, from 0.1 ms to 10 ms. What does not depend on it are the commits, which are',
    '  counted: each is one sync of the write-ahead log.',
    '- Keys: 1,000,000 keys in 100,000 workspaces are filled in by SQL; calls come by a thousand of them in turn, so that many have to be looked up,',
    '  against calls by one key in a new store, which is remembered all the time.',
    '- Audit: 1,000,000 rows instead of the ten million that are meant, filled in by SQL: the indexes are trees, and ten times the rows are half a',
    '  level more. Processor time of an append, without the wait for the disk.',
    '- `--quick` takes a tenth of each.',
    '',
    '## Requests a second, round by round',
    '',
    `| ${['round', ...names].join(' | ')} |`,
    `|${'---|'.repeat(names.length + 1)}`,
    ...rates.map((one, index) => `| ${[index + 1, ...names.map((name) => Math.round(one[name] ?? 0))].join(' | ')} |`),
    '',
  ].join('\n');
}

const [WIDTH, BAR, GAP, LABELS] = [760, 18, 12, 380];

/** A bar a figure: full where the goal is reached exactly, longer is better. */
function plot(results: Readonly<Record<string, number>>): string {
  const shown = ROWS.filter(({ name }) => results[name] !== undefined);
  const height = shown.length * (BAR + GAP) + 50;
  const unit = (WIDTH - LABELS - 60) / 2;
  const bars = shown.flatMap((row, index) => {
    const value = results[row.name] ?? 0;
    const share = row.better === 'higher' ? value / row.goal : row.goal / Math.max(value, row.goal / 2);
    const y = 30 + index * (BAR + GAP);
    const length = Math.round(Math.min(2, Math.max(0.01, share)) * unit);
    const colour = reaches(row, value) ? '#2b8a3e' : '#c92a2a';
    return [
      `<text x="${LABELS - 10}" y="${y + 13}" text-anchor="end">${row.what.replaceAll('`', '')}</text>`,
      `<rect x="${LABELS}" y="${y}" width="${length}" height="${BAR}" fill="${colour}"/>`,
      `<text x="${LABELS + length + 6}" y="${y + 13}">${value}${row.unit ?? ''}</text>`,
    ];
  });
  const goalAt = LABELS + unit;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="12" fill="#495057">`,
    '<title>What the benchmark measured, beside its goals</title>',
    `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
    ...bars,
    `<line x1="${goalAt}" y1="20" x2="${goalAt}" y2="${height - 20}" stroke="#495057" stroke-dasharray="4 3"/>`,
    `<text x="${goalAt}" y="${height - 6}" text-anchor="middle">goal</text>`,
    '</svg>',
    '',
  ].join('\n');
}
