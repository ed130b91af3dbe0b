import { sql, type Transaction } from 'kysely';
import { type Ambient, DAY_MS } from '../ambient.ts';
import type { KeptLead, LeadContents, LeadPlace, LeadPull, LeadQuery } from '../tools/leads/lead-book.ts';
import type { Lead } from '../tools/leads/leads.ts';
import type { LeadRow } from './lead-rows.ts';
import type { Store } from './store.ts';
import type { Tables } from './tables.ts';

/** Rows in one statement, well below the number of values that either store takes. */
const ROWS_AT_ONCE = 200;
/** Longer than any platform hands a lead out. */
const TOMBSTONE_DAYS = 400;

/** How contents are sealed: the vault, seen from below. */
interface Sealing {
  seal(workspaceId: string, context: string, plain: string): Promise<Uint8Array>;
  open(workspaceId: string, context: string, sealed: Uint8Array): Promise<string>;
}

/** The keyed marks by which the leads of one person are found. */
interface Marks {
  email(workspaceId: string, address: string): string | undefined;
  phone(workspaceId: string, number: string): string | undefined;
}

/** A workspace, and whether its connection leads to the sandbox. */
export interface LeadOwner {
  workspaceId: string;
  mode: 'sandbox' | 'live';
}

/** An account, and whether its connection leads to the sandbox. */
export type StoredPlace = LeadPlace & Pick<LeadOwner, 'mode'>;

type LeadKey = LeadOwner & { channel: string; leadId: string };

/** The leads of all workspaces as rows of the store. */
export class StoredLeads {
  readonly keptDays: number;
  readonly #store: Store;
  readonly #sealing: Sealing;
  readonly #marks: Marks;
  readonly #ambient: Ambient;

  constructor(store: Store, sealing: Sealing, marks: Marks, ambient: Ambient, keptDays: number) {
    this.#store = store;
    this.#sealing = sealing;
    this.#marks = marks;
    this.#ambient = ambient;
    this.keptDays = keptDays;
  }

  async lastPull({ workspaceId, mode }: LeadOwner, { channel, account }: LeadPlace): Promise<LeadPull | undefined> {
    const row = await this.#store.db
      .selectFrom('lead_pulls')
      .select(['read_to', 'pulled_at'])
      .where('workspace_id', '=', workspaceId)
      .where('channel', '=', channel)
      .where('mode', '=', mode)
      .where('account', '=', account)
      .executeTakeFirst();
    return row && { readTo: row.read_to ?? undefined, at: row.pulled_at };
  }

  async keep(owner: LeadOwner, place: LeadPlace, leads: readonly Lead[], pull?: LeadPull): Promise<void> {
    const oldest = this.#ambient.now() - this.keptDays * DAY_MS;
    const young = leads.filter(({ submitted_at }) => submitted_at >= oldest);
    const rows = await Promise.all(young.map((lead) => this.#rowOf(owner, place, lead)));
    const marks = young.flatMap((lead) => this.#marksOf(owner, place, lead));
    await this.#store.transaction(async (tx) => {
      const erased = await erasedAmong(tx, owner, place.channel, young);
      const isNew = ({ lead_id }: { lead_id: string }) => !erased.has(lead_id);
      await insertNew(tx, 'leads', rows.filter(isNew));
      await insertNew(tx, 'lead_accounts', rows.filter(isNew).map(listedUnder));
      await insertNew(tx, 'lead_marks', marks.filter(isNew));
      if (pull) await notePull(tx, owner, place, pull);
    });
  }

  async page(workspaceId: string, places: readonly StoredPlace[], query: LeadQuery) {
    if (places.length === 0) return { items: [] };
    const { since, form, campaign, limit, after } = query;
    let rows = this.#store.db
      .selectFrom('lead_accounts as listed')
      .innerJoin('leads', (join) => KEY.reduce((on, name) => on.onRef(`listed.${name}`, '=', `leads.${name}`), join))
      .selectAll('leads')
      .select(['listed.account as listed_account', 'listed.submitted_at as listed_at'])
      .where('listed.workspace_id', '=', workspaceId)
      .where((where) =>
        where.or(
          places.map(({ channel, mode, account }) =>
            where.and([
              where('listed.channel', '=', channel),
              where('listed.mode', '=', mode),
              where('listed.account', '=', account),
            ]),
          ),
        ),
      )
      .orderBy('listed.submitted_at', 'desc')
      .orderBy('listed.lead_id', 'desc')
      .limit(limit + 1);
    for (const shared of sharing(places))
      rows = rows.where((where) => where.not(where.exists(listedBefore(this.#store.db, shared))));
    if (since !== undefined) rows = rows.where('listed.submitted_at', '>=', since);
    if (form !== undefined) rows = rows.where('leads.form_id', '=', form);
    if (campaign !== undefined) rows = rows.where('leads.campaign_id', '=', campaign);
    const end = after === undefined ? undefined : positionOf(after);
    if (end)
      rows = rows.where((where) =>
        where.or([
          where('listed.submitted_at', '<', end.at),
          where.and([where('listed.submitted_at', '=', end.at), where('listed.lead_id', '<', end.leadId)]),
        ]),
      );
    const found = await rows.execute();
    const last = found.slice(0, limit).at(-1);
    return {
      items: found.slice(0, limit).map((row) => keptLead({ ...row, account: row.listed_account })),
      ...(found.length > limit && last && { next: `${last.listed_at} ${last.lead_id}` }),
    };
  }

  async find(key: LeadKey): Promise<KeptLead | undefined> {
    const row = await this.#store.db
      .selectFrom('leads')
      .selectAll()
      .where('workspace_id', '=', key.workspaceId)
      .where('channel', '=', key.channel)
      .where('mode', '=', key.mode)
      .where('lead_id', '=', key.leadId)
      .executeTakeFirst();
    return row && keptLead(row);
  }

  /** Of leads of one channel, by their ids. */
  async contents(owner: LeadOwner, channel: string, leadIds: readonly string[]): Promise<Map<string, LeadContents>> {
    const { workspaceId, mode } = owner;
    const found = new Map<string, LeadContents>();
    for (const ids of batches(leadIds)) {
      const rows = await this.#store.db
        .selectFrom('leads')
        .select(['lead_id', 'contents'])
        .where('workspace_id', '=', workspaceId)
        .where('channel', '=', channel)
        .where('mode', '=', mode)
        .where('lead_id', 'in', ids)
        .execute();
      for (const { lead_id, contents } of rows) {
        const place = contextOf({ workspaceId, mode, channel, leadId: lead_id });
        found.set(lead_id, JSON.parse(await this.#sealing.open(workspaceId, place, contents)));
      }
    }
    return found;
  }

  /**
   * Erases the leads in which a person gave this address, and returns their ids, for telling where the platforms still have them.
   * `record` is told the mark, within the same transaction.
   */
  async erasePerson(
    workspaceId: string,
    address: string,
    record: (mark: string, leads: number) => void,
  ): Promise<ErasedLead[]> {
    const mark = this.#marks.email(workspaceId, address);
    if (mark === undefined) return [];
    return this.#store.transaction(async (tx) => {
      const found = await tx
        .selectFrom('lead_marks')
        .select(['channel', 'mode', 'lead_id'])
        .where('workspace_id', '=', workspaceId)
        .where('mark', '=', mark)
        .execute();
      const keys = found.map(({ channel, mode, lead_id }) => ({ workspaceId, channel, mode, leadId: lead_id }));
      for (const key of keys) await eraseOne(tx, key, this.#ambient.now());
      record(mark, keys.length);
      return keys;
    });
  }

  /** Leads that their platform orders to erase. */
  async erase(owner: LeadOwner, channel: string, leadIds: readonly string[]): Promise<void> {
    if (leadIds.length === 0) return;
    await this.#store.transaction(async (tx) => {
      for (const leadId of leadIds) await eraseOne(tx, { ...owner, channel, leadId }, this.#ambient.now());
    });
  }

  /** Removes what has been kept long enough, some at a time; of erased leads, what another process kept at the same moment. */
  async removeOld(): Promise<void> {
    const now = this.#ambient.now();
    const oldest = now - this.keptDays * DAY_MS;
    const { db } = this.#store;
    const some = () => db.selectFrom('leads').select(KEY).limit(ROWS_AT_ONCE);
    for (const age of ['kept_at', 'submitted_at'] as const) while (await this.#remove(some().where(age, '<', oldest)));
    await this.#remove(
      db
        .selectFrom('erased_leads')
        .innerJoin('leads', (join) =>
          KEY.reduce((on, name) => on.onRef(`erased_leads.${name}`, '=', `leads.${name}`), join),
        )
        .select(KEY.map((name) => `leads.${name}` as const)),
    );
    await this.#store.transaction(async (tx) => {
      await tx
        .deleteFrom('erased_leads')
        .where('erased_at', '<', now - TOMBSTONE_DAYS * DAY_MS)
        .execute();
    });
  }

  /** Whether there were any. */
  async #remove(found: { execute(): Promise<LeadKeyRow[]> }): Promise<boolean> {
    const rows = await found.execute();
    if (rows.length === 0) return false;
    await this.#store.transaction(async (tx) => {
      for (const { workspace_id: workspaceId, channel, mode, lead_id: leadId } of rows)
        await removeOne(tx, { workspaceId, channel, mode, leadId });
    });
    return true;
  }

  async #rowOf(owner: LeadOwner, { channel, account }: LeadPlace, lead: Lead): Promise<LeadRow> {
    const { answers, consents, click, is_test, ...of } = lead;
    const { workspaceId, mode } = owner;
    const plain: LeadContents = { answers, ...(consents && { consents }) };
    const context = contextOf({ workspaceId, mode, channel, leadId: lead.id });
    const isFilled = ({ values }: { values: readonly string[] }) => values.some((value) => value.trim() !== '');
    return {
      workspace_id: workspaceId,
      channel,
      mode,
      lead_id: lead.id,
      account,
      form_id: of.form_id,
      campaign_id: of.campaign_id ?? null,
      ad_group_id: of.ad_group_id ?? null,
      ad_id: of.ad_id ?? null,
      submitted_at: of.submitted_at,
      kept_at: this.#ambient.now(),
      is_test: is_test ? 1 : 0,
      fields: JSON.stringify(answers.filter(isFilled).map(({ field }) => field)),
      click: click ? JSON.stringify(click) : null,
      contents: await this.#sealing.seal(workspaceId, context, JSON.stringify(plain)),
    };
  }

  /** A lead is indexed by every answer that is an address or a number, under any question. */
  #marksOf({ workspaceId, mode }: LeadOwner, { channel }: LeadPlace, { id, answers }: Lead) {
    const values = answers.flatMap((answer) => answer.values);
    const marks = values.flatMap((value) => [
      this.#marks.email(workspaceId, value) ?? [],
      this.#marks.phone(workspaceId, value) ?? [],
    ]);
    return [...new Set(marks.flat())].map((mark) => ({ workspace_id: workspaceId, mark, channel, mode, lead_id: id }));
  }
}

function listedUnder({ workspace_id, channel, mode, lead_id, account, submitted_at }: LeadRow) {
  return { workspace_id, channel, mode, lead_id, account, submitted_at };
}

type Sharing = Pick<StoredPlace, 'channel' | 'mode'> & { accounts: readonly string[] };

/** Of accounts that are listed together, those that may share leads. */
function sharing(places: readonly StoredPlace[]): Sharing[] {
  const groups = Map.groupBy(places, ({ channel, mode }) => `${channel} ${mode}`);
  return [...groups.values()].flatMap((some) => {
    const { channel, mode } = some[0]!;
    return some.length > 1 ? [{ channel, mode, accounts: some.map(({ account }) => account) }] : [];
  });
}

/** The same lead under an account that comes before, so that a list of several accounts shows it once. */
function listedBefore(db: Store['db'], { channel, mode, accounts }: Sharing) {
  return KEY.reduce(
    (query, name) => query.whereRef(`earlier.${name}`, '=', sql.ref(`listed.${name}`)),
    db
      .selectFrom('lead_accounts as earlier')
      .select('earlier.account')
      .where('earlier.channel', '=', channel)
      .where('earlier.mode', '=', mode)
      .where('earlier.account', 'in', accounts)
      .whereRef('earlier.account', '<', sql.ref('listed.account')),
  );
}

export type ErasedLead = LeadKey;

const KEY = ['workspace_id', 'channel', 'mode', 'lead_id'] as const;
type LeadKeyRow = Pick<LeadRow, (typeof KEY)[number]>;

/** Sealed for its place: contents moved to another lead cannot be opened. */
function contextOf({ channel, mode, leadId }: LeadKey): string {
  return `lead ${channel} ${mode} ${leadId}`;
}

function* batches<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += ROWS_AT_ONCE) yield items.slice(at, at + ROWS_AT_ONCE);
}

async function insertNew<Table extends 'leads' | 'lead_accounts' | 'lead_marks'>(
  tx: Transaction<Tables>,
  table: Table,
  rows: readonly Tables[Table][],
): Promise<void> {
  for (const some of batches(rows))
    await tx
      .insertInto(table)
      // biome-ignore lint/suspicious/noExplicitAny: the rows are of the table, which the library cannot tell of two at once
      .values(some as any)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

async function erasedAmong(
  tx: Transaction<Tables>,
  { workspaceId, mode }: LeadOwner,
  channel: string,
  leads: readonly Lead[],
): Promise<Set<string>> {
  const erased = new Set<string>();
  for (const ids of batches(leads.map(({ id }) => id))) {
    const rows = await tx
      .selectFrom('erased_leads')
      .select('lead_id')
      .where('workspace_id', '=', workspaceId)
      .where('channel', '=', channel)
      .where('mode', '=', mode)
      .where('lead_id', 'in', ids)
      .execute();
    for (const { lead_id } of rows) erased.add(lead_id);
  }
  return erased;
}

async function notePull(
  tx: Transaction<Tables>,
  { workspaceId, mode }: LeadOwner,
  { channel, account }: LeadPlace,
  { readTo = null, at }: Omit<LeadPull, 'readTo'> & { readTo?: number | null | undefined },
): Promise<void> {
  const told = { read_to: readTo, pulled_at: at };
  await tx
    .insertInto('lead_pulls')
    .values({ workspace_id: workspaceId, channel, mode, account, ...told })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'channel', 'mode', 'account']).doUpdateSet(told))
    .execute();
}

async function eraseOne(tx: Transaction<Tables>, key: LeadKey, now: number): Promise<void> {
  const { workspaceId: workspace_id, channel, mode, leadId: lead_id } = key;
  await tx
    .insertInto('erased_leads')
    .values({ workspace_id, channel, mode, lead_id, erased_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await removeOne(tx, key);
}

async function removeOne(tx: Transaction<Tables>, { workspaceId, channel, mode, leadId }: LeadKey): Promise<void> {
  for (const table of ['leads', 'lead_accounts', 'lead_marks'] as const)
    await tx
      .deleteFrom(table)
      .where('workspace_id', '=', workspaceId)
      .where('channel', '=', channel)
      .where('mode', '=', mode)
      .where('lead_id', '=', leadId)
      .execute();
}

function positionOf(after: string): { at: number; leadId: string } {
  const space = after.indexOf(' ');
  return { at: Number(after.slice(0, space)), leadId: after.slice(space + 1) };
}

function keptLead(row: LeadRow): KeptLead {
  return {
    channel: row.channel,
    account: row.account,
    id: row.lead_id,
    form_id: row.form_id,
    submitted_at: row.submitted_at,
    ...(row.campaign_id !== null && { campaign_id: row.campaign_id }),
    ...(row.ad_group_id !== null && { ad_group_id: row.ad_group_id }),
    ...(row.ad_id !== null && { ad_id: row.ad_id }),
    is_test: row.is_test === 1,
    fields: JSON.parse(row.fields),
    ...(row.click !== null && { click: JSON.parse(row.click) }),
  };
}
