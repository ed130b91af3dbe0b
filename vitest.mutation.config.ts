import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The first test that fails ends a run, so those that need no store go first. */
class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const text = new Map(files.map(({ moduleId }) => [moduleId, readFileSync(moduleId, 'utf8')]));
    const cost = ({ moduleId }: TestSpecification) =>
      (/Store\(|Bed\(/.test(text.get(moduleId)!) ? 1e6 : 0) + text.get(moduleId)!.length;
    return files.sort((one, other) => cost(one) - cost(other));
  }
}

/** What mutation testing runs: the tests that the mutated code is held to (`scripts/mutation.ts`). */
export default defineConfig({
  test: {
    include: process.env.MUTATION_TESTS?.split(' ') ?? [],
    // Instrumented code is slow: what is held to a time is left out.
    testNamePattern: /^(?!.*(33,000|nobody waits|holding anybody up))/,
    // A new thread for every file would take longer than the tests in it.
    isolate: false,
    sequence: { sequencer: QuickFirst },
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
});
