import { randomBytes } from 'node:crypto';
import type { ArchivedSheet, SheetArchive } from '../sheets/sheet-archive.ts';
import type { Store } from './store.ts';

/** The spreadsheets of one workspace as rows of the store: one for each, and its content in pieces. */
export function storedSheets(store: Store, workspaceId: string): SheetArchive {
  const { db } = store;
  const rows = () => db.selectFrom('spreadsheets').selectAll().where('workspace_id', '=', workspaceId);
  return {
    async put(description, pieces) {
      const { id } = description;
      const version = randomBytes(8).toString('hex');
      const of = { workspace_id: workspaceId, id, version };
      let [bytes, piece] = [0, 0];
      try {
        for await (const data of pieces) {
          await db
            .insertInto('spreadsheet_pieces')
            .values({ ...of, piece: piece++, data })
            .execute();
          bytes += data.length;
        }
        await store.transaction(async (tx) => {
          const row = { ...of, description: JSON.stringify(description), bytes };
          await tx
            .insertInto('spreadsheets')
            .values(row)
            .onConflict((conflict) => conflict.columns(['workspace_id', 'id']).doUpdateSet(row))
            .execute();
          await tx
            .deleteFrom('spreadsheet_pieces')
            .where('workspace_id', '=', workspaceId)
            .where('id', '=', id)
            .where('version', '!=', version)
            .execute();
        });
      } catch (error) {
        await db
          .deleteFrom('spreadsheet_pieces')
          .where('workspace_id', '=', workspaceId)
          .where('id', '=', id)
          .where('version', '=', version)
          .execute()
          .catch(() => {});
        throw error;
      }
      return { description, version, bytes };
    },
    async find(id) {
      const row = await rows().where('id', '=', id).executeTakeFirst();
      return row && sheetOf(row);
    },
    async list({ limit, after = '' }) {
      const found = await rows().where('id', '>', after).orderBy('id').limit(limit).execute();
      return found.map((row) => sheetOf(row).description);
    },
    async *pieces({ description: { id }, version }) {
      for (let piece = 0; ; piece++) {
        const row = await db
          .selectFrom('spreadsheet_pieces')
          .select('data')
          .where('workspace_id', '=', workspaceId)
          .where('id', '=', id)
          .where('version', '=', version)
          .where('piece', '=', piece)
          .executeTakeFirst();
        if (!row) return;
        yield row.data;
      }
    },
    remove: (id) =>
      store.transaction(async (tx) => {
        const { numDeletedRows } = await tx
          .deleteFrom('spreadsheets')
          .where('workspace_id', '=', workspaceId)
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        await tx
          .deleteFrom('spreadsheet_pieces')
          .where('workspace_id', '=', workspaceId)
          .where('id', '=', id)
          .execute();
        return numDeletedRows > 0n;
      }),
  };
}

function sheetOf(row: { description: string; version: string; bytes: number }): ArchivedSheet {
  return { description: JSON.parse(row.description), version: row.version, bytes: row.bytes };
}
