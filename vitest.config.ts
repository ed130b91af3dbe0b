import { defineConfig } from 'vitest/config';

/** What takes a whole service, a child process or a large file: not for the quick look. */
const endToEnd = [
  'src/channels/*/tools/*.test.ts',
  'src/channels/video/{budgets,cut-connections,smart-plus}.test.ts',
  'src/sandbox/**/*.test.ts',
  'src/sheets/files/million.test.ts',
];
/** Run a second time on PostgreSQL: whatever the store answers for, from its own tests up to a person's whole way. */
const onPostgres = {
  unit: [
    'src/{audit,auth,idempotency,store,vault}/**/*.test.ts',
    'src/{metering,presence}.test.ts',
    'src/sheets/shared-spreadsheets.test.ts',
    'src/pipeline/{perform-recorded,run-tool}.test.ts',
  ],
  contract: [
    'test/blackbox/{batches,connecting,envelope,keys,outcomes,renewals,sheets,sheets-files,wishes,writes}.test.ts',
  ],
  system: ['test/web/*.test.ts', 'test/browser/journey.test.ts', 'test/chaos/kill.test.ts'],
};
const patience = { testTimeout: 120_000, hookTimeout: 120_000 };
/** Most of a short file's time went into importing the same modules again; nothing of ours keeps state in a module. */
const sharedModules = { isolate: false };

export default defineConfig({
  test: {
    globalSetup: ['test/postgres-for-the-run.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'web/**/*.test.ts', 'bench/**/*.test.ts', 'test/architecture/**/*.test.ts'],
          exclude: endToEnd,
          ...patience,
          ...sharedModules,
        },
      },
      {
        test: {
          name: 'unit-postgres',
          include: onPostgres.unit,
          exclude: ['src/store/sqlite-store.test.ts', 'src/store/postgres/**'],
          env: { TEST_STORE: 'postgres' },
          ...patience,
          ...sharedModules,
        },
      },
      { test: { name: 'tools', include: endToEnd, ...patience, ...sharedModules } },
      {
        test: {
          name: 'contract',
          include: ['test/blackbox/**/*.test.ts'],
          fileParallelism: false,
          ...patience,
          ...sharedModules,
        },
      },
      {
        test: {
          name: 'system',
          include: ['test/**/*.test.ts'],
          exclude: ['test/architecture/**', 'test/blackbox/**'],
          fileParallelism: false,
          testTimeout: 600_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'contract-postgres',
          include: onPostgres.contract,
          env: { TEST_STORE: 'postgres' },
          fileParallelism: false,
          ...patience,
        },
      },
      {
        test: {
          name: 'system-postgres',
          include: onPostgres.system,
          env: { TEST_STORE: 'postgres' },
          fileParallelism: false,
          testTimeout: 600_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
