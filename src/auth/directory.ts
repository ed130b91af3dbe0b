import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import { type Ambient, newId } from '../ambient.ts';
import type { Audit } from '../audit/audit.ts';
import { Failure } from '../errors.ts';
import { LoadingCache } from '../memory/loading-cache.ts';
import { compiledForMany, compiledOnce, MANY } from '../store/compiled-once.ts';
import type { Store } from '../store/store.ts';
import { storeOutage } from '../store/store-unavailable.ts';
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
  connections: readonly ConnectionView[];
}

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

  /** No promise when it was asked for a moment ago; the same holds for the methods below. */
  workspace(organizationId: string, id: string): WorkspaceRecord | undefined | Promise<WorkspaceRecord | undefined> {
    const found = this.#single.get(id, () => this.#byId.one(id));
    return found instanceof Promise ? found.then((one) => within(organizationId, one)) : within(organizationId, found);
  }

  /** Oldest first, at most `LISTED_MAX` of them. */
  list(organizationId: string): WorkspaceList | Promise<WorkspaceList> {
    return this.#lists.get(organizationId, async () => ({
      workspaces: await this.#readMany(organizationId, LISTED_MAX),
      total: await countOf(this.#store.db, organizationId),
    }));
  }

  /** Whether the channel is connected in any workspace of the organization. */
  isConnected(organizationId: string, channel: string): boolean | Promise<boolean> {
    return this.#connected.get(`${organizationId} ${channel}`, () =>
      hasConnection(this.#store.db, organizationId, channel),
    );
  }

  /** All of them, however many there are, oldest first. For the command line: no call may cost that much. */
  workspaces(organizationId: string): readonly WorkspaceRecord[] | Promise<readonly WorkspaceRecord[]> {
    return this.#all.get(organizationId, () => this.#readMany(organizationId, Number.POSITIVE_INFINITY));
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
    await this.#change({ id, organizationId }, actor, 'workspace.rename', { from, to }, async (tx) => {
      await requireFreeName(tx, organizationId, to, id);
      await tx.updateTable('workspaces').set({ name: to }).where('id', '=', id).execute();
    });
  }

  /**
   * The workspace is no longer listed and its keys are refused. Its entries stay in the audit log, and its name is free
   * again.
   */
  async archiveWorkspace({ id, organizationId, name }: WorkspaceRecord, actor: string): Promise<void> {
    await this.#change({ id, organizationId }, actor, 'workspace.archive', { name }, async (tx) => {
      await tx.updateTable('workspaces').set({ archived_at: this.#ambient.now() }).where('id', '=', id).execute();
    });
  }

  async #change(
    { id: workspaceId, organizationId }: Pick<WorkspaceRecord, 'id' | 'organizationId'>,
    actor: string,
    action: string,
    detail: Record<string, unknown>,
    work: (tx: Transaction<Tables>) => Promise<void>,
  ): Promise<void> {
    await this.#store.transaction(async (tx) => {
      await work(tx);
      this.#audit?.append({ organizationId, workspaceId, actor, action, phase: 'event', detail });
    });
    this.refresh();
  }

  /** By id, or by name when only one workspace has it. */
  async find(nameOrId: string): Promise<WorkspaceRecord | undefined> {
    const found = await this.#read({ nameOrId });
    const byId = found.find((workspace) => workspace.id === nameOrId);
    if (byId || found.length <= 1) return byId ?? found[0];
    throw new Failure({
      code: 'conflict',
      message: `${found.length} workspaces are called "${nameOrId}".`,
      nextStep: `Name the one you mean by its id: ${found.map((workspace) => workspace.id).join(', ')}.`,
    });
  }

  /** In pages, so that other work gets the event loop between them. */
  async #readMany(organizationId: string, count: number): Promise<WorkspaceRecord[]> {
    const found: WorkspaceRecord[] = [];
    let after: WorkspaceRow | undefined;
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

function within(organizationId: string, found: WorkspaceRecord | undefined): WorkspaceRecord | undefined {
  return found?.organizationId === organizationId ? found : undefined;
}

interface Wanted {
  organizationId?: string;
  nameOrId?: string;
  after?: WorkspaceRow | undefined;
  limit?: number;
}

function workspaceRows(db: Kysely<Tables>, wanted: Wanted): Promise<WorkspaceRow[]> {
  const { organizationId, nameOrId, after, limit } = wanted;
  let query = db
    .selectFrom('workspaces')
    .selectAll()
    .where('archived_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id');
  if (organizationId !== undefined) query = query.where('organization_id', '=', organizationId);
  if (nameOrId !== undefined) query = query.where((or) => or.or([or('id', '=', nameOrId), or('name', '=', nameOrId)]));
  if (after) query = query.where(sql<boolean>`(created_at, id) > (${after.created_at}, ${after.id})`);
  if (limit !== undefined) query = query.limit(limit);
  return query.execute();
}

async function countOf(db: Kysely<Tables>, organizationId: string): Promise<number> {
  const { count } = await db
    .selectFrom('workspaces')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .where('archived_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** In pages, so that other work gets the event loop: connections of archived workspaces may be many. */
async function hasConnection(db: Kysely<Tables>, organizationId: string, channel: string): Promise<boolean> {
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
function workspacesById(db: Kysely<Tables>) {
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

async function connectionRows(db: Kysely<Tables>, workspaces: readonly WorkspaceRow[]): Promise<ConnectionColumns[]> {
  if (workspaces.length === 0) return [];
  const ids = workspaces.map((workspace) => workspace.id);
  return connectionColumns(db).where('workspace_id', 'in', ids).execute();
}

function toRecord(row: WorkspaceRow, connections: readonly ConnectionColumns[] = []): WorkspaceRecord {
  return {
    id: row.id,
    name: row.name,
    currency: row.currency,
    organizationId: row.organization_id,
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
