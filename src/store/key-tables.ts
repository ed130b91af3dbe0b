import type { Kysely } from 'kysely';

/** Whether a key may write code that runs on websites. Keys that stand may not. */
export async function customHtml({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('api_keys')
    .addColumn('custom_html', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
