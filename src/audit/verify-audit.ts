import type { Store } from '../store/store.ts';
import type { AuditRow } from '../store/tables.ts';
import type { AuditChain } from './audit-chain.ts';
import { type FoundMark, MARK_MISSING, type Mark } from './audit-mark.ts';
import { type AuditStart, provenStart, readStart } from './audit-start.ts';
import { pagesOf } from './log-pages.ts';

export interface AuditVerdict {
  ok: boolean;
  /** How many entries were found in order, with those that were removed. */
  entries: number;
  /** Entries removed for their age: the log is checked from the next one on. */
  removed?: { entries: number; at: number };
  firstBroken?: { seq: number; why: string };
  /** Intents with no outcome: calls that are running, or were cut off by a crash. */
  openIntents: number;
  /** The entry up to which the data folder's mark vouches that nothing was cut off, where one is kept. */
  mark?: { seq: number; at: number };
}

interface Bounds {
  head: { seq: number; seal: string } | undefined;
  newest: number;
}

/** What a walk begins with. */
type Start = Pick<AuditStart, 'seq' | 'seal'> & Partial<AuditStart>;

/** Told of a walk over the log. */
export interface Walked {
  /** Called when a walk begins, with the digest of removed entries. */
  begin?(digest: string | undefined): void;
  /** Called for every entry that was found in order. */
  each?(row: AuditRow): void;
}

interface Means extends Walked {
  store: Store;
  chain: AuditChain;
  /** Read before the log, so that it is never ahead of it. Left out where no mark is kept. */
  mark?: FoundMark | undefined;
}

/**
 * Walks the log in pages; entries appended meanwhile are left for the next time. When old entries were removed
 * meanwhile, it walks again.
 */
export async function verifyAudit(means: Means): Promise<AuditVerdict> {
  for (;;) {
    const start = await provenStart(means.store.db, means.chain);
    if (start === 'forged')
      return {
        ok: false,
        entries: 0,
        openIntents: 0,
        firstBroken: { seq: 1, why: 'missing: not removed by the service' },
      };
    const verdict = await walkFrom(start, means);
    const now = await readStart(means.store.db);
    if (verdict.ok || now?.seq === start?.seq) return verdict;
  }
}

async function walkFrom(found: AuditStart | undefined, means: Means): Promise<AuditVerdict> {
  const { store, chain, mark, each, begin } = means;
  const start: Start = found ?? { seq: 0, seal: chain.start };
  begin?.(start.digest);
  const bounds = await readBounds(store);
  const walk = new Walk(chain, start, mark, each);
  const end = bounds.head?.seq ?? 0;
  for await (const rows of pagesOf(store, start.seq, end)) {
    for (const row of rows) walk.step(row);
    if (walk.broken) break;
  }
  if (walk.entries < end) walk.breakAt(walk.entries + 1, 'missing: rows were cut off the end');
  const firstBroken = walk.broken ?? (await wrongEnd(store, bounds, walk.seal)) ?? wrongMark(mark, walk.entries);
  return {
    ok: firstBroken === undefined,
    entries: walk.entries,
    ...(found && { removed: { entries: found.seq, at: found.at } }),
    ...(firstBroken && { firstBroken }),
    openIntents: walk.openIntents.size,
    ...(typeof mark === 'object' && { mark: { seq: mark.seq, at: mark.at } }),
  };
}

class Walk {
  readonly #chain: AuditChain;
  readonly #mark: Mark | undefined;
  readonly #each: ((row: AuditRow) => void) | undefined;
  readonly openIntents = new Set<string>();
  seal: string;
  entries: number;
  broken: { seq: number; why: string } | undefined;

  constructor(
    chain: AuditChain,
    start: Start,
    mark: FoundMark | undefined,
    each: ((row: AuditRow) => void) | undefined,
  ) {
    this.#chain = chain;
    this.#mark = typeof mark === 'object' ? mark : undefined;
    this.#each = each;
    this.seal = start.seal;
    this.entries = start.seq;
  }

  breakAt(seq: number, why: string): void {
    this.broken ??= { seq, why };
  }

  step(row: AuditRow): void {
    if (this.broken) return;
    const expected = this.entries + 1;
    if (row.seq !== expected) this.breakAt(expected, `missing: the next row is ${row.seq}`);
    else if (this.#chain.hash(this.seal, row) !== row.hash) this.breakAt(expected, 'changed, moved or forged');
    else if (row.seq === this.#mark?.seq && row.hash !== this.#mark.hash)
      this.breakAt(expected, 'not the entry that the mark in the data folder was set for: the log was begun anew');
    else this.#accept(row);
  }

  #accept(row: AuditRow): void {
    this.seal = this.#chain.seal(row.hash);
    this.entries = row.seq;
    this.#each?.(row);
    if (row.phase === 'intent' && row.call_id !== null) this.openIntents.add(row.call_id);
    if (row.phase === 'outcome' && row.call_id !== null) this.openIntents.delete(row.call_id);
  }
}

async function wrongEnd(store: Store, { head, newest }: Bounds, seal: string): Promise<AuditVerdict['firstBroken']> {
  const end = head?.seq ?? 0;
  if (newest > end)
    return { seq: end + 1, why: 'not covered by the head: the head was set back, or the row was added' };
  if (head && head.seal !== seal)
    return { seq: end, why: 'not the row the head was sealed for: rows were cut off the end' };
  if (!head && (await hasKeys(store))) return { seq: 1, why: 'missing: the log is empty although keys were made' };
  return undefined;
}

/** In one statement, so that all values are of one moment, however busy the log is. */
async function readBounds(store: Store): Promise<Bounds> {
  const row = await store.db
    .selectNoFrom((select) => [
      select.selectFrom('audit_head').select('seq').where('id', '=', 1).as('seq'),
      select.selectFrom('audit_head').select('seal').where('id', '=', 1).as('seal'),
      select
        .selectFrom('audit_log')
        .select(({ fn }) => fn.max('seq').as('newest'))
        .as('newest'),
    ])
    .executeTakeFirstOrThrow();
  const head = row.seq === null || row.seal === null ? undefined : { seq: row.seq, seal: row.seal };
  return { head, newest: row.newest ?? 0 };
}

/** Compares the length of the log with the mark, which stands outside of it. */
function wrongMark(mark: FoundMark | undefined, entries: number): AuditVerdict['firstBroken'] {
  if (mark === undefined) return undefined;
  if (mark === 'missing') return { seq: entries, why: `not vouched for: ${MARK_MISSING}` };
  if (mark === 'forged') return { seq: entries, why: 'not vouched for: the mark in the data folder was changed' };
  if (mark.seq <= entries) return undefined;
  return { seq: entries + 1, why: `missing: the mark in the data folder says that there were ${mark.seq} entries` };
}

/** Making a key writes an audit row, so keys without a log mean that the log was removed. */
async function hasKeys(store: Store): Promise<boolean> {
  return (await store.db.selectFrom('api_keys').select('id').limit(1).executeTakeFirst()) !== undefined;
}
