import type { Kysely } from 'kysely';

/** Where alerts go, what happened, and what was delivered. */
export async function notices(_db: Kysely<unknown>): Promise<void> {}

// biome-ignore lint/suspicious/noEmptyInterface: filled by the area
export interface NoticeTables {}
