/** What the first process tells its workers. */
export type ToWorker =
  | { kind: 'begin'; sandboxOrigins: Record<string, string>; sandboxControl: string | undefined }
  /** Another has taken its place: finish what there is, and go. */
  | { kind: 'retire' }
  /** Its metrics are wanted, under this number. */
  | { kind: 'count'; question: number }
  | { kind: 'counted'; question: number; text: string };

/** What a worker tells the first process. */
export type FromWorker =
  /** It hears from now on; what is said to a worker that does not listen yet is lost. */
  | { kind: 'listening' }
  | { kind: 'ready'; url: string }
  /** Wants the metrics of all workers, under a number of its own. */
  | { kind: 'ask'; question: number }
  | { kind: 'counts'; question: number; text: string };
