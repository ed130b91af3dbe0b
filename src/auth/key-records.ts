import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { compiledForMany, compiledOnce } from '../store/compiled-once.ts';
import type { ApiKeyRow, Tables } from '../store/tables.ts';

/**
 * The caller and its permissions: a program with its key, a client with the token of a grant, or a person of the web
 * application with a session.
 */
export interface Principal {
  /** `service`: what the service does by itself, such as reading for monitors. */
  kind: 'key' | 'grant' | 'person' | 'service';
  id: string;
  name: string;
  organizationId: string;
  workspaceId: string;
  organizationWide: boolean;
  /** Undefined: every channel. */
  channels: readonly string[] | undefined;
  readOnly: boolean;
  /** Undefined: the deployment's own limit. */
  ratePoints: number | undefined;
  /** The points that all keys of its workspace have together; undefined: no such quota. */
  workspacePoints: number | undefined;
  /** It may see what people wrote into lead forms; left out: it may not. */
  personalData?: true;
  /** It may write code of its own into tags of websites; left out: it may not. */
  customHtml?: true;
  /** The path that a grant's token was issued for, `/` for all; left out: every address. */
  audience?: string;
}

/** As a refusal names them. */
export function inWords({ kind, name }: Principal): string {
  return `The ${kind} "${name}"`;
}

/** A key as its owner may see it: never the key. */
export interface KeyRecord {
  id: string;
  workspaceId: string;
  workspaceName: string;
  name: string;
  lastFour: string;
  channels?: readonly string[];
  readOnly: boolean;
  organizationWide: boolean;
  ratePoints?: number;
  createdAt: number;
  createdBy: string;
  expiresAt?: number;
  revokedAt?: number;
  lastUsedAt?: number;
  /** The key this one was rolled from. */
  replaces?: string;
  /** It may see what people wrote into lead forms. */
  personalData: boolean;
  /** It may write code of its own into tags of websites. */
  customHtml: boolean;
  /** `archived`: its workspace is archived, so the key is refused. */
  status: 'active' | 'expired' | 'revoked' | 'archived';
}

export interface KeyFilter {
  /** Grants are found by their ids too: limits and policies are of both. */
  ids?: readonly string[];
  /** Also when none are named by their ids. */
  withGrants?: boolean;
  workspaceId?: string;
  organizationId?: string;
  /** At most so many, the newest. Left out: all. */
  newest?: number;
}

/** A key that is not revoked, and when it expires. */
export interface LiveKey {
  principal: Principal;
  expiresAt: number | undefined;
}

/** By digest, one alone or many at once. */
export function liveKeys(db: Kysely<Tables>) {
  const byDigest = compiledOnce(({ digest }: { digest: string }) => liveRows(db).where('api_keys.digest', '=', digest));
  const byDigests = compiledForMany((digests) => liveRows(db).where('api_keys.digest', 'in', digests));
  return {
    async one(digest: string): Promise<LiveKey | undefined> {
      const [row] = (await db.executeQuery(byDigest({ digest }))).rows;
      return row && toLiveKey(row);
    },
    async many(digests: readonly string[]): Promise<(LiveKey | undefined)[]> {
      const { rows } = await db.executeQuery(byDigests(digests));
      const found = new Map(rows.map((row) => [row.digest, toLiveKey(row)]));
      return digests.map((digest) => found.get(digest));
    },
  };
}

/** A grant is not found here: whether it works depends on its person too. */
export async function liveKey(db: Kysely<Tables>, id: string): Promise<LiveKey | undefined> {
  const row = await liveRows(db).where('api_keys.id', '=', id).where(isNoGrant(db)).executeTakeFirst();
  return row && toLiveKey(row);
}

function liveRows(db: Kysely<Tables>) {
  return liveColumns(db.selectFrom('api_keys').innerJoin('workspaces', 'workspaces.id', 'api_keys.workspace_id'));
}

/** What a principal is made of, for keys and grants that are not revoked. */
export function liveColumns<Row>(query: SelectQueryBuilder<Tables, 'api_keys' | 'workspaces', Row>) {
  return query
    .select(['api_keys.id', 'api_keys.name', 'api_keys.digest', 'api_keys.workspace_id', 'workspaces.organization_id'])
    .select(['api_keys.channels', 'read_only', 'organization_wide', 'api_keys.rate_points', 'api_keys.expires_at'])
    .select(['personal_data', 'custom_html'])
    .select('workspaces.rate_points as workspace_points')
    .where('api_keys.revoked_at', 'is', null)
    .where('workspaces.archived_at', 'is', null);
}

/** For a query of `api_keys`: rows that are keys, not grants. */
export function isNoGrant(db: Kysely<Tables>) {
  return sql<boolean>`api_keys.id not in (${db.selectFrom('grants').select('id')})`;
}

/** Oldest first. */
export async function listKeys(db: Kysely<Tables>, filter: KeyFilter, now: number): Promise<KeyRecord[]> {
  let query = db
    .selectFrom('api_keys')
    .innerJoin('workspaces', 'workspaces.id', 'api_keys.workspace_id')
    .selectAll('api_keys')
    .select(['workspaces.name as workspace_name', 'workspaces.archived_at'])
    .orderBy('api_keys.created_at', 'desc')
    .orderBy('api_keys.id', 'desc');
  if (filter.ids) query = query.where('api_keys.id', 'in', filter.ids);
  else if (!filter.withGrants) query = query.where(isNoGrant(db));
  if (filter.newest !== undefined) query = query.limit(filter.newest);
  if (filter.workspaceId !== undefined) query = query.where('api_keys.workspace_id', '=', filter.workspaceId);
  if (filter.organizationId !== undefined)
    query = query.where('workspaces.organization_id', '=', filter.organizationId);
  return (await query.execute()).map((row) => toRecord(row, now)).reverse();
}

export function statusOf(
  row: Pick<ApiKeyRow, 'revoked_at' | 'expires_at'> & { archived_at?: number | null },
  now: number,
): KeyRecord['status'] {
  if (row.revoked_at !== null) return 'revoked';
  if (row.archived_at) return 'archived';
  return row.expires_at !== null && row.expires_at <= now ? 'expired' : 'active';
}

export type LiveRow = Omit<
  ApiKeyRow,
  'last_four' | 'created_at' | 'created_by' | 'revoked_at' | 'last_used_at' | 'replaces'
> & { organization_id: string; workspace_points: number | null };

function toLiveKey(row: LiveRow): LiveKey {
  return { principal: toPrincipal(row), expiresAt: row.expires_at ?? undefined };
}

export function toPrincipal(row: LiveRow): Principal {
  return {
    kind: 'key',
    id: row.id,
    name: row.name,
    organizationId: row.organization_id,
    workspaceId: row.workspace_id,
    organizationWide: row.organization_wide === 1,
    channels: row.channels === null ? undefined : JSON.parse(row.channels),
    readOnly: row.read_only === 1,
    ratePoints: row.rate_points ?? undefined,
    workspacePoints: row.workspace_points ?? undefined,
    ...(row.personal_data === 1 && { personalData: true }),
    ...(row.custom_html === 1 && { customHtml: true }),
  };
}

function toRecord(row: ApiKeyRow & { workspace_name: string; archived_at: number | null }, now: number): KeyRecord {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    workspaceName: row.workspace_name,
    name: row.name,
    lastFour: row.last_four,
    ...(row.channels !== null && { channels: JSON.parse(row.channels) }),
    readOnly: row.read_only === 1,
    organizationWide: row.organization_wide === 1,
    ...(row.rate_points !== null && { ratePoints: row.rate_points }),
    createdAt: row.created_at,
    createdBy: row.created_by,
    ...(row.expires_at !== null && { expiresAt: row.expires_at }),
    ...(row.revoked_at !== null && { revokedAt: row.revoked_at }),
    ...(row.last_used_at !== null && { lastUsedAt: row.last_used_at }),
    ...(row.replaces !== null && { replaces: row.replaces }),
    personalData: row.personal_data === 1,
    customHtml: row.custom_html === 1,
    status: statusOf(row, now),
  };
}
