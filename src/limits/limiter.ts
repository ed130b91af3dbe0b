/** The answer of a limiter to one call. */
export interface Verdict {
  allowed: boolean;
  limit: number;
  /** Points left after this call. */
  remaining: number;
  /** Seconds until everything spent so far is forgotten. */
  resetS: number;
  /** Only when refused: seconds until the same call would be let through. */
  retryAfterS?: number;
}

export interface Limiter {
  /** A refused call costs nothing. */
  take(subject: string, cost: number, limit?: number): Promise<Verdict>;
}

/** Makes a limiter, shared by all processes where they share Redis. */
export type Limited = (name: string, limits: { points: number; windowS: number }) => Limiter;
