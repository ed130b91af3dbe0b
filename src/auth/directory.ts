import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { type Ambient, newId } from '../ambient.ts';
import type { Audit } from '../audit/audit.ts';
import { Failure } from '../errors.ts';
import { LoadingCache } from '../memory/loading-cache.ts';
import { MANY } from '../store/compiled-once.ts';
import type { Store } from '../store/store.ts';
import { storeOutage } from '../store/store-unavailable.ts';
import type { Tables, WorkspaceRow } from '../store/tables.ts';
import {
  connectionRows,
  countOf,
  hasConnection,
  toRecord,
  type Wanted,
  type WorkspaceRecord,
  workspaceRows,
  workspacesById,
} from './workspace-records.ts';

export type { ConnectionView, WorkspaceRecord } from './workspace-records.ts';

/** The first workspaces of an organization, and the number of all. */
export interface WorkspaceList {
  workspaces: readonly WorkspaceRecord[];
  total: number;
}

interface DirectoryOptions {
  cacheMs?: number;
  /** How long values read before are used while the store cannot be reached. */
  outageMs?: number;
  audit?: Audit;
}

/** As many as one reply holds. */
export const LISTED_MAX = 1_000;

const ENTRIES_REMEMBERED = 10_000;

/**
 * The organizations, their workspaces and the connections of each. A call reads the one workspace it is about, so that
 * its cost does not depend on how many there are.
 */
export class Directory {
  readonly #store: Store;
  readonly #ambient: Ambient;
  readonly #audit: Audit | undefined;
  readonly #all: LoadingCache<readonly WorkspaceRecord[]>;
  readonly #lists: LoadingCache<WorkspaceList>;
  readonly #single: LoadingCache<WorkspaceRecord | undefined>;
  readonly #byId: ReturnType<typeof workspacesById>;
  readonly #connected: LoadingCache<boolean>;
  #changed = () => {};

  constructor(store: Store, ambient: Ambient, options: DirectoryOptions = {}) {
    const { cacheMs = 500, outageMs = 0 } = options;
    const memory = { ambient, lifeMs: cacheMs, entriesMax: ENTRIES_REMEMBERED, outage: storeOutage(outageMs) };
    this.#store = store;
    this.#byId = workspacesById(store.db);
    this.#audit = options.audit;
    this.#ambient = ambient;
    this.#all = new LoadingCache(memory);
    this.#lists = new LoadingCache(memory);
    const loadMany = { atMost: MANY, load: this.#byId.many };
    this.#single = new LoadingCache({ ...memory, loadMany, version: () => store.version() });
    this.#connected = new LoadingCache(memory);
  }

  async workspace(organizationId: string, id: string): Promise<WorkspaceRecord | undefined> {
    const found = await this.#single.get(id, () => this.#byId.one(id));
    return found?.organizationId === organizationId ? found : undefined;
  }

  /** Oldest first, at most `LISTED_MAX` of them. */
  list(organizationId: string): Promise<WorkspaceList> {
    return this.#lists.get(organizationId, async () => ({
      workspaces: await this.#readMany(organizationId, LISTED_MAX),
      total: await countOf(this.#store.db, organizationId),
    }));
  }

  /** The workspaces after a given one, in the order of `list`; undefined when that one is gone. */
  async listAfter(organizationId: string, id: string, limit: number): Promise<WorkspaceRecord[] | undefined> {
    const after = await this.#store.db
      .selectFrom('workspaces')
      .selectAll()
      .where('id', '=', id)
      .where('organization_id', '=', organizationId)
      .executeTakeFirst();
    return after && this.#readMany(organizationId, limit, after);
  }

  /** Whether the channel is connected in any workspace of the organization. */
  isConnected(organizationId: string, channel: string): Promise<boolean> {
    return this.#connected.get(`${organizationId} ${channel}`, () =>
      hasConnection(this.#store.db, organizationId, channel),
    );
  }

  /** All of them, however many there are, oldest first. Only for what speaks of the whole organization: it costs as much. */
  workspaces(organizationId: string): Promise<readonly WorkspaceRecord[]> {
    return this.#all.get(organizationId, () => this.#readMany(organizationId, Number.POSITIVE_INFINITY));
  }

  /** Oldest first. For the command line. */
  archivedWorkspaces(organizationId: string): Promise<WorkspaceRecord[]> {
    return this.#read({ organizationId, archived: true });
  }

  /** Called after a change: the next question is answered from the store, in the other processes too. */
  refresh(): void {
    this.forget();
    this.#changed();
  }

  /** `tell` informs the other processes, which would otherwise notice when their cached values lapse. */
  whenChanged(tell: () => void): void {
    this.#changed = tell;
  }

  forget(): void {
    for (const memory of this.#memories) memory.clear();
  }

  /** Frees lapsed entries: ten thousand lists of a thousand workspaces each would take a lot of memory. */
  dropStale(): void {
    for (const memory of this.#memories) memory.dropStale();
  }

  get size(): number {
    return this.#memories.reduce((sum, { size }) => sum + size, 0);
  }

  get #memories() {
    return [this.#all, this.#lists, this.#single, this.#connected];
  }

  async createOrganization(name: string): Promise<{ id: string; name: string }> {
    const id = newId(this.#ambient, 'org');
    await this.#store.db.insertInto('organizations').values({ id, name, created_at: this.#ambient.now() }).execute();
    return { id, name };
  }

  async renameOrganization(id: string, to: string, actor: string): Promise<void> {
    await this.#store.transaction(async (tx) => {
      const organization = tx.selectFrom('organizations').select('name').where('id', '=', id);
      const { name: from } = await organization.executeTakeFirstOrThrow();
      if (from === to) return;
      await tx.updateTable('organizations').set({ name: to }).where('id', '=', id).execute();
      const action = 'organization.rename';
      this.#audit?.append({ organizationId: id, actor, action, phase: 'event', detail: { from, to } });
    });
  }

  async createWorkspace(input: {
    organizationId: string;
    name: string;
    currency: string;
    /** The person or key for the audit log. The first start creates its workspaces without one, unrecorded. */
    actor?: string;
  }): Promise<WorkspaceRecord> {
    const { organizationId, name, currency, actor } = input;
    const id = newId(this.#ambient, 'ws');
    await this.#store.transaction(async (tx) => {
      await requireFreeName(tx, organizationId, name);
      await tx
        .insertInto('workspaces')
        .values({
          id,
          organization_id: organizationId,
          name,
          currency,
          created_at: this.#ambient.now(),
          archived_at: null,
          rate_points: null,
        })
        .execute();
      if (actor !== undefined)
        this.#audit?.append({
          organizationId,
          workspaceId: id,
          actor,
          action: 'workspace.create',
          phase: 'event',
          detail: { name, currency },
        });
    });
    this.refresh();
    return { id, name, currency, organizationId, connections: [] };
  }

  async renameWorkspace({ id, organizationId, name: from }: WorkspaceRecord, to: string, actor: string): Promise<void> {
    await this.#change({ id, organizationId }, actor, 'workspace.rename', async (tx) => {
      await requireFreeName(tx, organizationId, to, id);
      await tx.updateTable('workspaces').set({ name: to }).where('id', '=', id).execute();
      return { from, to };
    });
  }

  /**
   * The workspace is no longer listed, its keys are refused, and its connections are gone with their tokens. Its entries
   * stay in the audit log, and its name is free again.
   */
  async archiveWorkspace({ id, organizationId, name }: WorkspaceRecord, actor: string): Promise<void> {
    await this.#change({ id, organizationId }, actor, 'workspace.archive', async (tx) => {
      await tx.updateTable('workspaces').set({ archived_at: this.#ambient.now() }).where('id', '=', id).execute();
      const gone = await tx.deleteFrom('connections').where('workspace_id', '=', id).returning('channel').execute();
      return { name, disconnected: gone.map(({ channel }) => channel) };
    });
  }

  /** Its keys work again. Its channels have to be connected again. */
  async unarchiveWorkspace({ id, organizationId, name }: WorkspaceRecord, actor: string): Promise<void> {
    await this.#change({ id, organizationId }, actor, 'workspace.unarchive', async (tx) => {
      await requireFreeName(tx, organizationId, name);
      await tx.updateTable('workspaces').set({ archived_at: null }).where('id', '=', id).execute();
      return { name };
    });
  }

  /** Points a window for all its keys together; null: no such quota. */
  async changeQuota({ id, organizationId }: WorkspaceRecord, points: number | null, actor: string): Promise<void> {
    await this.#change({ id, organizationId }, actor, 'workspace.quota', async (tx) => {
      await tx.updateTable('workspaces').set({ rate_points: points }).where('id', '=', id).execute();
      return { rate_points: points };
    });
  }

  /** Everything the store holds of the workspace but its entries in the audit log. */
  async deleteWorkspace({ id, organizationId, name }: WorkspaceRecord, actor: string): Promise<void> {
    await this.#change({ id, organizationId }, actor, 'workspace.delete', async (tx) => {
      await deleteRows(tx, id);
      return { name };
    });
  }

  async #change(
    { id: workspaceId, organizationId }: Pick<WorkspaceRecord, 'id' | 'organizationId'>,
    actor: string,
    action: string,
    /** Returns the detail of the audit entry. */
    work: (tx: Transaction<Tables>) => Promise<Record<string, unknown>>,
  ): Promise<void> {
    await this.#store.transaction(async (tx) => {
      const detail = await work(tx);
      this.#audit?.append({ organizationId, workspaceId, actor, action, phase: 'event', detail });
    });
    this.refresh();
  }

  /** By id, or by name when only one workspace has it. */
  async find(nameOrId: string, { archived = false } = {}): Promise<WorkspaceRecord | undefined> {
    const found = await this.#read({ nameOrId, archived });
    const byId = found.find((workspace) => workspace.id === nameOrId);
    if (byId || found.length <= 1) return byId ?? found[0];
    throw new Failure({
      code: 'conflict',
      message: `${found.length} workspaces are called "${nameOrId}".`,
      nextStep: `Name the one you mean by its id: ${found.map((workspace) => workspace.id).join(', ')}.`,
    });
  }

  /** In pages, so that other work gets the event loop between them. */
  async #readMany(organizationId: string, count: number, from?: WorkspaceRow): Promise<WorkspaceRecord[]> {
    const found: WorkspaceRecord[] = [];
    let after = from;
    do {
      const rows = await workspaceRows(this.#store.db, {
        organizationId,
        after,
        limit: Math.min(MANY, count - found.length),
      });
      found.push(...(await this.#records(rows)));
      after = rows.length === MANY && found.length < count ? rows.at(-1) : undefined;
      await nextTurn();
    } while (after);
    return found;
  }

  async #read(wanted: Wanted): Promise<WorkspaceRecord[]> {
    return this.#records(await workspaceRows(this.#store.db, wanted));
  }

  async #records(rows: readonly WorkspaceRow[]): Promise<WorkspaceRecord[]> {
    const connections = Map.groupBy(await connectionRows(this.#store.db, rows), (row) => row.workspace_id);
    return rows.map((row) => toRecord(row, connections.get(row.id)));
  }
}

/** Two names that differ only in capitals are refused: people would confuse the workspaces. */
async function requireFreeName(
  tx: Transaction<Tables>,
  organizationId: string,
  name: string,
  except?: string,
): Promise<void> {
  const taken = await tx
    .selectFrom('workspaces')
    .select(['id', 'name'])
    .where('organization_id', '=', organizationId)
    .where('archived_at', 'is', null)
    .where('id', '<>', except ?? '')
    .where((where) => where(where.fn('lower', ['name']), '=', asciiLower(name)))
    .executeTakeFirst();
  if (!taken) return;
  throw new Failure({
    code: 'conflict',
    message: `There is a workspace called "${taken.name}" already (${taken.id}).`,
    nextStep: 'Choose another name. Nothing was changed.',
  });
}

/** As `lower` does in both stores, which leave letters beyond ASCII as they are. */
function asciiLower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Every table of a workspace's own rows but its audit log; those that refer to others go first. */
export const OF_WORKSPACE = [
  'undo_plans',
  'media_plan_links',
  'media_plan_members',
  'media_plans',
  'media_plan_mappings',
  'media_plan_defaults',
  'plans',
  'spend_limits',
  'spend_holds',
  'spend_shares',
  'spend_snapshots',
  'stop_objects',
  'stops',
  'leads',
  'lead_accounts',
  'lead_marks',
  'erased_leads',
  'lead_pulls',
  'lead_addresses',
  'lead_pushes',
  'conversion_sends',
  'daily_figures',
  'daily_campaigns',
  'daily_accounts',
  'monitor_verdicts',
  'alerts',
  'monitors',
  'notice_deliveries',
  'notice_attachments',
  'notice_events',
  'notice_endpoints',
  'budget_plans',
  'scheduled_changes',
  'schedules',
  'jobs',
  'spreadsheet_pieces',
  'spreadsheets',
  'idempotency',
  'one_time_links',
  'members',
  'connections',
  'data_keys',
  'api_keys',
] as const;

async function deleteRows(tx: Transaction<Tables>, id: string): Promise<void> {
  const keys = tx.selectFrom('api_keys').select('id').where('workspace_id', '=', id);
  await tx.deleteFrom('usage_counts').where('key_id', 'in', keys).execute();
  await tx.deleteFrom('oauth_artifacts').where('grant_id', 'in', keys).execute();
  await tx.deleteFrom('grants').where('id', 'in', keys).execute();
  await tx
    .deleteFrom('policies')
    .where((where) => where.or([where('scope_id', '=', id), where('scope_id', 'in', keys)]))
    .execute();
  const schedules = tx.selectFrom('schedules').select('id').where('workspace_id', '=', id);
  await tx.deleteFrom('schedule_runs').where('schedule_id', 'in', schedules).execute();
  for (const table of OF_WORKSPACE) await tx.deleteFrom(table).where('workspace_id', '=', id).execute();
  await tx.deleteFrom('workspaces').where('id', '=', id).execute();
}
