import type { Ambient } from '../ambient.ts';
import type { Audit } from '../audit/audit.ts';
import { LoadingCache } from '../memory/loading-cache.ts';
import type { Store } from '../store/store.ts';
import type { ActionClass } from './action-class.ts';

/** From the freest to the strictest. `confirm`: the caller previews, then applies. `approve`: a person agrees first. */
export const RULES = ['auto', 'confirm', 'approve', 'deny'] as const;
export type Rule = (typeof RULES)[number];

export interface Policy {
  /** Counts the changes of the workspace's and the key's rules. */
  version: number;
  rules: Readonly<Partial<Record<ActionClass, Rule>>>;
  /** Not the person behind the key. */
  fourEyes: boolean;
  /** Classes that take two approvals. */
  two: readonly ActionClass[];
}

/** What an owner sets; what is left out keeps its default. */
export interface PolicyChange {
  rules?: Partial<Record<ActionClass, Rule>>;
  four_eyes?: boolean;
  two?: readonly ActionClass[];
}

const LIVE: Policy = {
  version: 0,
  rules: { raise: 'approve', activate: 'approve', delete: 'approve' },
  fourEyes: true,
  two: [],
};
const SANDBOX: Policy = { version: 0, rules: {}, fourEyes: true, two: [] };

interface Stored {
  version: number;
  change: PolicyChange;
}

const ENTRIES_MAX = 10_000;
const LIFE_MS = 500;

/** What may be changed at once, by workspace; a key's own rules only tighten it. */
export class Policies {
  readonly #store: Store;
  readonly #audit: Audit;
  readonly #ambient: Ambient;
  readonly #recent: LoadingCache<Stored | undefined>;

  constructor(store: Store, audit: Audit, ambient: Ambient) {
    this.#store = store;
    this.#audit = audit;
    this.#ambient = ambient;
    this.#recent = new LoadingCache({
      ambient,
      lifeMs: LIFE_MS,
      entriesMax: ENTRIES_MAX,
      version: () => store.version(),
    });
  }

  async of(workspaceId: string, requester: string, mode: 'sandbox' | 'live'): Promise<Policy> {
    const [own, key] = await Promise.all([this.stored(workspaceId), this.stored(requester)]);
    const base = mode === 'live' ? LIVE : SANDBOX;
    if (!own && !key) return base;
    const rules = { ...base.rules, ...own?.change.rules };
    for (const [name, rule] of Object.entries(key?.change.rules ?? {}) as [ActionClass, Rule][])
      rules[name] = stricter(rules[name] ?? 'auto', rule);
    return {
      version: (own?.version ?? 0) + (key?.version ?? 0),
      rules,
      fourEyes: (own?.change.four_eyes ?? base.fourEyes) || key?.change.four_eyes === true,
      two: [...new Set([...(own?.change.two ?? base.two), ...(key?.change.two ?? [])])],
    };
  }

  /** What was set for a workspace or a key; undefined: nothing. */
  stored(scopeId: string): Promise<Stored | undefined> {
    return this.#recent.get(scopeId, async () => {
      const row = await this.#store.db
        .selectFrom('policies')
        .selectAll()
        .where('scope_id', '=', scopeId)
        .executeTakeFirst();
      return row && { version: row.version, change: JSON.parse(row.rules) as PolicyChange };
    });
  }

  async set(input: {
    organizationId: string;
    workspaceId: string;
    /** Left out: for the whole workspace. */
    keyId?: string | undefined;
    change: PolicyChange;
    actor: string;
  }): Promise<void> {
    const { organizationId, workspaceId, keyId, change, actor } = input;
    const scopeId = keyId ?? workspaceId;
    await this.#store.transaction(async (tx) => {
      const held = await tx.selectFrom('policies').selectAll().where('scope_id', '=', scopeId).executeTakeFirst();
      const before = held ? (JSON.parse(held.rules) as PolicyChange) : {};
      const after: PolicyChange = { ...before, ...change, rules: { ...before.rules, ...change.rules } };
      const row = {
        version: (held?.version ?? 0) + 1,
        rules: JSON.stringify(after),
        updated_at: this.#ambient.now(),
        updated_by: actor,
      };
      await tx
        .insertInto('policies')
        .values({ scope_id: scopeId, ...row })
        .onConflict((conflict) => conflict.column('scope_id').doUpdateSet(row))
        .execute();
      this.#audit.append({
        organizationId,
        workspaceId,
        actor,
        action: 'policy.set',
        phase: 'event',
        detail: { ...(keyId !== undefined && { key: keyId }), from: before, to: after },
      });
    });
    this.#recent.clear();
  }
}

function stricter(one: Rule, other: Rule): Rule {
  return RULES.indexOf(one) > RULES.indexOf(other) ? one : other;
}
