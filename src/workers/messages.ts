import type { Worker } from 'node:cluster';

/** Messages of the primary process to its workers. */
export type ToWorker =
  | { kind: 'begin'; sandboxOrigins: Record<string, string>; sandboxControl: string | undefined }
  /** Another worker has taken over: finish the requests under way, then end. */
  | { kind: 'retire' }
  /** How many workers serve, the receiver included. */
  | { kind: 'serving'; serving: number }
  /** Asks for the worker's metrics, under this number. */
  | { kind: 'count'; question: number }
  | { kind: 'counted'; question: number; text: string };

/** Messages of a worker to the primary process. */
export type FromWorker =
  /** It receives messages from now on; earlier ones are lost. */
  | { kind: 'listening' }
  | { kind: 'ready'; url: string }
  /** Asks for the metrics of all workers, under a number of its own. */
  | { kind: 'ask'; question: number }
  | { kind: 'counts'; question: number; text: string };

/** Does nothing when the worker has just ended. */
export function tell(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message, () => {});
}
