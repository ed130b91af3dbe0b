import { defineConfig } from 'vitest/config';

/** What takes a whole service, a child process or a large file: not for the quick look. */
const endToEnd = [
  'src/channels/*/tools/*.test.ts',
  'src/channels/video/{budgets,cut-connections,smart-plus}.test.ts',
  'src/sandbox/**/*.test.ts',
  'src/sheets/files/million.test.ts',
];
const patience = { testTimeout: 120_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'web/**/*.test.ts', 'bench/**/*.test.ts', 'test/architecture/**/*.test.ts'],
          exclude: endToEnd,
          ...patience,
        },
      },
      { test: { name: 'tools', include: endToEnd, ...patience } },
      {
        test: {
          name: 'contract',
          include: ['test/blackbox/**/*.test.ts'],
          fileParallelism: false,
          ...patience,
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
    ],
  },
});
