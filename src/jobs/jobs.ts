import type { Transaction } from 'kysely';
import type { Tables } from '../store/tables.ts';

export interface NewJob {
  kind: string;
  /** One job of a kind and key: putting it again moves it and replaces its payload. */
  key: string;
  runAt: number;
  workspaceId?: string | undefined;
  /** Of the jobs with the same lane, one runs at a time, in all processes: a lane is a connection. */
  lane?: string | undefined;
  payload?: Readonly<Record<string, unknown>> | undefined;
}

export interface DueJob extends Required<Pick<NewJob, 'kind' | 'key' | 'runAt' | 'payload'>> {
  id: string;
  workspaceId: string | undefined;
  /** Failed in a row before this. */
  attempts: number;
  /** Aborted when the lease was lost or the service stops. */
  signal: AbortSignal;
}

/**
 * Work of one kind. It runs at least once, so its effects are unique by themselves. Returns when to run again, by the service's
 * clock; undefined: the job is done and goes. A job that was put again while it ran keeps that moment instead.
 */
export interface JobKind {
  kind: string;
  /**
   * Runs at moments of the calendar, such as Monday at nine, and looks at the clock itself: a run that comes too early does
   * nothing and returns its moment. When the clock is set back, its jobs run at once, to name their next moments; those of
   * other kinds keep the time that was left to wait.
   */
  calendar?: true;
  run(job: DueJob): Promise<number | undefined>;
}

/** Work that is due at a moment, done by one of the processes that share the store. */
export interface Jobs {
  put(tx: Transaction<Tables>, job: NewJob): Promise<void>;
  remove(tx: Transaction<Tables>, kind: string, key: string): Promise<void>;
}
