import { DatabaseError } from 'pg';
import { StoreUnavailable } from '../store-unavailable.ts';

/** PostgreSQL's codes for conditions that pass by themselves: lost connections, no room, shutting down, too slow, a standby. */
const PASSING = /^(?:08|53|57P0|57014$|55P03$|25P03$|25006$)/;

/** Separates an outage, which a caller can only wait for, from an error in the statement. */
export function asStoreError(error: unknown): unknown {
  return isPassing(error) ? new StoreUnavailable(error) : error;
}

/** The driver's and the system's errors (refused, reset, timed out, terminated) have no code of PostgreSQL's. */
function isPassing(error: unknown): boolean {
  if (error instanceof DatabaseError) return PASSING.test(error.code ?? '');
  return error instanceof Error && !(error instanceof TypeError) && !(error instanceof StoreUnavailable);
}

const CHANGED_PLAN = '0A000';

/** Another process has changed a table since this statement was prepared. */
export function isOutdatedStatement(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return code === CHANGED_PLAN && message?.includes('cached plan') === true;
}
