import { Failure } from '../../src/errors.ts';
import type { Watching } from '../../src/tools/watching.ts';
import type { Sandboxed } from '../sandboxed.ts';

/** The three questions to a channel, each on a session of its own as jobs ask them. */
export function asking<Client>(watching: Watching<Client>, client: Sandboxed['client']) {
  const { signal } = new AbortController();
  return {
    rejected: async () => {
      const { client: connected, account } = await client<Client>();
      return watching.rejectedAds(connected, account, signal);
    },
    problems: async () => {
      const { client: connected, account } = await client<Client>();
      return watching.accountProblems(connected, account, signal);
    },
    changes: async (span: { since: number; until: number; campaign?: string }) => {
      const { client: connected, account } = await client<Client>();
      return watching.changes!(connected, account, span, signal);
    },
  };
}

/** What a question fails with; a failure of any other kind, and an answer, are errors of the test. */
export async function refused(question: Promise<unknown>): Promise<string> {
  const error = await question.then(
    (answer) => new Error(`did not fail: ${JSON.stringify(answer)}`),
    (thrown: unknown) => thrown,
  );
  if (error instanceof Failure) return error.code;
  throw error;
}
