import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GOALS, goalText, reaches } from './goals.ts';

interface Recorded {
  node: string;
  cores: number;
  tools: number;
  connections: number;
  results: Record<string, number>;
  rounds?: Record<string, { requestsPerSecond: number }>[];
  /** Shares of a call's time by part of the program, in percent. */
  profiles?: Record<'local' | 'platform', Record<string, number>>;
}

/** The page and its plot, made from `results.json`. */
export function performanceFiles(root: string): [path: string, text: string][] {
  const recorded = JSON.parse(readFileSync(join(root, 'bench/results.json'), 'utf8')) as Recorded;
  return [
    [join(root, 'docs/performance.md'), page(recorded)],
    [join(root, 'docs/pictures/performance.svg'), plot(recorded.results)],
  ];
}

function page({ node, cores, tools, connections, results, rounds, profiles }: Recorded): string {
  const rates = (rounds ?? []).map((one) =>
    Object.fromEntries(Object.entries(one).map(([name, { requestsPerSecond }]) => [name, requestsPerSecond])),
  );
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
    ...GOALS.map((row) => {
      const value = results[row.name];
      const shown = value === undefined ? 'not measured yet' : `${value}${row.unit ?? ''}`;
      return `| ${row.what} | ${shown} | ${goalText(row)} | ${value === undefined ? '' : reaches(row, value) ? 'reached' : 'not reached'} |`;
    }),
    '',
    ...growthText(results),
    '',
    ...WRITE_PROFILE,
    '',
    ...(profiles ? profileTables(profiles) : []),
    ...(rates.length > 0 ? roundsTable(rates) : []),
  ].join('\n');
}

function growthText({ bareTwoOfOne }: Recorded['results']): string[] {
  const control = bareTwoOfOne === undefined ? 'not measured yet' : `two cost ${bareTwoOfOne} of one`;
  return [
    '## How the rows about growth are measured',
    '',
    '- Recorded writes: what the pipeline does for a write without its platform. One transaction holds the claim and the audit intent, a second the',
    '  answer and the audit outcome, each on disk (`synchronous=FULL`) before the next step. 32 callers with one write at a time use two stores in',
    '  turn: one where transactions that come together share a commit, as in the service, and one with a commit for each. The median of fifteen',
    '  rounds counts. The ratio depends on how long the disk takes for a sync, from 0.1 to 10 ms; the number of syncs does not, and is counted.',
    '- Keys: SQL fills in 1,000,000 keys in 100,000 workspaces. Calls use a thousand of them in turn, against calls by the only key of another',
    '  service; seven turns each. Keys in use are read again together, 250 by one statement, after each commit that may have changed them.',
    '- Tokens: calls by 200 tokens of grants against calls by 200 keys of the same service, seven turns each. Both are looked up in one cache.',
    '- Two processes: one service with one worker and one with two, on the same PostgreSQL and Redis. Each process gets the same 1,000 calls a second,',
    '  evenly spread: under full load, calls that arrive together are handled together, and one busy process would look cheaper by the call.',
    `  Bare servers are measured beside ours as a control: ${control}.`,
    '- Audit: processor time of an append to 1,000,000 rows filled in by SQL. Ten million, which are promised, make the index trees half a level higher.',
    '- Live heap: after 50,000 calls and again after 1,000,000 more, each time after a collection that the bench forces through the inspector',
    '  (`bench/live-heap.ts`). The size of the process is no measure: V8 keeps pages it has emptied, and collects old objects when it sees fit.',
    '- `--quick` takes a tenth of each.',
  ];
}

/** Sampled by hand once; `npm run bench` does not measure it. */
const WRITE_PROFILE = [
  '## Where the time of a recorded write goes',
  '',
  'Samples over 30,000 recorded writes of 32 callers, of which 16 share a commit, each with an API key of its own: some 110 µs a write.',
  '',
  '| | µs |',
  '|---|---|',
  '| beginning and committing, the wait for the disk included | 31 |',
  '| SQLite’s statements: savepoints, claim, answer, audit entries | 21 |',
  '| four HMACs of the audit chain | 14 |',
  '| sealing the answer | 9 |',
  '| garbage collection | 5 |',
  '| all else: Kysely, promises, parameters | 30 |',
  '',
  'A commit of its own for each transaction takes two waits for the disk more, 0.15 ms each where this was measured. So the ratio is what a write takes',
  'with them, of what it takes without: near 4 with such a disk, and more the slower the disk is. What was tried stands in `docs/decisions/group-commit.md`.',
];

function profileTables({ local, platform }: NonNullable<Recorded['profiles']>): string[] {
  const parts = [...new Set([...Object.keys(local), ...Object.keys(platform)])];
  const shown = (share: number | undefined) => (share === undefined ? '' : `${share} %`);
  return [
    '## Where the time of a call goes',
    '',
    'Samples of the main thread under calls of one kind, from 1 % up. A bare server also writes to sockets and runs Node’s HTTP and most of the native',
    'code; the parts under `src` are ours: key, limits, arguments, reply, log and, for a platform, pacing, sending and judging.',
    '',
    '| | local tool | one platform call |',
    '|---|---|---|',
    ...parts.map((part) => `| ${part} | ${shown(local[part])} | ${shown(platform[part])} |`),
    '',
  ];
}

function roundsTable(rates: readonly Record<string, number>[]): string[] {
  const names = Object.keys(rates[0] ?? {}).sort();
  return [
    '## Requests a second, round by round',
    '',
    `| ${['round', ...names].join(' | ')} |`,
    `|${'---|'.repeat(names.length + 1)}`,
    ...rates.map((one, index) => `| ${[index + 1, ...names.map((name) => Math.round(one[name] ?? 0))].join(' | ')} |`),
    '',
  ];
}

const [WIDTH, BAR, GAP, LABELS] = [760, 18, 12, 380];

/** One bar for each figure. It ends at the dashed line where the goal is reached exactly; longer is better. */
function plot(results: Readonly<Record<string, number>>): string {
  const shown = GOALS.filter(({ name }) => results[name] !== undefined);
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
