import type { Kysely } from 'kysely';

/** Reports that are sent again and again, and changes that wait for their hour. */
export async function schedules(_db: Kysely<unknown>): Promise<void> {}

// biome-ignore lint/suspicious/noEmptyInterface: filled by the area
export interface ScheduleTables {}
