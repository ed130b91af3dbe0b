import { defineConfig } from 'vitest/config';

/** What mutation testing runs: everything beside the mutated code, and the suites that run it in this very process. */
export default defineConfig({
  test: {
    include: [
      'src/*.test.ts',
      'src/{auth,vault,limits,idempotency,audit,upstream,pipeline}/**/*.test.ts',
      'test/blackbox/*.test.ts',
      'src/channels/workspace/**/*.test.ts',
      'src/channels/search/tools/{get_customer,list_customers}.test.ts',
    ],
    // Instrumented code is slow: what is held to a time is left out.
    testNamePattern: /^(?!.*(33,000|nobody waits|holding anybody up|when the time is up))/,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
