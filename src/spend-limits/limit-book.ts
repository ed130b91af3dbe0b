import type { Kysely, Transaction } from 'kysely';
import type { Ambient } from '../ambient.ts';
import type { Audit } from '../audit/audit.ts';
import { LoadingCache } from '../memory/loading-cache.ts';
import type { SpendLimitRow } from '../store/spend-rows.ts';
import type { Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import { refuseBadLimits } from './limit-input.ts';
import type { LimitChange, LimitKind } from './limit-kinds.ts';

export type LimitScope =
  | { scope: 'organization'; organizationId: string }
  | { scope: 'workspace'; organizationId: string; workspaceId: string }
  | { scope: 'key'; organizationId: string; workspaceId: string; keyId: string };

export interface SpendLimit {
  scope: SpendLimitRow['scope'];
  scopeId: string;
  kind: LimitKind;
  /** Empty for a limit in per cent. */
  currency: string;
  /** As it was given: major units, or per cent. */
  amount: string;
  setAt: number;
  setBy: string;
}

type LimitIdentity = Pick<
  SpendLimitRow,
  'scope' | 'scope_id' | 'kind' | 'currency' | 'organization_id' | 'workspace_id'
>;

/** Whose limits a call is under. */
export interface Caller {
  organizationId: string;
  workspaceId: string;
  keyId: string;
}

/** All limits of an organization, and which keys were rolled from which. */
interface InForce {
  limits: readonly SpendLimit[];
  rolledFrom: ReadonlyMap<string, string>;
}

const CACHE_MS = 500;
const ORGANIZATIONS_REMEMBERED = 10_000;

/** The limits as their owners have set them. Every change is on the audit log. */
export class LimitBook {
  readonly #store: Store;
  readonly #audit: Audit;
  readonly #ambient: Ambient;
  readonly #recent: LoadingCache<InForce>;

  constructor(store: Store, audit: Audit, ambient: Ambient) {
    this.#store = store;
    this.#audit = audit;
    this.#ambient = ambient;
    this.#recent = new LoadingCache({
      ambient,
      lifeMs: CACHE_MS,
      entriesMax: ORGANIZATIONS_REMEMBERED,
      version: () => store.version(),
      loadMany: { atMost: 50, load: (ids) => Promise.all(ids.map((id) => inForce(store.db, id))) },
    });
  }

  /** Sets a limit, or puts another amount in its place. */
  async set(scope: LimitScope, kind: LimitKind, currency: string, amount: string, actor: string): Promise<void> {
    await this.change(scope, [{ kind, currency, amount }], actor);
  }

  /** False: there was none. */
  async remove(scope: LimitScope, kind: LimitKind, currency: string, actor: string): Promise<boolean> {
    return (await this.change(scope, [{ kind, currency, amount: null }], actor)) > 0;
  }

  /** Several changes of one scope's limits, all or none. Returns how many there were; removing what is not there is none. */
  async change(scope: LimitScope, changes: readonly LimitChange[], actor: string): Promise<number> {
    refuseBadLimits(changes);
    const identity = await this.#identityOf(scope);
    const count = await this.#store.transaction(async (tx) => {
      let changed = 0;
      for (const { kind, currency, amount } of changes)
        if (await this.#write(tx, { ...identity, kind, currency }, amount, actor)) changed += 1;
      return changed;
    });
    this.#recent.clear();
    return count;
  }

  async #write(tx: Transaction<Tables>, row: LimitIdentity, amount: string | null, actor: string): Promise<boolean> {
    const from = (await amountIn(tx, row)) ?? null;
    if (amount === null) {
      if (from === null) return false;
      await tx
        .deleteFrom('spend_limits')
        .where('scope_id', '=', row.scope_id)
        .where('kind', '=', row.kind)
        .where('currency', '=', row.currency)
        .execute();
    } else {
      const values = { amount, set_at: this.#ambient.now(), set_by: actor };
      await tx
        .insertInto('spend_limits')
        .values({ ...row, ...values })
        .onConflict((conflict) => conflict.columns(['scope_id', 'kind', 'currency']).doUpdateSet(values))
        .execute();
    }
    this.#record(amount === null ? 'spend_limit.remove' : 'spend_limit.set', row, actor, { from, to: amount });
    return true;
  }

  /** Every limit of an organization, its own first, then those of workspaces and keys. */
  async list(organizationId: string): Promise<readonly SpendLimit[]> {
    return (await inForce(this.#store.db, organizationId)).limits;
  }

  /** The limits that concern a caller, from memory: most have none, and then a call costs nothing more. */
  async concerning(caller: Caller): Promise<readonly SpendLimit[]> {
    const { organizationId: id } = caller;
    return concerning(await this.#recent.get(id, () => inForce(this.#store.db, id)), caller);
  }

  /** The same as it is now, with the key that the caller's own was first rolled from. */
  async exactly(tx: Kysely<Tables>, caller: Caller): Promise<{ limits: readonly SpendLimit[]; keyId: string }> {
    const found = await inForce(tx, caller.organizationId);
    return { limits: concerning(found, caller), keyId: firstKey(found, caller.keyId) };
  }

  /** The limits of keys alone, and what each key was first called. */
  async ofKeys(
    tx: Kysely<Tables>,
    organizationId: string,
    keyIds: readonly string[],
  ): Promise<ReadonlyMap<string, { limits: readonly SpendLimit[]; keyId: string }>> {
    const found = await inForce(tx, organizationId);
    const byKey = Map.groupBy(
      found.limits.filter(({ scope }) => scope === 'key'),
      ({ scopeId }) => scopeId,
    );
    return new Map(
      keyIds.map((id) => {
        const keyId = firstKey(found, id);
        return [id, { keyId, limits: byKey.get(keyId) ?? [] }];
      }),
    );
  }

  async #identityOf(scope: LimitScope) {
    const { organizationId: organization_id } = scope;
    const workspace_id = scope.scope === 'organization' ? null : scope.workspaceId;
    const scope_id =
      scope.scope === 'organization'
        ? organization_id
        : scope.scope === 'workspace'
          ? scope.workspaceId
          : firstKey(await inForce(this.#store.db, organization_id), scope.keyId);
    return { scope: scope.scope, scope_id, organization_id, workspace_id };
  }

  #record(action: string, row: LimitIdentity, actor: string, change: object): void {
    const { scope, scope_id, kind, currency, organization_id: organizationId, workspace_id: workspaceId } = row;
    this.#audit.append({
      organizationId,
      ...(workspaceId !== null && { workspaceId }),
      actor,
      action,
      phase: 'event',
      detail: { scope, id: scope_id, kind, ...(currency !== '' && { currency }), ...change },
    });
  }
}

async function inForce(db: Kysely<Tables>, organizationId: string): Promise<InForce> {
  const rows = await db
    .selectFrom('spend_limits')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('scope', 'desc')
    .orderBy('scope_id')
    .orderBy('kind')
    .orderBy('currency')
    .execute();
  const rolled = await db
    .selectFrom('api_keys')
    .innerJoin('workspaces', 'workspaces.id', 'api_keys.workspace_id')
    .select(['api_keys.id', 'api_keys.replaces'])
    .where('workspaces.organization_id', '=', organizationId)
    .where('api_keys.replaces', 'is not', null)
    .execute();
  return { limits: rows.map(toLimit), rolledFrom: new Map(rolled.map(({ id, replaces }) => [id, replaces!])) };
}

function toLimit({ scope, scope_id, kind, currency, amount, set_at, set_by }: SpendLimitRow): SpendLimit {
  return { scope, scopeId: scope_id, kind: kind as LimitKind, currency, amount, setAt: set_at, setBy: set_by };
}

function concerning(found: InForce, { organizationId, workspaceId, keyId }: Caller): readonly SpendLimit[] {
  if (found.limits.length === 0) return found.limits;
  const scopes = [organizationId, workspaceId, firstKey(found, keyId)];
  return found.limits.filter(({ scopeId }) => scopes.includes(scopeId));
}

/** A rolled key has the limits of the one before it, and what that has added counts for it. */
function firstKey({ rolledFrom }: InForce, id: string): string {
  let first = id;
  for (let before = rolledFrom.get(first); before !== undefined; before = rolledFrom.get(first)) first = before;
  return first;
}

async function amountIn(
  tx: Kysely<Tables>,
  { scope_id, kind, currency }: Pick<SpendLimitRow, 'scope_id' | 'kind' | 'currency'>,
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('spend_limits')
    .select('amount')
    .where('scope_id', '=', scope_id)
    .where('kind', '=', kind)
    .where('currency', '=', currency)
    .executeTakeFirst();
  return row?.amount;
}
