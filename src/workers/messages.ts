/** Messages of the first process to its workers. */
export type ToWorker =
  | { kind: 'begin'; sandboxOrigins: Record<string, string>; sandboxControl: string | undefined }
  /** Another worker has taken its place: finish the calls under way and exit. */
  | { kind: 'retire' }
  /** Asks for its metrics, under this number. */
  | { kind: 'count'; question: number }
  | { kind: 'counted'; question: number; text: string };

/** Messages of a worker to the first process. */
export type FromWorker =
  /** It receives messages from now on; those sent before are lost. */
  | { kind: 'listening' }
  | { kind: 'ready'; url: string }
  /** Asks for the metrics of all workers, under a number of its own. */
  | { kind: 'ask'; question: number }
  | { kind: 'counts'; question: number; text: string };
