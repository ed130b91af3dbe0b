import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** What takes a whole service, a child process or a large file: not for the quick look. */
const endToEnd = [
  'src/channels/*/tools/*.test.ts',
  'src/channels/*/{outcomes,chosen-accounts,smart-plus,watching,media-plan}.test.ts',
  'src/sandbox/**/*.test.ts',
];
const blackBox = ['test/blackbox/**/*.test.ts'];
/** What measures time, memory or the event loop, or keeps both processors busy itself: file by file, after all others. */
const alone = [
  'test/blackbox/{event-loop,fair-shares,sheets-loop}.test.ts',
  'test/clients/search-large.test.ts',
  'test/redis/*.test.ts',
  'test/reports/event-loop.test.ts',
  'test/start/ready-time.test.ts',
  'test/media-plans/thousand-rows.test.ts',
  'test/watching/history-speed.test.ts',
];
/** Run a second time on PostgreSQL: what faces the store, from its own tests up to people and their sessions. */
const onPostgres = {
  unit: [
    'src/{audit,auth,idempotency,jobs,notices,spend-limits,store,vault}/**/*.test.ts',
    'src/watching/{budgets,history,monitors,schedules}/**/*.test.ts',
    'src/observe/metering.test.ts',
    'src/process/presence.test.ts',
    'src/sheets/shared-spreadsheets.test.ts',
    'src/pipeline/{lead-pushes,perform-recorded,run-tool}.test.ts',
    'src/leads/list-leads.test.ts',
  ],
  // Keys, connections, people, spreadsheets, and what is recorded of a call. The rest only look up a key and its workspace.
  contract: [
    'test/blackbox/{abandoned,batches,connecting,keys,outcomes,renewals,said-not-done,sheets,sheets-files}.test.ts',
    'test/blackbox/{stopping,whereabouts,writes}.test.ts',
  ],
  // What a request may hold up is read and refused before a store is asked: on both only in a long run.
  alone: [
    'test/watching/history-speed.test.ts',
    ...(process.env.TEST_LONG ? ['test/blackbox/event-loop.test.ts'] : []),
  ],
  // People, their sessions and what their pages list; a kill between two writes of the store. Who may do what, how often, and what is
  // uploaded ask the same tables. Not `postgres-lost`, which has a PostgreSQL of its own to lose.
  system: [
    'test/chaos/{departed-caller,first-start,jobs-killed,kill,plan-killed}.test.ts',
    'test/media-plans/whole-plans.test.ts',
    'test/web/{activity,invitations,large-store,pages-of-people}.test.ts',
    'test/sign-in/tokens.test.ts',
    ...(process.env.TEST_LONG ? ['test/chaos/!(postgres-lost).test.ts', 'test/web/*.test.ts'] : []),
  ],
};
const postgres = { env: { TEST_STORE: 'postgres' } };

/** Four at a time on two cores: many wait for a child process, a browser or a platform. */
const together = {
  // Test processes are ended without a last word, so `npm run coverage` has each file counted when it is done.
  setupFiles: process.env.NODE_V8_COVERAGE ? ['test/take-coverage.ts'] : [],
  // Node imports the files, as `npm start` does: nothing is transformed, and what Node has compiled is kept for other processes.
  experimental: { viteModuleRunner: false },
  maxWorkers: Math.max(4, availableParallelism() - 1),
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
};
/** Importing the same modules again takes a second or two a file; which modules keep state is listed in `test/architecture`. */
const warm = { ...together, isolate: false };
const short = { ...warm, testTimeout: 120_000 };
const long = { ...warm, testTimeout: 600_000 };
/** A process for each file: what one leaves in memory would be measured in the next. */
const longAlone = { ...together, testTimeout: 600_000, maxWorkers: 1 };

export default defineConfig({
  test: {
    globalSetup: ['test/before-the-run.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'web/**/*.test.ts', 'bench/**/*.test.ts', 'test/architecture/**/*.test.ts'],
          exclude: [...endToEnd, ...alone],
          ...short,
        },
      },
      { test: { name: 'tools', include: endToEnd, ...short } },
      { test: { name: 'contract', include: blackBox, exclude: alone, ...short } },
      {
        test: {
          name: 'system',
          include: ['test/**/*.test.ts'],
          exclude: ['test/architecture/**', ...blackBox, ...alone],
          ...long,
        },
      },
      { test: { name: 'alone', include: alone, ...longAlone } },
      {
        test: {
          name: 'unit-postgres',
          include: onPostgres.unit,
          exclude: ['src/store/sqlite-store.test.ts', 'src/store/postgres/**'],
          ...postgres,
          ...short,
        },
      },
      { test: { name: 'contract-postgres', include: onPostgres.contract, ...postgres, ...short } },
      { test: { name: 'system-postgres', include: onPostgres.system, ...postgres, ...long } },
      { test: { name: 'alone-postgres', include: onPostgres.alone, ...postgres, ...longAlone } },
    ],
  },
});
