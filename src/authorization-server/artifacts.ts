import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Ambient } from '../ambient.ts';
import type { SecretDigest } from '../auth/secret-digest.ts';
import type { Store } from '../store/store.ts';
import type { OAuthArtifactRow } from '../store/tables.ts';

export interface ArtifactParts {
  store: Store;
  ambient: Ambient;
  digest: SecretDigest;
}

/**
 * A refresh token that was used is taken again for a minute: clients refresh in parallel, and a reply may be lost. Later it
 * counts as stolen, and its grant is revoked.
 */
const REFRESH_GRACE_MS = 60_000;

const USED_ONCE = new Set(['AuthorizationCode', 'Interaction']);

/** Codes, tokens and sign-ins under way of the authorization server, in our store. None is stored in clear. */
export class Artifacts implements Adapter {
  readonly #kind: string;
  readonly #parts: ArtifactParts;
  /** Thrown when a code or a consent is used twice at the same moment. */
  readonly #alreadyUsed: () => Error;

  constructor(kind: string, parts: ArtifactParts, alreadyUsed: () => Error) {
    this.#kind = kind;
    this.#parts = parts;
    this.#alreadyUsed = alreadyUsed;
  }

  async upsert(id: string, { jti: _, ...payload }: AdapterPayload, expiresInS: number): Promise<void> {
    const { store, ambient, digest } = this.#parts;
    const isToken = this.#kind !== 'Interaction';
    const row: OAuthArtifactRow = {
      digest: digest(id),
      kind: this.#kind,
      grant_id: (isToken && payload.grantId) || null,
      payload: JSON.stringify(payload),
      resource: this.#kind === 'AccessToken' ? String(payload.aud) : null,
      expires_at: ambient.now() + expiresInS * 1_000,
      consumed_at: null,
    };
    await store.transaction(async (tx) => {
      await tx
        .insertInto('oauth_artifacts')
        .values(row)
        .onConflict((conflict) =>
          conflict.column('digest').doUpdateSet({ payload: row.payload, expires_at: row.expires_at }),
        )
        .execute();
    });
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const { store, ambient } = this.#parts;
    const now = ambient.now();
    const row = await store.db
      .selectFrom('oauth_artifacts')
      .select(['payload', 'consumed_at'])
      .where('digest', '=', this.#parts.digest(id))
      .where('kind', '=', this.#kind)
      .where('expires_at', '>', now)
      .executeTakeFirst();
    if (!row) return undefined;
    const graceMs = this.#kind === 'RefreshToken' ? REFRESH_GRACE_MS : 0;
    const isUsed = row.consumed_at !== null && row.consumed_at + graceMs <= now;
    return { ...JSON.parse(row.payload), jti: id, ...(isUsed && { consumed: Math.floor(row.consumed_at! / 1_000) }) };
  }

  async consume(id: string): Promise<void> {
    const { store, ambient, digest } = this.#parts;
    const used = await store.transaction((tx) =>
      tx
        .updateTable('oauth_artifacts')
        .set({ consumed_at: ambient.now() })
        .where('digest', '=', digest(id))
        .where('kind', '=', this.#kind)
        .where('consumed_at', 'is', null)
        .returning('digest')
        .executeTakeFirst(),
    );
    if (!used && USED_ONCE.has(this.#kind)) throw this.#alreadyUsed();
  }

  async destroy(id: string): Promise<void> {
    await this.#delete('digest', this.#parts.digest(id));
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#delete('grant_id', grantId);
  }

  async findByUid(): Promise<undefined> {}

  async findByUserCode(): Promise<undefined> {}

  async #delete(column: 'digest' | 'grant_id', value: string): Promise<void> {
    await this.#parts.store.transaction(async (tx) => {
      await tx.deleteFrom('oauth_artifacts').where(column, '=', value).where('kind', '=', this.#kind).execute();
    });
  }
}

/** For what the authorization server would keep and we do without: people's sessions are the web application's. */
export const NOT_KEPT: Adapter = {
  async upsert() {},
  async find() {},
  async findByUid() {},
  async findByUserCode() {},
  async consume() {},
  async destroy() {},
  async revokeByGrantId() {},
};
