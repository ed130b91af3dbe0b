import { defineConfig } from 'vitest/config';

/** What mutation testing runs: the tests beside the mutated code, which is what they are held to. */
export default defineConfig({
  test: {
    include: [`src/${process.env.MUTATED_FOLDER}/**/*.test.ts`],
    // Instrumented code is slow: what is held to a time is left out.
    testNamePattern: /^(?!.*(33,000|nobody waits|holding anybody up|when the time is up))/,
    // A new thread for every file would take longer than the tests in it.
    isolate: false,
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
});
