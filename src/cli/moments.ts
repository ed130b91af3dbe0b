interface Dated {
  createdAt: number;
  expiresAt?: number;
  revokedAt?: number;
  lastUsedAt?: number;
}

/** A key or a grant for programs, to whom every time is ISO 8601. */
export function withMoments<One extends Dated>({ createdAt, expiresAt, revokedAt, lastUsedAt, ...rest }: One) {
  return {
    ...rest,
    createdAt: moment(createdAt),
    expiresAt: moment(expiresAt),
    revokedAt: moment(revokedAt),
    lastUsedAt: moment(lastUsedAt),
  };
}

export function moment(at: number | undefined): string | undefined {
  return at === undefined ? undefined : new Date(at).toISOString();
}

/** For a table, to the minute. */
export function minute(at: number | undefined): string {
  return moment(at)?.slice(0, 16).replace('T', ' ') ?? '–';
}
