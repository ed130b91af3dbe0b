import type { Kysely } from 'kysely';
import type { Turns } from '../event-loop/turns.ts';
import type { AuditRow, Tables } from '../store/tables.ts';
import type { Person } from './people.ts';

/** The part of the audit log that a person may read. */
export interface ActivityScope {
  /** Undefined: every workspace of the organization, archived ones too. */
  workspaceIds: readonly string[] | undefined;
  /** Set for members of the organization: also read its entries that belong to no workspace. */
  organizationId: string | undefined;
}

type Found = Pick<AuditRow, 'seq' | 'at' | 'actor' | 'organization_id' | 'workspace_id'>;

/** Rows per slice: reading and filtering this many usually takes a few milliseconds. */
const SLICE = 500;
const OF_EACH_MIN = 20;

/** Entries without a workspace and those of archived workspaces need a role in the organization itself. */
export function activityScope(person: Person, workspaceIds: readonly string[], isAll: boolean): ActivityScope {
  const organizationId = person.organizationRole === undefined ? undefined : person.organizationId;
  return { organizationId, workspaceIds: isAll && organizationId !== undefined ? undefined : workspaceIds };
}

/**
 * The entries of a scope, newest first, in slices, so that a search through millions of rows does not block the event loop.
 * Each workspace is read by its own index range. A range that came back full may go on below its last row, so only rows
 * at or above the highest such row are yielded: further down the merged order is not known yet.
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

/** One list per index range: a workspace id, null for entries without a workspace, undefined for the whole log. */
function listsOf({ workspaceIds, organizationId }: ActivityScope): (string | null | undefined)[] {
  return workspaceIds === undefined ? [undefined] : [...workspaceIds, ...(organizationId === undefined ? [] : [null])];
}

/** Entries about keys and connections hold no organization id, so it is taken from their workspace. */
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
