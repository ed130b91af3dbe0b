import type { Kysely, Transaction } from 'kysely';
import { type Ambient, newId } from '../ambient.ts';
import type { Audit } from '../audit/audit.ts';
import { Failure } from '../errors.ts';
import type { Store } from '../store/store.ts';
import type { ConnectionRow, Tables, WorkspaceRow } from '../store/tables.ts';
import { BriefCache } from './brief-cache.ts';

export interface ConnectionView {
  id: string;
  channel: string;
  mode: 'sandbox' | 'live';
  account?: string;
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

const ORGANIZATIONS_REMEMBERED = 10_000;

/** The organizations, their workspaces and what each is connected to. */
export class Directory {
  readonly #store: Store;
  readonly #ambient: Ambient;
  readonly #audit: Audit | undefined;
  readonly #recent: BriefCache<readonly WorkspaceRecord[]>;

  constructor(store: Store, ambient: Ambient, options: { cacheMs?: number; audit?: Audit } = {}) {
    this.#store = store;
    this.#audit = options.audit;
    this.#ambient = ambient;
    this.#recent = new BriefCache({ ambient, lifeMs: options.cacheMs ?? 500, entriesMax: ORGANIZATIONS_REMEMBERED });
  }

  /** Oldest first. No promise when it was asked for a moment ago. */
  workspaces(organizationId: string): readonly WorkspaceRecord[] | Promise<readonly WorkspaceRecord[]> {
    return this.#recent.get(organizationId, () => this.#load({ organizationId }));
  }

  /** Looks again at the next question, for one who has just changed a connection. */
  refresh(): void {
    this.#recent.clear();
  }

  async createOrganization(name: string): Promise<{ id: string; name: string }> {
    const id = newId(this.#ambient, 'org');
    await this.#store.db.insertInto('organizations').values({ id, name, created_at: this.#ambient.now() }).execute();
    return { id, name };
  }

  async createWorkspace(input: { organizationId: string; name: string; currency: string }): Promise<WorkspaceRecord> {
    const { organizationId, name, currency } = input;
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
    });
    this.#recent.clear();
    return { id, name, currency, organizationId, connections: [] };
  }

  async renameWorkspace({ id, organizationId, name: from }: WorkspaceRecord, to: string, actor: string): Promise<void> {
    await this.#change({ id, organizationId }, actor, 'workspace.rename', { from, to }, async (tx) => {
      await requireFreeName(tx, organizationId, to, id);
      await tx.updateTable('workspaces').set({ name: to }).where('id', '=', id).execute();
    });
  }

  /** It is no longer listed and its keys are refused; what it did stays in the audit log, and its name is free again. */
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
      await this.#audit?.append(tx, { organizationId, workspaceId, actor, action, phase: 'event', detail });
    });
    this.#recent.clear();
  }

  /** By id, or by name when only one workspace has it. */
  async find(nameOrId: string): Promise<WorkspaceRecord | undefined> {
    const found = await this.#load({ nameOrId });
    const byId = found.find((workspace) => workspace.id === nameOrId);
    if (byId || found.length <= 1) return byId ?? found[0];
    throw new Failure({
      code: 'conflict',
      message: `${found.length} workspaces are called "${nameOrId}".`,
      nextStep: `Name the one you mean by its id: ${found.map((workspace) => workspace.id).join(', ')}.`,
    });
  }

  async #load(wanted: { organizationId?: string; nameOrId?: string }): Promise<readonly WorkspaceRecord[]> {
    const rows = await workspaceRows(this.#store.db, wanted);
    const connections = await connectionRows(this.#store.db, rows);
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      currency: row.currency,
      organizationId: row.organization_id,
      connections: connections.filter((connection) => connection.workspace_id === row.id).map(toView),
    }));
  }
}

/** People name workspaces: two that differ in nothing but capitals would be one mistake away from each other. */
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
    .where((where) => where(where.fn('lower', ['name']), '=', where.fn('lower', [where.val(name)])))
    .executeTakeFirst();
  if (!taken) return;
  throw new Failure({
    code: 'conflict',
    message: `There is a workspace called "${taken.name}" already (${taken.id}).`,
    nextStep: 'Choose another name. Nothing was changed.',
  });
}

function workspaceRows(
  db: Kysely<Tables>,
  { organizationId, nameOrId }: { organizationId?: string; nameOrId?: string },
): Promise<WorkspaceRow[]> {
  let query = db
    .selectFrom('workspaces')
    .selectAll()
    .where('archived_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id');
  if (organizationId !== undefined) query = query.where('organization_id', '=', organizationId);
  if (nameOrId !== undefined) query = query.where((or) => or.or([or('id', '=', nameOrId), or('name', '=', nameOrId)]));
  return query.execute();
}

type ConnectionColumns = Omit<ConnectionRow, 'credentials' | 'status' | 'updated_at'>;

async function connectionRows(db: Kysely<Tables>, workspaces: WorkspaceRow[]): Promise<ConnectionColumns[]> {
  if (workspaces.length === 0) return [];
  return db
    .selectFrom('connections')
    .select(['id', 'workspace_id', 'channel', 'mode', 'account', 'options', 'version'])
    .where(
      'workspace_id',
      'in',
      workspaces.map((workspace) => workspace.id),
    )
    .orderBy('channel')
    .execute();
}

function toView(row: ConnectionColumns): ConnectionView {
  return {
    id: row.id,
    channel: row.channel,
    mode: row.mode,
    ...(row.account !== null && { account: row.account }),
    options: JSON.parse(row.options),
    version: row.version,
  };
}
