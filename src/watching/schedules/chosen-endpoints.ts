import type { Transaction } from 'kysely';
import { invalidArguments } from '../../errors.ts';
import type { Store } from '../../store/store.ts';
import type { Tables } from '../../store/tables.ts';

export async function refuseUnknownEndpoints(
  { db }: Store,
  workspaceId: string,
  ids: readonly string[],
): Promise<void> {
  const rows = await db
    .selectFrom('notice_endpoints')
    .select(['id', 'kind', 'name', 'shown'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at')
    .execute();
  const unknown = ids.filter((id) => !rows.some((row) => row.id === id));
  if (unknown.length === 0) return;
  const choices = rows.map(({ id, kind, name, shown }) => `${id} (${kind} ${name}, ${shown})`).join(', ');
  throw invalidArguments(
    [
      {
        field: 'to',
        message: `${unknown.join(', ')}: no endpoint of this workspace; there ${rows.length === 0 ? 'is none yet' : `are ${choices}`}`,
        allowed_values: rows.map(({ id }) => id),
      },
    ],
    rows.length === 0
      ? 'Have a person add one on the page Where alerts go, or by adhelm endpoint add. Nothing was made.'
      : undefined,
  );
}

/** Of the endpoints of a schedule, those that are gone or off by now. */
export async function silentEndpoints(tx: Transaction<Tables>, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.selectFrom('notice_endpoints').select(['id', 'state']).where('id', 'in', ids).execute();
  return ids.filter((id) => rows.find((row) => row.id === id)?.state !== 'on');
}
