import { type Kysely, sql } from 'kysely';
import { compiledForMany, compiledOnce } from '../store/compiled-once.ts';
import type { Tables } from '../store/tables.ts';
import { type KeyRecord, type LiveKey, type LiveRow, liveColumns, statusOf, toPrincipal } from './key-records.ts';

/** A grant as the person who gave it, and owners, may see it. */
export interface GrantRecord {
  id: string;
  client: { id: string; name: string; redirectHost: string };
  /** Without an address when the account was erased. */
  person: { id: string; email?: string; name?: string };
  workspaceId: string;
  workspaceName: string;
  channels: readonly string[];
  resource: string;
  readOnly: boolean;
  createdAt: number;
  expiresAt: number;
  revokedAt?: number;
  lastUsedAt?: number;
  status: KeyRecord['status'];
}

export interface GrantFilter {
  id?: string;
  workspaceId?: string;
  personId?: string;
  /** At most so many, the newest. Left out: all. */
  newest?: number;
}

/** A grant that works now, as the authorization server needs it. */
export interface LiveGrant extends LiveKey {
  personId: string;
  clientId: string;
  resource: string;
}

interface GrantColumns extends LiveRow {
  person_id: string;
  client_id: string;
  resource: string;
  may_write: number | null;
}

/** Access tokens by digest, one alone or many at once. */
export function liveTokens(db: Kysely<Tables>) {
  const tokens = () =>
    liveGrants(db)
      .innerJoin('oauth_artifacts', 'oauth_artifacts.grant_id', 'grants.id')
      .select(['oauth_artifacts.digest as token_digest', 'oauth_artifacts.resource as token_resource'])
      .select('oauth_artifacts.expires_at as token_expires_at')
      .where('oauth_artifacts.kind', '=', 'AccessToken');
  const byDigest = compiledOnce(({ digest }: { digest: string }) =>
    tokens().where('oauth_artifacts.digest', '=', digest),
  );
  const byDigests = compiledForMany((digests) => tokens().where('oauth_artifacts.digest', 'in', digests));
  const toLive = (row: GrantColumns & { token_resource: string | null; token_expires_at: number }) => {
    const grant = toLiveGrant(row);
    if (!grant) return undefined;
    const audience = new URL(row.token_resource ?? row.resource).pathname;
    const expiresAt = Math.min(row.token_expires_at, grant.expiresAt ?? Number.POSITIVE_INFINITY);
    return { principal: { ...grant.principal, audience }, expiresAt };
  };
  return {
    async one(digest: string): Promise<LiveKey | undefined> {
      const [row] = (await db.executeQuery(byDigest({ digest }))).rows;
      return row && toLive(row);
    },
    async many(digests: readonly string[]): Promise<(LiveKey | undefined)[]> {
      const { rows } = await db.executeQuery(byDigests(digests));
      const found = new Map(rows.map((row) => [row.token_digest, toLive(row)]));
      return digests.map((digest) => found.get(digest));
    },
  };
}

export async function liveGrant(db: Kysely<Tables>, id: string): Promise<LiveGrant | undefined> {
  const row = await liveGrants(db).where('grants.id', '=', id).executeTakeFirst();
  return row && toLiveGrant(row);
}

/** With the highest role that the person has there now: a person who left has none, and a viewer's grant only reads. */
function liveGrants(db: Kysely<Tables>) {
  return liveColumns(db.selectFrom('api_keys').innerJoin('workspaces', 'workspaces.id', 'api_keys.workspace_id'))
    .innerJoin('grants', 'grants.id', 'api_keys.id')
    .select(['grants.person_id', 'grants.client_id', 'grants.resource'])
    .select((select) =>
      select
        .selectFrom('members')
        .innerJoin('people', 'people.email', 'members.email')
        .select(sql<number | null>`max(case when members.role = 'viewer' then 0 else 1 end)`.as('may_write'))
        .whereRef('people.id', '=', 'grants.person_id')
        .whereRef('members.organization_id', '=', 'workspaces.organization_id')
        .where((where) =>
          where.or([
            where('members.workspace_id', 'is', null),
            where('members.workspace_id', '=', where.ref('api_keys.workspace_id')),
          ]),
        )
        .as('may_write'),
    );
}

function toLiveGrant(row: GrantColumns): LiveGrant | undefined {
  if (row.may_write === null) return undefined;
  const principal = toPrincipal(row);
  return {
    principal: { ...principal, kind: 'grant', readOnly: principal.readOnly || Number(row.may_write) === 0 },
    expiresAt: row.expires_at ?? undefined,
    personId: row.person_id,
    clientId: row.client_id,
    resource: row.resource,
  };
}

/** Oldest first. */
export async function listGrants(db: Kysely<Tables>, filter: GrantFilter, now: number): Promise<GrantRecord[]> {
  let query = db
    .selectFrom('grants')
    .innerJoin('api_keys', 'api_keys.id', 'grants.id')
    .innerJoin('workspaces', 'workspaces.id', 'api_keys.workspace_id')
    .leftJoin('people', 'people.id', 'grants.person_id')
    .select(['grants.id', 'person_id', 'client_id', 'client_name', 'redirect_host', 'resource'])
    .select(['api_keys.workspace_id', 'channels', 'read_only', 'api_keys.created_at', 'expires_at', 'revoked_at'])
    .select(['last_used_at', 'workspaces.name as workspace_name', 'workspaces.archived_at'])
    .select(['people.email', 'people.name'])
    .orderBy('api_keys.created_at', 'desc')
    .orderBy('api_keys.id', 'desc');
  if (filter.id !== undefined) query = query.where('grants.id', '=', filter.id);
  if (filter.workspaceId !== undefined) query = query.where('api_keys.workspace_id', '=', filter.workspaceId);
  if (filter.personId !== undefined) query = query.where('grants.person_id', '=', filter.personId);
  if (filter.newest !== undefined) query = query.limit(filter.newest);
  const rows = await query.execute();
  return rows
    .map((row) => ({
      id: row.id,
      client: { id: row.client_id, name: row.client_name, redirectHost: row.redirect_host },
      person: {
        id: row.person_id,
        ...(row.email !== null && { email: row.email }),
        ...(row.name !== null && { name: row.name }),
      },
      workspaceId: row.workspace_id,
      workspaceName: row.workspace_name,
      channels: JSON.parse(row.channels ?? '[]') as string[],
      resource: row.resource,
      readOnly: row.read_only === 1,
      createdAt: row.created_at,
      expiresAt: row.expires_at ?? 0,
      ...(row.revoked_at !== null && { revokedAt: row.revoked_at }),
      ...(row.last_used_at !== null && { lastUsedAt: row.last_used_at }),
      status: statusOf(row, now),
    }))
    .reverse();
}
