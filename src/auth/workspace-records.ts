import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { compiledForMany, compiledOnce, MANY } from '../store/compiled-once.ts';
import type { ConnectionRow, Tables, WorkspaceRow } from '../store/tables.ts';
import { FENCE } from './connections.ts';

export interface ConnectionView {
  id: string;
  channel: string;
  mode: 'sandbox' | 'live';
  account?: string;
  /** The accounts the workspace is fenced to; undefined: every account the credentials reach. */
  accounts?: readonly string[];
  options: Readonly<Record<string, string>>;
  version: number;
}

export interface WorkspaceRecord {
  id: string;
  name: string;
  currency: string;
  organizationId: string;
  /** The points that all its keys have together; undefined: each has its own limit only. */
  ratePoints?: number;
  connections: readonly ConnectionView[];
}

export interface Wanted {
  organizationId?: string;
  nameOrId?: string;
  /** Lists archived workspaces instead of those in use. */
  archived?: boolean;
  after?: WorkspaceRow | undefined;
  limit?: number;
}

export function workspaceRows(db: Kysely<Tables>, wanted: Wanted): Promise<WorkspaceRow[]> {
  const { organizationId, nameOrId, archived = false, after, limit } = wanted;
  let query = db
    .selectFrom('workspaces')
    .selectAll()
    .where('archived_at', archived ? 'is not' : 'is', null)
    .orderBy('created_at')
    .orderBy('id');
  if (organizationId !== undefined) query = query.where('organization_id', '=', organizationId);
  if (nameOrId !== undefined) query = query.where((or) => or.or([or('id', '=', nameOrId), or('name', '=', nameOrId)]));
  if (after) query = query.where(sql<boolean>`(created_at, id) > (${after.created_at}, ${after.id})`);
  if (limit !== undefined) query = query.limit(limit);
  return query.execute();
}

export async function countOf(db: Kysely<Tables>, organizationId: string): Promise<number> {
  const { count } = await db
    .selectFrom('workspaces')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .where('archived_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** In pages, so that other work gets the event loop: connections of archived workspaces may be many. */
export async function hasConnection(db: Kysely<Tables>, organizationId: string, channel: string): Promise<boolean> {
  for (let after: string | undefined = ''; after !== undefined; await nextTurn()) {
    const rows: Pick<WorkspaceRow, 'id' | 'organization_id' | 'archived_at'>[] = await db
      .selectFrom('connections')
      .innerJoin('workspaces', 'workspaces.id', 'connections.workspace_id')
      .select(['workspaces.id', 'organization_id', 'archived_at'])
      .where('connections.channel', '=', channel)
      .where('connections.workspace_id', '>', after)
      .orderBy('connections.workspace_id')
      .limit(MANY)
      .execute();
    if (rows.some((row) => row.organization_id === organizationId && row.archived_at === null)) return true;
    after = rows.length === MANY ? rows.at(-1)!.id : undefined;
  }
  return false;
}

/** The hot path: one workspace that is not cached, or many that are in use, in prepared queries. */
export function workspacesById(db: Kysely<Tables>) {
  const workspaces = db.selectFrom('workspaces').selectAll().where('archived_at', 'is', null);
  const byId = compiledOnce(({ id }: { id: string }) => workspaces.where('id', '=', id));
  const byIds = compiledForMany((ids) => workspaces.where('id', 'in', ids));
  const connectionsOf = compiledOnce(({ id }: { id: string }) => connectionColumns(db).where('workspace_id', '=', id));
  const connectionsOfMany = compiledForMany((ids) => connectionColumns(db).where('workspace_id', 'in', ids));
  return {
    async one(id: string): Promise<WorkspaceRecord | undefined> {
      const [row] = (await db.executeQuery(byId({ id }))).rows;
      return row && toRecord(row, (await db.executeQuery(connectionsOf({ id }))).rows);
    },
    async many(ids: readonly string[]): Promise<(WorkspaceRecord | undefined)[]> {
      const rows = (await db.executeQuery(byIds(ids))).rows;
      const connections = Map.groupBy((await db.executeQuery(connectionsOfMany(ids))).rows, (row) => row.workspace_id);
      const found = new Map(rows.map((row) => [row.id, toRecord(row, connections.get(row.id))]));
      return ids.map((id) => found.get(id));
    },
  };
}

type ConnectionColumns = Omit<ConnectionRow, 'credentials' | 'status' | 'updated_at' | 'identity'>;

function connectionColumns(db: Kysely<Tables>) {
  return db
    .selectFrom('connections')
    .select(['id', 'workspace_id', 'channel', 'mode', 'account', 'options', 'version'])
    .orderBy('channel');
}

export async function connectionRows(
  db: Kysely<Tables>,
  workspaces: readonly WorkspaceRow[],
): Promise<ConnectionColumns[]> {
  if (workspaces.length === 0) return [];
  const ids = workspaces.map((workspace) => workspace.id);
  return connectionColumns(db).where('workspace_id', 'in', ids).execute();
}

export function toRecord(row: WorkspaceRow, connections: readonly ConnectionColumns[] = []): WorkspaceRecord {
  return {
    id: row.id,
    name: row.name,
    currency: row.currency,
    organizationId: row.organization_id,
    ...(row.rate_points !== null && { ratePoints: row.rate_points }),
    connections: connections.map(toView),
  };
}

function toView(row: ConnectionColumns): ConnectionView {
  const options: Record<string, string> = JSON.parse(row.options);
  return {
    id: row.id,
    channel: row.channel,
    mode: row.mode,
    ...(row.account !== null && { account: row.account }),
    ...(options[FENCE] !== undefined && { accounts: options[FENCE].split(',') }),
    options,
    version: row.version,
  };
}
