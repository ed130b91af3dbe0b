import type { Kysely } from 'kysely';

/** Monitors, how they were judged, and the alerts that came of it. */
export async function monitors(_db: Kysely<unknown>): Promise<void> {}

// biome-ignore lint/suspicious/noEmptyInterface: filled by the area
export interface MonitorTables {}
