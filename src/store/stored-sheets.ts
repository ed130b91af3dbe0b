import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { ArchivedSheet, SheetArchive } from '../sheets/sheet-archive.ts';
import type { SpreadsheetDescription } from '../sheets/spreadsheets.ts';
import type { Store } from './store.ts';
import type { Tables } from './tables.ts';

/** The spreadsheets of one workspace as rows of the store: one row for each, and its content in pieces. */
export function storedSheets(store: Store, workspaceId: string): SheetArchive {
  const { db } = store;
  const rows = () => db.selectFrom('spreadsheets').selectAll().where('workspace_id', '=', workspaceId);
  return {
    put: (description, pieces) => put(store, workspaceId, description, pieces),
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
        await deletedPieces(tx, workspaceId, id).execute();
        return numDeletedRows > 0n;
      }),
  };
}

/** Pieces are written under a new version first. The row that names the version makes them the content, in one commit. */
async function put(
  store: Store,
  workspaceId: string,
  description: SpreadsheetDescription,
  pieces: AsyncIterable<Uint8Array>,
): Promise<ArchivedSheet> {
  const { id } = description;
  const version = randomBytes(8).toString('hex');
  const key = { workspace_id: workspaceId, id, version };
  let [bytes, piece] = [0, 0];
  try {
    for await (const data of pieces) {
      await store.db
        .insertInto('spreadsheet_pieces')
        .values({ ...key, piece: piece++, data })
        .execute();
      bytes += data.length;
    }
    await store.transaction(async (tx) => {
      const row = { ...key, description: JSON.stringify(description), bytes };
      await tx
        .insertInto('spreadsheets')
        .values(row)
        .onConflict((conflict) => conflict.columns(['workspace_id', 'id']).doUpdateSet(row))
        .execute();
      await deletedPieces(tx, workspaceId, id).where('version', '!=', version).execute();
    });
  } catch (error) {
    await deletedPieces(store.db, workspaceId, id)
      .where('version', '=', version)
      .execute()
      .catch(() => {});
    throw error;
  }
  return { description, version, bytes };
}

function deletedPieces(db: Kysely<Tables>, workspaceId: string, id: string) {
  return db.deleteFrom('spreadsheet_pieces').where('workspace_id', '=', workspaceId).where('id', '=', id);
}

function sheetOf(row: { description: string; version: string; bytes: number }): ArchivedSheet {
  return { description: JSON.parse(row.description), version: row.version, bytes: row.bytes };
}
