import type { Kysely } from 'kysely';
import type { Turns } from '../event-loop/turns.ts';
import type { AuditRow, Tables } from '../store/tables.ts';
import type { Person } from './people.ts';

/** Whose entries are meant. */
export interface ActivityScope {
  /** Undefined: all there are or were, archived ones too. */
  workspaceIds: readonly string[] | undefined;
  /** Also what concerns the organization as a whole, for its own members. */
  organizationId: string | undefined;
}

type Found = Pick<AuditRow, 'seq' | 'at' | 'actor' | 'organization_id' | 'workspace_id'>;

/** Read and compared in a few milliseconds, most times. */
const SLICE = 500;
const OF_EACH_MIN = 20;

/** What concerns the organization as a whole, and every workspace it ever had, is for those who belong to the whole. */
export function activityScope(person: Person, workspaceIds: readonly string[], isAll: boolean): ActivityScope {
  const organizationId = person.organizationRole === undefined ? undefined : person.organizationId;
  return { organizationId, workspaceIds: isAll && organizationId !== undefined ? undefined : workspaceIds };
}

/**
 * The entries of a scope, newest first, a slice at a time: a log of millions must hold nobody up, whatever is looked for in
 * it. Each workspace has its own order in the index; what is newer than the last of a full list is known of all.
 */
export async function* slicesOf(db: Kysely<Tables>, scope: ActivityScope, turns: Turns, before?: number) {
  const lists = listsOf(scope);
  const ofEach = Math.max(OF_EACH_MIN, Math.ceil(SLICE / lists.length));
  for (let end = before ?? Number.MAX_SAFE_INTEGER; lists.length > 0; ) {
    const found: Found[] = [];
    let from = 0;
    for (const list of lists) {
      const rows = await newestOf(db, list, end, ofEach);
      if (rows.length === ofEach) from = Math.max(from, rows.at(-1)!.seq);
      found.push(...rows);
      await turns.pause();
    }
    const slice = found
      .filter(({ seq }) => seq >= from)
      .sort((one, other) => other.seq - one.seq)
      .slice(0, SLICE);
    if (slice.length === 0) return;
    yield slice.filter((row) => isMeant(scope, row));
    end = slice.at(-1)!.seq;
  }
}

/** Undefined: whatever the workspace; null: about none. */
function listsOf({ workspaceIds, organizationId }: ActivityScope): (string | null | undefined)[] {
  return workspaceIds === undefined ? [undefined] : [...workspaceIds, ...(organizationId === undefined ? [] : [null])];
}

/** Whose it is stands with the workspace where an entry does not say so, as those about keys and connections do not. */
function newestOf(db: Kysely<Tables>, list: string | null | undefined, before: number, limit: number) {
  const newest = db
    .selectFrom('audit_log as entry')
    .leftJoin('workspaces', 'workspaces.id', 'entry.workspace_id')
    .select(({ fn }) => fn.coalesce('entry.organization_id', 'workspaces.organization_id').as('organization_id'))
    .select(['entry.seq', 'entry.at', 'entry.actor', 'entry.workspace_id'])
    .where('entry.seq', '<', before)
    .orderBy('entry.seq', 'desc')
    .limit(limit);
  if (list === undefined) return newest.execute();
  return newest.where('entry.workspace_id', list === null ? 'is' : '=', list).execute();
}

function isMeant({ workspaceIds, organizationId }: ActivityScope, row: Found): boolean {
  const isOfOwnList = workspaceIds !== undefined && row.workspace_id !== null;
  return isOfOwnList || row.organization_id === organizationId;
}
