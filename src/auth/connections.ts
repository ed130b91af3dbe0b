import type { Kysely, Transaction } from 'kysely';
import { type Ambient, newId } from '../ambient.ts';
import type { Audit } from '../audit/audit.ts';
import { Failure } from '../errors.ts';
import { BoundedMap } from '../memory/bounded-map.ts';
import type { Store } from '../store/store.ts';
import type { ConnectionRow, Tables } from '../store/tables.ts';
import type { Credentials } from '../upstream/session.ts';
import type { Vault } from '../vault/vault.ts';

export interface ConnectionRecord {
  id: string;
  workspaceId: string;
  channel: string;
  mode: 'sandbox' | 'live';
  account?: string;
  options: Readonly<Record<string, string>>;
  /** Grows with every change, credentials included. */
  version: number;
  status: string;
  updatedAt: number;
  /** The account name that the platform gave when it was connected; undefined where it was not asked. */
  identity?: string;
}

export interface NewConnection {
  workspaceId: string;
  channel: string;
  mode: 'sandbox' | 'live';
  account?: string;
  /** The only accounts that the workspace may use, even where its credentials reach more. Left out: all of them. */
  accounts?: readonly string[];
  options?: Readonly<Record<string, string>>;
  credentials: Credentials;
  identity?: string | undefined;
  /** The person or key that connects, for the audit log. */
  actor?: string;
}

/** A connection that was made, replaced or removed. */
export interface ConnectionChange extends Pick<ConnectionRecord, 'id' | 'workspaceId' | 'channel' | 'mode'> {
  isConnected: boolean;
}

interface Opened {
  version: number;
  credentials: Credentials;
}

/** The option that holds the fence, separated by commas. */
export const FENCE = 'allowed_accounts';

/** The connections used last keep their credentials open; opening others again takes a read of the store. */
const OPENED_MAX = 10_000;

/** Which platforms a workspace is connected to, and the secrets for it. */
export class Connections {
  readonly #store: Store;
  readonly #vault: Vault;
  readonly #ambient: Ambient;
  readonly #audit: Audit | undefined;
  readonly #opened = new BoundedMap<string, Opened>(OPENED_MAX);
  #changed: (tx: Transaction<Tables>, change: ConnectionChange) => Promise<void> = async () => {};

  constructor(store: Store, vault: Vault, ambient: Ambient, audit?: Audit) {
    this.#store = store;
    this.#vault = vault;
    this.#ambient = ambient;
    this.#audit = audit;
  }

  /** `tell` is told of every connection that is made, replaced or removed, within the same transaction. */
  whenChanged(tell: (tx: Transaction<Tables>, change: ConnectionChange) => Promise<void>): void {
    this.#changed = tell;
  }

  /** Connects, or replaces the connection the workspace has for that channel. */
  async put(input: NewConnection): Promise<{ id: string }> {
    return this.#store.transaction(async (tx) => {
      const row = await this.#row(tx, input, await rowOf(tx, input.workspaceId, input.channel));
      await tx
        .insertInto('connections')
        .values(row)
        .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
        .execute();
      const { id, version, mode, account } = row;
      await this.#changed(tx, { ...changeOf(row), isConnected: true });
      const { accounts } = input;
      this.#record(input, 'connection.put', { id, version, mode, account, ...(accounts && { accounts }) });
      return { id };
    });
  }

  async get(workspaceId: string, channel: string): Promise<ConnectionRecord | undefined> {
    const row = await rowOf(this.#store.db, workspaceId, channel);
    return row && toRecord(row);
  }

  async list(workspaceId: string): Promise<ConnectionRecord[]> {
    const rows = await this.#store.db
      .selectFrom('connections')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .orderBy('channel')
      .execute();
    return rows.map(toRecord);
  }

  /** A caller that knows the connection's `version` needs no read of the store while that version is open already. */
  async credentials(connectionId: string, version?: number): Promise<Credentials> {
    const known = this.#opened.get(connectionId);
    const isOpen = known && version !== undefined && known.version >= version;
    return (isOpen ? known : await this.current(connectionId)).credentials;
  }

  /** As the store holds them now, and the version that is theirs. */
  async current(connectionId: string): Promise<Opened> {
    const known = this.#opened.get(connectionId);
    const row = await rowById(this.#store.db, connectionId);
    if (known?.version === row.version) return known;
    const text = await this.#vault.open(row.workspace_id, contextOf(row), row.credentials);
    return this.#remember(connectionId, row.version, JSON.parse(text));
  }

  /** Stores renewed credentials; with `ifVersion`, only if the connection has not changed since. Returns whether it did. */
  async saveCredentials(connectionId: string, credentials: Credentials, ifVersion?: number): Promise<boolean> {
    const version = await this.#store.transaction(async (tx) => {
      const row = await rowById(tx, connectionId);
      if (ifVersion !== undefined && row.version !== ifVersion) return undefined;
      const sealed = await this.#vault.seal(row.workspace_id, contextOf(row), JSON.stringify(credentials), tx);
      const next = row.version + 1;
      await tx
        .updateTable('connections')
        .set({ credentials: sealed, version: next, status: 'connected', updated_at: this.#ambient.now() })
        .where('id', '=', connectionId)
        .execute();
      return next;
    });
    if (version === undefined) return false;
    this.#remember(connectionId, version, credentials);
    return true;
  }

  /** False when there was no such connection. */
  async remove(workspaceId: string, channel: string, actor?: string): Promise<boolean> {
    return this.#store.transaction(async (tx) => {
      const row = await rowOf(tx, workspaceId, channel);
      if (!row) return false;
      await tx.deleteFrom('connections').where('id', '=', row.id).execute();
      await this.#changed(tx, { ...changeOf(row), isConnected: false });
      this.#record({ workspaceId, channel, actor }, 'connection.remove', { id: row.id });
      this.#opened.delete(row.id);
      return true;
    });
  }

  async #row(
    tx: Transaction<Tables>,
    input: NewConnection,
    existing: ConnectionRow | undefined,
  ): Promise<ConnectionRow> {
    const { workspaceId, channel, mode } = input;
    const id = existing?.id ?? newId(this.#ambient, 'con');
    const context = contextOf({ id, channel, mode });
    return {
      id,
      workspace_id: workspaceId,
      channel,
      mode,
      account: input.account ?? null,
      options: JSON.stringify({ ...input.options, ...(input.accounts && { [FENCE]: input.accounts.join() }) }),
      credentials: await this.#vault.seal(workspaceId, context, JSON.stringify(input.credentials), tx),
      version: (existing?.version ?? 0) + 1,
      status: 'connected',
      updated_at: this.#ambient.now(),
      identity: input.identity ?? null,
    };
  }

  #record(about: About, action: string, detail: Record<string, unknown>): void {
    const { workspaceId, channel, actor = 'system' } = about;
    this.#audit?.append({ workspaceId, actor, action, phase: 'event', detail: { channel, ...detail } });
  }

  #remember(connectionId: string, version: number, credentials: Credentials): Opened {
    const opened = { version, credentials: Object.freeze({ ...credentials }) };
    this.#opened.set(connectionId, opened);
    return opened;
  }
}

function changeOf({ id, workspace_id, channel, mode }: ConnectionRow): Omit<ConnectionChange, 'isConnected'> {
  return { id, workspaceId: workspace_id, channel, mode };
}

type About = Pick<NewConnection, 'workspaceId' | 'channel' | 'actor'>;

/** Bound to the mode as well, so that editing the row cannot send a live token to a sandbox address. */
function contextOf(row: Pick<ConnectionRow, 'id' | 'channel' | 'mode'>): string {
  return `connection ${row.id} ${row.channel} ${row.mode}`;
}

function rowOf(db: Kysely<Tables>, workspaceId: string, channel: string): Promise<ConnectionRow | undefined> {
  return db
    .selectFrom('connections')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('channel', '=', channel)
    .executeTakeFirst();
}

async function rowById(db: Kysely<Tables>, id: string): Promise<ConnectionRow> {
  const row = await db.selectFrom('connections').selectAll().where('id', '=', id).executeTakeFirst();
  if (row) return row;
  throw new Failure({
    code: 'not_found',
    message: 'This connection no longer exists.',
    nextStep: 'Connect the channel again (adhelm connect CHANNEL).',
    internal: `no connection ${id}`,
  });
}

function toRecord(row: ConnectionRow): ConnectionRecord {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    channel: row.channel,
    mode: row.mode,
    ...(row.account !== null && { account: row.account }),
    options: JSON.parse(row.options),
    version: row.version,
    status: row.status,
    updatedAt: row.updated_at,
    ...(row.identity !== null && { identity: row.identity }),
  };
}
