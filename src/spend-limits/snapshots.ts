import type { Kysely, Transaction } from 'kysely';
import { type Ambient, MINUTE_MS, newId } from '../ambient.ts';
import { applied } from '../exposure/holding-changes.ts';
import { type Reckoning, reckon } from '../exposure/reckoning.ts';
import { BoundedMap } from '../memory/bounded-map.ts';
import { MANY } from '../store/compiled-once.ts';
import type { SpendSnapshotRow } from '../store/spend-rows.ts';
import type { Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import type { Holdings } from '../tools/exposure.ts';
import { appliedHolds, type Hold, type Holds, newestSeq } from './holds.ts';

/** An account as a workspace reaches it. */
export interface AccountPlace {
  workspaceId: string;
  mode: SpendSnapshotRow['mode'];
  channel: string;
  account: string;
}

/** What an account holds: its last snapshot, with the changes that were made through us since. */
export interface AccountView extends AccountPlace {
  takenAt: number;
  /** When it was read, by the platform's clock. */
  asOf: number;
  holdings: Holdings;
  reckoning: Reckoning;
}

/** An older one is read again before a raise is let through. */
export const SNAPSHOT_MS = 5 * MINUTE_MS;

const SNAPSHOTS_REMEMBERED = 1_000;

export function placeName({ workspaceId, mode, channel, account }: AccountPlace): string {
  return `${workspaceId} ${mode} ${channel} ${account}`;
}

/** One snapshot an account, shared by all processes. */
export class Snapshots {
  readonly #store: Store;
  readonly #ambient: Ambient;
  readonly #holds: Holds;
  readonly #parsed = new BoundedMap<string, Holdings>(SNAPSHOTS_REMEMBERED);
  readonly #seen = new BoundedMap<string, Pick<AccountView, 'holdings' | 'reckoning'>>(SNAPSHOTS_REMEMBERED);

  constructor(store: Store, ambient: Ambient, holds: Holds) {
    this.#store = store;
    this.#ambient = ambient;
    this.#holds = holds;
  }

  /** Reads an account and keeps what was read. */
  async take(
    place: AccountPlace,
    organizationId: string,
    read: () => Promise<{ holdings: Holdings; asOf: number }>,
  ): Promise<void> {
    const seq = await newestSeq(this.#store.db);
    const takenAt = this.#ambient.now();
    const { holdings, asOf } = await read();
    const { workspaceId, ...name } = place;
    const row = {
      organization_id: organizationId,
      id: newId(this.#ambient, 'snap'),
      seq,
      taken_at: takenAt,
      as_of: asOf,
      holdings: JSON.stringify(holdings),
    };
    await this.#store.transaction(async (tx) => {
      await tx
        .insertInto('spend_snapshots')
        .values({ workspace_id: workspaceId, ...name, ...row })
        .onConflict((conflict) =>
          conflict
            .columns(['workspace_id', 'mode', 'channel', 'account'])
            .doUpdateSet(row)
            // A slower reading that was begun earlier does not take back what is known since.
            .where('spend_snapshots.seq', '<=', seq),
        )
        .execute();
      await this.#holds.reconcile(tx, { organization_id: organizationId, ...name }, { seq, takenAt, asOf, holdings });
    });
  }

  /** When the accounts of workspaces were last read, by `placeName`. */
  async times(workspaceIds: readonly string[]): Promise<Map<string, number>> {
    const rows = await inParts(workspaceIds, (some) =>
      this.#store.db
        .selectFrom('spend_snapshots')
        .select(['workspace_id', 'mode', 'channel', 'account', 'taken_at'])
        .where('workspace_id', 'in', some)
        .execute(),
    );
    return new Map(rows.map((row) => [placeName(placeOf(row)), row.taken_at]));
  }

  /** A clock that was set back makes a snapshot old, not young. */
  isFresh(takenAt: number | undefined): boolean {
    const ageMs = takenAt === undefined ? Number.NaN : this.#ambient.now() - takenAt;
    return ageMs >= 0 && ageMs < SNAPSHOT_MS;
  }

  /** By `placeName`. In a transaction, so that no snapshot is replaced meanwhile. */
  async views(
    tx: Transaction<Tables>,
    organizationId: string,
    mode: AccountPlace['mode'],
    workspaceIds: readonly string[],
  ): Promise<ReadonlyMap<string, AccountView>> {
    const rows = await inParts(workspaceIds, (some) =>
      tx
        .selectFrom('spend_snapshots')
        .select(['workspace_id', 'mode', 'channel', 'account', 'id', 'seq', 'taken_at', 'as_of'])
        .where('workspace_id', 'in', some)
        .where('mode', '=', mode)
        .execute(),
    );
    const parsed = await this.#parse(tx, rows);
    const since = rows.reduce((oldest, { seq }) => Math.min(oldest, seq), Number.POSITIVE_INFINITY);
    const made = rows.length === 0 ? [] : await appliedHolds(tx, organizationId, mode, since);
    return new Map(rows.map((row) => [placeName(placeOf(row)), this.#view(row, parsed.get(row.id)!, made)]));
  }

  #view(
    row: Omit<SpendSnapshotRow, 'holdings' | 'organization_id'>,
    read: Holdings,
    made: readonly Hold[],
  ): AccountView {
    const since = made.filter(
      ({ channel, account, settled_seq }) =>
        channel === row.channel && account === row.account && settled_seq! > row.seq,
    );
    const name = `${row.id} ${since.at(-1)?.settled_seq ?? ''}`;
    let seen = this.#seen.get(name);
    if (!seen) {
      const changes = since.flatMap(({ effect }) => effect.changes);
      const holdings = applied(read, changes);
      seen = { holdings, reckoning: reckon(holdings, row.as_of) };
      this.#seen.set(name, seen);
    }
    return { ...placeOf(row), takenAt: row.taken_at, asOf: row.as_of, ...seen };
  }

  /** What another process has read is parsed once. */
  async #parse(tx: Kysely<Tables>, rows: readonly Pick<SpendSnapshotRow, 'id'>[]): Promise<Map<string, Holdings>> {
    const parsed = new Map<string, Holdings>();
    const missing: string[] = [];
    for (const { id } of rows) {
      const known = this.#parsed.get(id);
      if (known) parsed.set(id, known);
      else missing.push(id);
    }
    const found = await inParts(missing, (some) =>
      tx.selectFrom('spend_snapshots').select(['id', 'holdings']).where('id', 'in', some).execute(),
    );
    for (const { id, holdings: text } of found) {
      const holdings = JSON.parse(text) as Holdings;
      parsed.set(id, holdings);
      this.#parsed.set(id, holdings);
    }
    return parsed;
  }
}

/** An organization may have more workspaces than a statement takes values. */
async function inParts<Row>(ids: readonly string[], read: (some: readonly string[]) => Promise<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for (let at = 0; at < ids.length; at += MANY) rows.push(...(await read(ids.slice(at, at + MANY))));
  return rows;
}

type Named = Pick<SpendSnapshotRow, 'workspace_id' | 'mode' | 'channel' | 'account'>;

function placeOf({ workspace_id: workspaceId, mode, channel, account }: Named): AccountPlace {
  return { workspaceId, mode, channel, account };
}
