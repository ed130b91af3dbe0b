import type { Kysely, Transaction } from 'kysely';
import { type Ambient, DAY_MS, MINUTE_MS, newId } from '../ambient.ts';
import type { Outcome } from '../errors.ts';
import { largest } from '../exposure/amounts.ts';
import { compare } from '../exposure/comparison.ts';
import { eachMeasure, type Figures, MEASURES, NO_MONEY } from '../exposure/figures.ts';
import { applied } from '../exposure/holding-changes.ts';
import { reckon } from '../exposure/reckoning.ts';
import type { SpendHoldRow, SpendShareRow } from '../store/spend-rows.ts';
import type { Tables } from '../store/tables.ts';
import type { Holdings } from '../tools/exposure.ts';
import { figureTexts, type HoldEffect, readEffect, readFigures, withOwnIds, writeEffect } from './hold-effect.ts';

export interface Hold extends Omit<SpendHoldRow, 'effect'> {
  effect: HoldEffect;
}

/** An account of a platform; two workspaces may reach the same. */
export type AccountName = Pick<SpendHoldRow, 'organization_id' | 'mode' | 'channel' | 'account'>;

/** A change whose outcome is unknown may still be under way for so long. */
const LANDS_WITHIN_MS = MINUTE_MS;
/** A change that is not settled after so long was left by a process that ended. Longer than any call may take. */
const UNDER_WAY_MAX_MS = 65 * MINUTE_MS;

/** How long changes are kept to tell how much a budget has grown. */
const GROWTH_MS = DAY_MS;

/** What changes under way would add, and what the changes of each key have added. All of it in the transaction it is given. */
export class Holds {
  readonly #ambient: Ambient;

  constructor(ambient: Ambient) {
    this.#ambient = ambient;
  }

  async add(tx: Transaction<Tables>, hold: Omit<Hold, 'id' | 'state' | 'created_at' | 'settled_at' | 'settled_seq'>) {
    const id = newId(this.#ambient, 'hold');
    const { effect, ...row } = hold;
    const times = { created_at: this.#ambient.now(), settled_at: null, settled_seq: null };
    await tx
      .insertInto('spend_holds')
      .values({ ...row, id, state: 'open', effect: writeEffect(withOwnIds(effect, id)), ...times })
      .execute();
    return id;
  }

  /** A change that was not made is forgotten; one whose outcome is unknown stays until a snapshot shows it. */
  async settle(tx: Transaction<Tables>, id: string, outcome: Outcome): Promise<void> {
    const row = await tx.selectFrom('spend_holds').selectAll().where('id', '=', id).executeTakeFirst();
    if (row?.state !== 'open') return;
    if (outcome === 'not_applied') return remove(tx, id);
    const settled = { settled_at: this.#ambient.now(), settled_seq: (await newestSeq(tx)) + 1 };
    await tx
      .updateTable('spend_holds')
      .set({ state: outcome, ...settled })
      .where('id', '=', id)
      .execute();
    if (outcome === 'applied') await addShares(tx, toHold(row));
    await this.#forgetOld(tx, row.organization_id);
  }

  /** By reading: what a snapshot that was begun later shows was made, and the rest was not. */
  async reconcile(
    tx: Transaction<Tables>,
    name: AccountName,
    snapshot: { seq: number; takenAt: number; asOf: number; holdings: Holdings },
  ): Promise<void> {
    const { seq, takenAt, asOf, holdings } = snapshot;
    for (const hold of await ofAccount(tx, name, ['open', 'unknown'])) {
      const isOver =
        hold.state === 'open'
          ? hold.created_at <= takenAt - UNDER_WAY_MAX_MS
          : hold.settled_seq! <= seq && hold.settled_at! <= takenAt - LANDS_WITHIN_MS;
      if (!isOver) continue;
      if (!isShown(hold.effect, holdings, asOf)) {
        await remove(tx, hold.id);
        continue;
      }
      const settled_at = hold.settled_at ?? takenAt;
      await tx
        .updateTable('spend_holds')
        .set({ state: 'applied', settled_at, settled_seq: hold.settled_seq ?? seq })
        .where('id', '=', hold.id)
        .execute();
      await addShares(tx, hold);
    }
  }

  async #forgetOld(tx: Transaction<Tables>, organizationId: string): Promise<void> {
    await tx
      .deleteFrom('spend_holds')
      .where('organization_id', '=', organizationId)
      .where('state', '=', 'applied')
      .where('settled_at', '<', this.#ambient.now() - GROWTH_MS)
      .execute();
  }
}

/** The last hold that was settled. Snapshots count too: theirs may have been forgotten since. */
export async function newestSeq(db: Kysely<Tables>): Promise<number> {
  const [hold, snapshot] = await Promise.all([
    db
      .selectFrom('spend_holds')
      .select('settled_seq as seq')
      .where('settled_seq', 'is not', null)
      .orderBy('settled_seq', 'desc')
      .limit(1)
      .executeTakeFirst(),
    db.selectFrom('spend_snapshots').select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst(),
  ]);
  return Math.max(hold?.seq ?? 0, snapshot?.seq ?? 0);
}

/** Changes under way, and those whose outcome is unknown. */
export async function pendingHolds(tx: Kysely<Tables>, organizationId: string, mode: Hold['mode']): Promise<Hold[]> {
  const rows = await tx
    .selectFrom('spend_holds')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('mode', '=', mode)
    .where('state', 'in', ['open', 'unknown'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(toHold);
}

/** Changes that were made after the oldest snapshot that is looked at, in the order they were made. */
export async function appliedHolds(
  tx: Kysely<Tables>,
  organizationId: string,
  mode: Hold['mode'],
  afterSeq: number,
): Promise<Hold[]> {
  const rows = await tx
    .selectFrom('spend_holds')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('mode', '=', mode)
    .where('state', '=', 'applied')
    .where('settled_seq', '>', afterSeq)
    .orderBy('settled_seq')
    .execute();
  return rows.map(toHold);
}

/** All changes of an account in the last 24 hours, the oldest first. */
export async function recentHolds(tx: Kysely<Tables>, name: AccountName, now: number): Promise<Hold[]> {
  const holds = await ofAccount(tx, name, ['open', 'unknown', 'applied']);
  const order = ({ settled_seq }: Hold) => settled_seq ?? Number.MAX_SAFE_INTEGER;
  return holds
    .filter(({ created_at }) => created_at > now - GROWTH_MS)
    .sort((a, b) => a.created_at - b.created_at || order(a) - order(b));
}

/** What the changes of keys have added, budget by budget. */
export async function sharesOf(
  tx: Kysely<Tables>,
  keyIds: readonly string[],
  mode: Hold['mode'],
): Promise<(Omit<SpendShareRow, 'amounts'> & { amounts: Figures })[]> {
  if (keyIds.length === 0) return [];
  const rows = await tx
    .selectFrom('spend_shares')
    .selectAll()
    .where('key_id', 'in', keyIds)
    .where('mode', '=', mode)
    .execute();
  return rows.map((row) => ({ ...row, amounts: readFigures(JSON.parse(row.amounts)) }));
}

async function ofAccount(tx: Kysely<Tables>, name: AccountName, states: Hold['state'][]): Promise<Hold[]> {
  const rows = await tx
    .selectFrom('spend_holds')
    .selectAll()
    .where('organization_id', '=', name.organization_id)
    .where('mode', '=', name.mode)
    .where('state', 'in', states)
    .where('channel', '=', name.channel)
    .where('account', '=', name.account)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(toHold);
}

/** A cut takes away from what the key itself has added, never below nothing. */
async function addShares(tx: Transaction<Tables>, hold: Hold): Promise<void> {
  const { key_id, mode, channel, account, workspace_id, currency } = hold;
  const before = new Map((await sharesOf(tx, [key_id], mode)).map((share) => [shareName(share), share.amounts]));
  for (const [line, delta] of hold.effect.deltas) {
    const share = { key_id, mode, channel, account, line };
    const old = before.get(shareName(share)) ?? NO_MONEY;
    const next = eachMeasure((measure) => largest(0n, old[measure] + delta[measure]));
    if (MEASURES.every((measure) => next[measure] === old[measure])) continue;
    const amounts = JSON.stringify(figureTexts(next));
    await tx
      .insertInto('spend_shares')
      .values({ ...share, workspace_id, currency, amounts })
      .onConflict((conflict) =>
        conflict.columns(['key_id', 'mode', 'channel', 'account', 'line']).doUpdateSet({ amounts, currency }),
      )
      .execute();
  }
}

function shareName({ channel, account, line }: Pick<SpendShareRow, 'channel' | 'account' | 'line'>): string {
  return JSON.stringify([channel, account, line]);
}

/** Made again, a change that was made would change nothing. */
function isShown({ changes }: HoldEffect, holdings: Holdings, asOf: number): boolean {
  const { deltas, isRaise } = compare(reckon(holdings, asOf), reckon(applied(holdings, changes), asOf));
  return deltas.size === 0 && !isRaise;
}

async function remove(tx: Transaction<Tables>, id: string): Promise<void> {
  await tx.deleteFrom('spend_holds').where('id', '=', id).execute();
}

function toHold(row: SpendHoldRow): Hold {
  return { ...row, effect: readEffect(row.effect) };
}
