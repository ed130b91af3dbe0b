import { Failure } from '../errors.ts';

/** What was read, or why the platform refuses it. One account that is closed or withdrawn does not hide the others of a list. */
export async function orProblem<T>(read: () => Promise<T>): Promise<T | { problem: string }> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Failure) || error.retryable || error.code === 'token_expired') throw error;
    return { problem: error.details.message };
  }
}
