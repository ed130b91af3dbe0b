import type { Kysely } from 'kysely';

/** What a month may cost, by client, channel or campaigns. */
export async function budgetPlans(_db: Kysely<unknown>): Promise<void> {}

// biome-ignore lint/suspicious/noEmptyInterface: filled by the area
export interface BudgetTables {}
