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
  requestsPerSecond?: Record<string, number>[];
  /** Shares of a call's time by part of the program, in percent. */
  profiles?: Record<'local' | 'platform', Record<string, number>>;
}

/** The page and its plot, made from what the last run left in `results.json`. */
export function performanceFiles(root: string): [path: string, text: string][] {
  const recorded = JSON.parse(readFileSync(join(root, 'bench/results.json'), 'utf8')) as Recorded;
  return [
    [join(root, 'docs/performance.md'), page(recorded)],
    [join(root, 'docs/pictures/performance.svg'), plot(recorded.results)],
  ];
}

/** Written down once, by hand; the tables above it are measured with every run. */
const MEMORY_PROFILE = [
  '## What memory under load consists of',
  '',
  'Looked at step by step, local calls by 50 connections (the spaces of V8, and `/proc/PID/smaps`), in MB:',
  '',
  '| | after start | 1,000 calls | 200,000 calls | 30 s later |',
  '|---|---|---|---|---|',
  '| whole process | 124 | 144 | 205 | 139 |',
  '| the program’s own files | 56 | 57 | 57 | 57 |',
  '| V8’s heap | 40 | 46 | 104 | 38 |',
  '| – of it for young objects | 4 | 8 | 30 | 1 |',
  '| – of it for old objects, garbage included | 32 | 33 | 64 | 32 |',
  '| outside V8: SQLite, sockets, the compiler’s scratch memory | 28 | 41 | 44 | 44 |',
  '',
  '- Nothing that lives grows: after 400,000 calls a forced collection leaves 37 MB, as after the start. Nor does it after 40,000 calls each with',
  '  unknown and malformed keys, unknown tools, origins and hosts, or after thousands of platform reads, writes with idempotency keys and',
  '  made-up accounts.',
  '- What stands there under load is garbage that V8 has not looked at yet. A local call leaves some 20 KB, nearly all of it gone with the next',
  '  collection of young objects (`--max-semi-space-size=16`: twice 16 MB); the rest waits until it comes to half of what lives.',
  '- What stayed after it, in some runs 60 to 96 MB for good, were pages that V8 had emptied and kept for itself (`pooled` in `--trace-gc`: 71 MB',
  '  after 400,000 calls, beside a heap of 43 MB). V8 gives them back only with a collection that is meant to save memory, and its timer for that waits',
  '  until few objects are made. It asks so of its C++ objects too, and takes a rate of exactly none for a high one (`--trace-mutator-utilization`:',
  '  `Embedder mutator utilization = 0.000 (mutator_speed=0`): Node makes hardly any, so the timer begins after 100 seconds without any collection, or',
  '  never. A collection asked for from outside is not meant to save memory: the heap was 43 MB, and the process as large as before.',
  '- So once the service is calm, the collection that saves memory is begun from outside (`src/cli/give-back-memory.ts`), and V8 does it beside other',
  '  work: it holds the event loop for some 9 ms of processor time at a stretch; a whole collection at once 21 ms, the most thorough one 44 ms.',
  '- A smaller space for young objects is not worth it: 8 MB saves some 20 MB under load and nothing after it, for some 2.2 instead of 1.6 µs of',
  '  collecting in a call of some 55; 4 MB saves no more.',
  '- The web application is loaded with its first page: 11 MB that live, and 12 MB in all once V8 has given back what reading the sources took.',
];

function page({ node, cores, tools, connections, results, rounds, requestsPerSecond, profiles }: Recorded): string {
  const measured = rounds?.map((one) =>
    Object.fromEntries(Object.entries(one).map(([name, { requestsPerSecond: rate }]) => [name, rate])),
  );
  const rates = measured ?? requestsPerSecond ?? [];
  const names = Object.keys(rates[0] ?? {}).sort();
  const underLoad =
    results.memoryUnderLoadMb === undefined ? 'not measured yet' : `${results.memoryUnderLoadMb} MB more`;
  const control = results.bareTwoOfOne === undefined ? 'not measured yet' : `two cost ${results.bareTwoOfOne} of one`;
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
    '## How the rows about growth are measured',
    '',
    '- A recorded write is what the pipeline does without its platform: claim and audit intent in one transaction, answer and audit outcome in a',
    '  second, each on disk (`synchronous=FULL`) before the next step. 32 callers, each with one write at a time, on two stores in turn: one as the',
    '  service has it, where transactions that come together share a commit, one with a commit for each transaction; the median of fifteen rounds.',
    '  How much quicker depends on how long the disk takes for a sync, from 0.1 ms to 10 ms. What does not depend on it are the commits, which are',
    '  counted: each is one sync of the write-ahead log.',
    '- Keys: 1,000,000 keys in 100,000 workspaces are filled in by SQL; calls come by a thousand of them in turn, so that many have to be looked up,',
    '  against calls by the one key of another service, which is remembered all the time; seven turns each. How many there are in the store makes no',
    '  difference (a look for one of a million takes what one of a thousand takes). What a thousand cost: those in use are looked up together, 250 by one',
    '  statement, when something was committed since (their last use and their usage are, every two seconds, 5 µs each), and what is known of a',
    '  thousand is further away from the processor than what is known of one. Each of the 50 connections begins with another key, so that all are in use all',
    '  the time; side by side they would come with the same one. Read again twice and a half a second whatever was committed, they cost 1.55.',
    '- Two processes: one service with one worker, one with two, on the same PostgreSQL and Redis, warmed up by as many calls a process. Each process then gets',
    '  the same 1,000 calls a second, evenly spread. Before, both services got all that 50 callers could send: what arrives together is read, asked of Redis',
    '  and answered together, so that one process with nothing to spare is cheaper by the call than two that wait for the callers; of bare servers,',
    '  which share nothing, two then cost 1.14 times as much as one, of ours 1.11 (one run of five rounds, on a machine with much else to do).',
    `  Bare servers are measured beside ours as a control: ${control}.`,
    '- Audit: 1,000,000 rows instead of the ten million that are meant, filled in by SQL: the indexes are trees, and ten times the rows are half a',
    '  level more. Processor time of an append, without the wait for the disk.',
    '- Memory: a process that has answered a thousand calls and rested for a minute, against the same after 1,000,000 calls and another minute. What it',
    `  holds in the moment in which the calls end is noted too (${underLoad}); the profile below says what that is.`,
    '- `--quick` takes a tenth of each.',
    '',
    ...MEMORY_PROFILE,
    '',
    ...WRITE_PROFILE,
    '',
    ...(profiles ? profileTables(profiles) : []),
    '## Requests a second, round by round',
    '',
    `| ${['round', ...names].join(' | ')} |`,
    `|${'---|'.repeat(names.length + 1)}`,
    ...rates.map((one, index) => `| ${[index + 1, ...names.map((name) => Math.round(one[name] ?? 0))].join(' | ')} |`),
    '',
  ].join('\n');
}

/** Looked at by hand, as the memory was. */
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

/** Where a ratio is not reached, this is why. */
function profileTables({ local, platform }: NonNullable<Recorded['profiles']>): string[] {
  const parts = [...new Set([...Object.keys(local), ...Object.keys(platform)])];
  const shown = (share: number | undefined) => (share === undefined ? '' : `${share} %`);
  return [
    '## Where the time of a call goes',
    '',
    'Samples of the main thread while calls of one kind came and nothing else, from 1 % up. Writing to sockets, Node’s HTTP and most of the native',
    'code are what a bare server does too; what is under `src` is what it does not: key, limits, arguments, reply, log and, for a platform, pacing, sending',
    'and judging. No single part of it is large.',
    '',
    '| | local tool | one platform call |',
    '|---|---|---|',
    ...parts.map((part) => `| ${part} | ${shown(local[part])} | ${shown(platform[part])} |`),
    '',
  ];
}

const [WIDTH, BAR, GAP, LABELS] = [760, 18, 12, 380];

/** A bar a figure: full where the goal is reached exactly, longer is better. */
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
