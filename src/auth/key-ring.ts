import type { CompiledQuery, Transaction } from 'kysely';
import { type Ambient, newId } from '../ambient.ts';
import type { Audit } from '../audit/audit.ts';
import { Failure } from '../errors.ts';
import { inTurns } from '../event-loop/in-turns.ts';
import { BoundedMap } from '../memory/bounded-map.ts';
import { LoadingCache } from '../memory/loading-cache.ts';
import { compiledOnce, MANY } from '../store/compiled-once.ts';
import type { Store } from '../store/store.ts';
import { storeOutage } from '../store/store-unavailable.ts';
import type { ApiKeyRow, Tables } from '../store/tables.ts';
import type { Secrets } from '../vault/secrets.ts';
import { liveGrant, liveTokens } from './grant-records.ts';
import { newKey, parseKey } from './key-format.ts';
import {
  isNoGrant,
  type KeyFilter,
  type KeyRecord,
  type LiveKey,
  listKeys,
  liveKey,
  liveKeys,
  type Principal,
  statusOf,
} from './key-records.ts';
import { type SecretDigest, secretDigest } from './secret-digest.ts';

export type { KeyFilter, KeyRecord, Principal } from './key-records.ts';

export interface NewKey {
  workspaceId: string;
  name: string;
  /** Left out: every channel. */
  channels?: readonly string[];
  readOnly?: boolean;
  organizationWide?: boolean;
  expiresAt?: number;
  ratePoints?: number;
  /** May see what people wrote into lead forms. */
  personalData?: boolean;
  /** May write code of its own into tags of websites. */
  customHtml?: boolean;
  actor: string;
}

interface KeyRingOptions {
  cacheMs?: number;
  /** How long a key that was seen before is accepted while the store cannot be reached. */
  outageMs?: number;
}

const ENTRIES_MAX = 10_000;

/** Longer text is refused as a key without hashing it. */
const KEY_LENGTH_MAX = 256;

/** As the authorization server makes them. */
const TOKEN_SHAPE = /^[\w-]{43}$/;
/** Stands before the digest of a token where digests of keys are remembered too. */
const TOKEN = 'token ';

/** The API keys: making, recognising, replacing and revoking them. Access tokens of grants are recognised like keys. */
export class KeyRing {
  readonly #store: Store;
  readonly #digest: SecretDigest;
  readonly #audit: Audit;
  readonly #ambient: Ambient;
  readonly #keys: ReturnType<typeof liveKeys>;
  readonly #tokens: ReturnType<typeof liveTokens>;
  readonly #noteUse: (use: { id: string; usedAt: number }) => CompiledQuery;
  /** Digests of presented keys and tokens, cleared by the next `flush`. */
  readonly #digests = new BoundedMap<string, string>(ENTRIES_MAX);
  readonly #recent: LoadingCache<LiveKey | undefined>;
  #touched = new Map<string, number>();
  #changed = () => {};

  constructor(store: Store, secrets: Secrets, audit: Audit, ambient: Ambient, options: KeyRingOptions = {}) {
    this.#store = store;
    this.#keys = liveKeys(store.db);
    this.#tokens = liveTokens(store.db);
    this.#noteUse = compiledOnce(({ id, usedAt }) =>
      store.db.updateTable('api_keys').set({ last_used_at: usedAt }).where('id', '=', id),
    );
    this.#digest = secretDigest(secrets);
    this.#audit = audit;
    this.#ambient = ambient;
    const { cacheMs: lifeMs = 500, outageMs = 0 } = options;
    const loadMany = { atMost: MANY, load: (names: readonly string[]) => this.#loadMany(names) };
    const version = () => store.version();
    this.#recent = new LoadingCache({
      ambient,
      lifeMs,
      entriesMax: ENTRIES_MAX,
      outage: storeOutage(outageMs),
      loadMany,
      version,
    });
  }

  /** An unknown, expired or revoked key or token is `undefined` alike. */
  async authenticate(presented: string): Promise<Principal | undefined> {
    if (presented.length > KEY_LENGTH_MAX) return undefined;
    const name = this.#nameOf(presented);
    if (name === undefined) return undefined;
    return this.#unexpired(await this.#recent.get(name, () => this.#load(name)));
  }

  /** What a key may do now; undefined: it may nothing any more. */
  async principalOf(id: string): Promise<Principal | undefined> {
    const { db } = this.#store;
    return this.#unexpired((await liveKey(db, id)) ?? (await liveGrant(db, id)));
  }

  /** Returns the key itself, which is never shown again. */
  async create(input: NewKey): Promise<{ key: string; id: string; workspaceId: string }> {
    const key = newKey(this.#ambient);
    const row = this.#rowOf(key, input);
    await this.#store.transaction(async (tx) => {
      await requireWorkspace(tx, input.workspaceId);
      await this.#insert(tx, row, 'key.create');
    });
    return { key, id: row.id, workspaceId: row.workspace_id };
  }

  list(filter: KeyFilter = {}): Promise<KeyRecord[]> {
    return listKeys(this.#store.db, filter, this.#ambient.now());
  }

  /** A new key with the old one's rights; the old one works on for `overlapMs`, but never longer than it would have. */
  async roll(id: string, { overlapMs, actor }: { overlapMs: number; actor: string }): Promise<RolledKey> {
    const key = newKey(this.#ambient);
    const now = this.#ambient.now();
    const rolled = await this.#store.transaction(async (tx) => {
      const old = await rollable(tx, id, now);
      await requireWorkspace(tx, old.workspace_id);
      const row: ApiKeyRow = { ...old, ...this.#identity(key, actor), last_used_at: null, replaces: id };
      const previousExpiresAt = Math.min(now + overlapMs, old.expires_at ?? Number.POSITIVE_INFINITY);
      await tx.updateTable('api_keys').set({ expires_at: previousExpiresAt }).where('id', '=', id).execute();
      await this.#insert(tx, row, 'key.roll', { replaces: id, previousExpiresAt });
      await copyRules(tx, id, row.id);
      return { id: row.id, previousExpiresAt };
    });
    this.refresh();
    return { key, ...rolled };
  }

  /** False when there is no such key, or it was revoked before. Other processes notice when their cached key lapses. */
  async revoke(id: string, actor: string, action = 'key.revoke'): Promise<boolean> {
    const revoked = await this.#store.transaction(async (tx) => {
      const row = await tx
        .updateTable('api_keys')
        .set({ revoked_at: this.#ambient.now() })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .returning('workspace_id')
        .executeTakeFirst();
      if (!row) return false;
      const workspaceId = row.workspace_id;
      this.#audit.append({ workspaceId, actor, action, phase: 'event', detail: { id } });
      return true;
    });
    this.refresh();
    return revoked;
  }

  /** Points of its own a window, or with null those of the deployment. False when there is no such key, or it was revoked. */
  changeLimit(id: string, ratePoints: number | null, actor: string): Promise<boolean> {
    return this.#change(id, { rate_points: ratePoints }, 'key.limit', actor);
  }

  /** Whether the key may see what people wrote into lead forms. False when there is no such key, or it was revoked. */
  allowPersonalData(id: string, allowed: boolean, actor: string): Promise<boolean> {
    return this.#change(id, { personal_data: allowed ? 1 : 0 }, 'key.personal_data', actor);
  }

  /** Whether the key or grant may write code of its own into tags of websites. False when there is none, or it was revoked. */
  allowCustomHtml(id: string, allowed: boolean, actor: string): Promise<boolean> {
    return this.#change(id, { custom_html: allowed ? 1 : 0 }, 'key.custom_html', actor);
  }

  async #change(
    id: string,
    change: Partial<Pick<ApiKeyRow, 'rate_points' | 'personal_data' | 'custom_html'>>,
    action: string,
    actor: string,
  ): Promise<boolean> {
    const changed = await this.#store.transaction(async (tx) => {
      let update = tx.updateTable('api_keys').set(change).where('id', '=', id).where('revoked_at', 'is', null);
      // A client that signed in never gets it: the person who consents need not be an owner.
      if (change.personal_data !== undefined) update = update.where(isNoGrant(tx));
      const row = await update.returning('workspace_id').executeTakeFirst();
      if (!row) return false;
      const { personal_data, custom_html, ...others } = change;
      const detail = {
        ...{ id, ...others },
        ...(personal_data !== undefined && { personal_data: personal_data === 1 }),
        ...(custom_html !== undefined && { custom_html: custom_html === 1 }),
      };
      this.#audit.append({ workspaceId: row.workspace_id, actor, action, phase: 'event', detail });
      return true;
    });
    this.refresh();
    return changed;
  }

  /** Called after a change: the next question is answered from the store, in the other processes too. */
  refresh(): void {
    this.forget();
    this.#changed();
  }

  /** Called when a key may have changed: the next question is answered from the store. */
  forget(): void {
    this.#recent.clear();
  }

  /** `tell` informs the other processes, which would otherwise notice when their cached keys lapse. */
  whenChanged(tell: () => void): void {
    this.#changed = tell;
  }

  /** Notes that the key was used; written with the next `flush`. */
  touch(keyId: string): void {
    this.#touched.set(keyId, this.#ambient.now());
  }

  async flush(): Promise<void> {
    this.#recent.dropStale();
    this.#digests.clear();
    const touched = this.#touched;
    this.#touched = new Map();
    try {
      await inTurns([...touched], (some) =>
        this.#store.transaction(async (tx) => {
          for (const [id, usedAt] of some) await tx.executeQuery(this.#noteUse({ id, usedAt }));
        }),
      );
    } catch (error) {
      this.#touched = new Map([...touched, ...this.#touched]);
      throw error;
    }
  }

  /**
   * What a key or token is remembered by; undefined for text that is neither. Cached: a digest costs more than all other
   * checks of a request together.
   */
  #nameOf(presented: string): string | undefined {
    const known = this.#digests.get(presented);
    if (known !== undefined) return known;
    const isToken = TOKEN_SHAPE.test(presented);
    if (!isToken && parseKey(presented) === undefined) return undefined;
    const name = `${isToken ? TOKEN : ''}${this.#digest(presented)}`;
    this.#digests.set(presented, name);
    return name;
  }

  #load(name: string): Promise<LiveKey | undefined> {
    return name.startsWith(TOKEN) ? this.#tokens.one(name.slice(TOKEN.length)) : this.#keys.one(name);
  }

  async #loadMany(names: readonly string[]): Promise<(LiveKey | undefined)[]> {
    const digests = names.filter((name) => !name.startsWith(TOKEN));
    const tokens = names.filter((name) => name.startsWith(TOKEN));
    const [keys, granted] = await Promise.all([
      digests.length > 0 ? this.#keys.many(digests) : [],
      tokens.length > 0 ? this.#tokens.many(tokens.map((name) => name.slice(TOKEN.length))) : [],
    ]);
    const found = new Map([
      ...digests.map((name, at) => [name, keys[at]] as const),
      ...tokens.map((name, at) => [name, granted[at]] as const),
    ]);
    return names.map((name) => found.get(name));
  }

  #unexpired(key: LiveKey | undefined): Principal | undefined {
    if (key?.expiresAt !== undefined && key.expiresAt <= this.#ambient.now()) return undefined;
    return key?.principal;
  }

  #identity(key: string, actor: string) {
    return {
      id: newId(this.#ambient, 'key'),
      digest: this.#digest(key),
      last_four: key.slice(-4),
      created_at: this.#ambient.now(),
      created_by: actor,
    };
  }

  #rowOf(key: string, input: NewKey): ApiKeyRow {
    return {
      ...this.#identity(key, input.actor),
      workspace_id: input.workspaceId,
      name: input.name,
      channels: input.channels ? JSON.stringify(input.channels) : null,
      read_only: input.readOnly ? 1 : 0,
      organization_wide: input.organizationWide ? 1 : 0,
      rate_points: input.ratePoints ?? null,
      expires_at: input.expiresAt ?? null,
      revoked_at: null,
      last_used_at: null,
      replaces: null,
      personal_data: input.personalData ? 1 : 0,
      custom_html: input.customHtml ? 1 : 0,
    };
  }

  async #insert(
    tx: Transaction<Tables>,
    row: ApiKeyRow,
    action: string,
    more?: Record<string, unknown>,
  ): Promise<void> {
    await tx.insertInto('api_keys').values(row).execute();
    const { id, name, channels, read_only, organization_wide, personal_data, custom_html, expires_at } = row;
    this.#audit.append({
      workspaceId: row.workspace_id,
      actor: row.created_by,
      action,
      phase: 'event',
      detail: {
        id,
        name,
        channels: channels === null ? null : JSON.parse(channels),
        read_only: Boolean(read_only),
        organization_wide: Boolean(organization_wide),
        ...(personal_data === 1 && { personal_data: true }),
        ...(custom_html === 1 && { custom_html: true }),
        expires_at,
        ...more,
      },
    });
  }
}

export interface RolledKey {
  key: string;
  id: string;
  previousExpiresAt: number;
}

async function requireWorkspace(tx: Transaction<Tables>, id: string): Promise<void> {
  const row = await tx
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .executeTakeFirst();
  if (row) return;
  throw new Failure({
    code: 'not_found',
    message: `There is no workspace ${id}.`,
    nextStep: 'Name an existing workspace. No key was made.',
  });
}

/** An owner's rules for a key hold for the one that replaces it: rolling would loosen them otherwise. */
async function copyRules(tx: Transaction<Tables>, from: string, to: string): Promise<void> {
  const held = await tx.selectFrom('policies').selectAll().where('scope_id', '=', from).executeTakeFirst();
  if (held)
    await tx
      .insertInto('policies')
      .values({ ...held, scope_id: to })
      .execute();
}

async function rollable(tx: Transaction<Tables>, id: string, now: number): Promise<ApiKeyRow> {
  const row = await tx.selectFrom('api_keys').selectAll().where('id', '=', id).where(isNoGrant(tx)).executeTakeFirst();
  if (!row) {
    throw new Failure({
      code: 'not_found',
      message: `There is no key ${id}.`,
      nextStep: 'List the keys to find its id. Nothing was changed.',
    });
  }
  const status = statusOf(row, now);
  if (status === 'active') return row;
  throw new Failure({
    code: 'conflict',
    message: `Key ${id} is ${status}.`,
    nextStep: 'Create a new key instead. Nothing was changed.',
  });
}
