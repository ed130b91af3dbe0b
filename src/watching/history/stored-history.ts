import { type Ambient, DAY_MS, HOUR_MS } from '../../ambient.ts';
import { Turns } from '../../event-loop/turns.ts';
import type { DailyAccountRow, DailyCampaignRow, DailyFiguresRow } from '../../store/history-tables.ts';
import type { Store } from '../../store/store.ts';
import { plusDays } from '../../tools/days.ts';
import type { CampaignDays, DailyHistory, HistoryAccount, HistoryQuestion } from './daily-history.ts';
import { DaySeries } from './day-series.ts';
import { accountOf, type HistoryPlace, type KeptReading, keepReading, placeOf } from './kept-reading.ts';

/** Rows of one read: some milliseconds of SQLite's time. */
const ROWS_AT_ONCE = 250;
/** How much later than promised a day may be read before what is known counts as old. */
const OVERDUE_MS = 3 * HOUR_MS;

/** The closed days of all workspaces as rows of the store. */
export class StoredHistory implements DailyHistory {
  readonly #store: Store;
  readonly #ambient: Ambient;

  constructor(store: Store, ambient: Ambient) {
    this.#store = store;
    this.#ambient = ambient;
  }

  async accounts(workspaceId: string): Promise<HistoryAccount[]> {
    return (await this.#accountRows(workspaceId, {})).map(({ shown }) => shown);
  }

  async campaigns(workspaceId: string, question: HistoryQuestion): Promise<CampaignDays[]> {
    const turns = new Turns();
    const found: CampaignDays[] = [];
    for (const { row, shown } of await this.#accountRows(workspaceId, question)) {
      const from = latest(question.from ?? row.first_day, row.first_day);
      const to = earliest(question.to ?? row.complete_until, row.complete_until);
      const series = new DaySeries(from, to, JSON.parse(row.sums));
      await this.#readFigures(row, question, series, turns);
      for await (const some of this.#campaignRows(row, question))
        found.push(
          ...(await turns.map(some, (campaign) => ({
            account: shown,
            campaign: shownCampaign(campaign),
            days: series.of(campaign.campaign),
          }))),
        );
    }
    return found;
  }

  /** Takes in what a platform said. Days that it said something else about before are restated. */
  async keep(place: HistoryPlace, reading: KeptReading): Promise<void> {
    await keepReading(this.#store, this.#ambient.now(), place, reading);
  }

  /** An account that could not be read: what is known stays, and there is no verdict until it can be read. */
  async failed(place: HistoryPlace, accounts: readonly string[] | 'all', problem: string): Promise<void> {
    await this.#store.transaction(async (tx) => {
      let rows = tx.updateTable('daily_accounts').set({ problem }).where(placeOf(place));
      if (accounts !== 'all') rows = rows.where('account', 'in', accounts);
      await rows.execute();
    });
  }

  /** One connection's accounts as they are kept. */
  async kept(place: HistoryPlace): Promise<DailyAccountRow[]> {
    return this.#store.db.selectFrom('daily_accounts').selectAll().where(placeOf(place)).orderBy('account').execute();
  }

  /** Ids of the campaigns that were switched on when they were last looked at, or of those among `ids` that are known. */
  async knownCampaigns(place: HistoryPlace, account: string, which: 'live' | 'all'): Promise<string[]> {
    let rows = this.#store.db.selectFrom('daily_campaigns').select('campaign').where(accountOf(place, account));
    if (which === 'live') rows = rows.where('is_live', '=', 1);
    return (await rows.execute()).map(({ campaign }) => campaign);
  }

  /** Removes days that have been kept long enough, and accounts and campaigns that have not been read for as long. */
  async removeOld(keptDays: number): Promise<void> {
    const oldestRead = this.#ambient.now() - keptDays * DAY_MS;
    for await (const accounts of this.#allAccounts())
      for (const row of accounts) {
        const firstDay = plusDays(row.complete_until, 1 - keptDays);
        if (row.read_at < oldestRead) await this.forget(row);
        else if (row.first_day < firstDay) await this.#forgetBefore(row, firstDay, oldestRead);
      }
  }

  async *#allAccounts(): AsyncGenerator<DailyAccountRow[]> {
    let last: string | undefined = '';
    while (last !== undefined) {
      const after: string = last;
      const some: { workspace_id: string }[] = await this.#store.db
        .selectFrom('daily_accounts')
        .select('workspace_id')
        .distinct()
        .where('workspace_id', '>', after)
        .orderBy('workspace_id')
        .limit(ROWS_AT_ONCE)
        .execute();
      const ids = some.map(({ workspace_id }) => workspace_id);
      yield await this.#store.db.selectFrom('daily_accounts').selectAll().where('workspace_id', 'in', ids).execute();
      last = ids.length === ROWS_AT_ONCE ? ids.at(-1) : undefined;
    }
  }

  /** Everything that is kept of an account. */
  async forget(row: DailyAccountRow): Promise<void> {
    await this.#forgetMonths(row, '9999-12');
    await this.#store.transaction(async (tx) => {
      for (const table of ['daily_campaigns', 'daily_accounts'] as const)
        await tx.deleteFrom(table).where(ofRow(row)).execute();
    });
  }

  async #forgetBefore(row: DailyAccountRow, firstDay: string, oldestRead: number): Promise<void> {
    // First, so that days that are half removed do not count as known.
    await this.#store.transaction(async (tx) => {
      await tx.updateTable('daily_accounts').set({ first_day: firstDay }).where(ofRow(row)).execute();
      await tx
        .deleteFrom('daily_campaigns')
        .where(ofRow(row))
        .where('is_live', '=', 0)
        .where('read_at', '<', oldestRead)
        .execute();
    });
    await this.#forgetMonths(row, firstDay.slice(0, 7));
  }

  /** A month at a time: other writers wait meanwhile. */
  async #forgetMonths(row: DailyAccountRow, before: string): Promise<void> {
    for (
      let month = row.first_day.slice(0, 7);
      month < before && month <= row.complete_until.slice(0, 7);
      month = monthAfter(month)
    )
      await this.#store.transaction(async (tx) => {
        await tx.deleteFrom('daily_figures').where(ofRow(row)).where('month', '=', month).execute();
      });
  }

  async #accountRows(workspaceId: string, { channel, account }: HistoryQuestion) {
    const { db } = this.#store;
    let query = db.selectFrom('daily_accounts').selectAll().where('workspace_id', '=', workspaceId);
    if (channel !== undefined) query = query.where('channel', '=', channel);
    if (account !== undefined) query = query.where('account', '=', account);
    const [rows, connections] = await Promise.all([
      query.orderBy('channel').orderBy('mode').orderBy('account').execute(),
      db.selectFrom('connections').select(['channel', 'mode']).where('workspace_id', '=', workspaceId).execute(),
    ]);
    const connected = new Set(connections.map((one) => `${one.channel} ${one.mode}`));
    const now = this.#ambient.now();
    return rows.map((row) => ({
      row,
      shown: shownAccount(row, notFreshOf(row, connected.has(`${row.channel} ${row.mode}`), now)),
    }));
  }

  async #readFigures(row: DailyAccountRow, { campaigns }: HistoryQuestion, series: DaySeries, turns: Turns) {
    const { firstMonth, lastMonth } = series;
    let last: { month: string; campaign: string } | undefined = { month: firstMonth, campaign: '' };
    while (last) {
      const after: { month: string; campaign: string } = last;
      let query = this.#store.db
        .selectFrom('daily_figures')
        .select(['month', 'campaign', 'figures', 'first_figures'])
        .where(ofRow(row))
        .where('month', '>=', after.month)
        .where('month', '<=', lastMonth)
        .where((where) => where.or([where('month', '>', after.month), where('campaign', '>', after.campaign)]))
        .orderBy('month')
        .orderBy('campaign')
        .limit(ROWS_AT_ONCE);
      if (campaigns) query = query.where('campaign', 'in', campaigns);
      const some: Pick<DailyFiguresRow, 'month' | 'campaign' | 'figures' | 'first_figures'>[] = await query.execute();
      await turns.pause();
      await turns.map(some, (month) => series.take(month));
      last = some.length === ROWS_AT_ONCE ? some.at(-1) : undefined;
    }
  }

  async *#campaignRows(row: DailyAccountRow, { campaigns }: HistoryQuestion): AsyncGenerator<DailyCampaignRow[]> {
    let last: string | undefined = '';
    while (last !== undefined) {
      const after: string = last;
      let query = this.#store.db
        .selectFrom('daily_campaigns')
        .selectAll()
        .where(ofRow(row))
        .where('campaign', '>', after)
        .orderBy('campaign')
        .limit(ROWS_AT_ONCE);
      if (campaigns) query = query.where('campaign', 'in', campaigns);
      const some: DailyCampaignRow[] = await query.execute();
      yield some;
      last = some.length === ROWS_AT_ONCE ? some.at(-1)?.campaign : undefined;
    }
  }
}

function shownAccount(row: DailyAccountRow, notFresh: string | undefined): HistoryAccount {
  return {
    channel: row.channel,
    mode: row.mode,
    account: row.account,
    name: row.name,
    currency: { code: row.currency, digits: row.digits },
    timeZone: row.time_zone,
    firstDay: row.first_day,
    completeUntil: row.complete_until,
    readDailySince: row.daily_since,
    readAt: row.read_at,
    notFresh,
  };
}

function shownCampaign(row: DailyCampaignRow): CampaignDays['campaign'] {
  return {
    id: row.campaign,
    name: row.name,
    status: row.status,
    isLive: row.is_live === 1,
    liveSince: row.live_since ?? undefined,
    budget: row.budget === null ? undefined : JSON.parse(row.budget),
  };
}

function notFreshOf(
  { channel, problem, complete_until, due_at }: DailyAccountRow,
  isConnected: boolean,
  now: number,
): string | undefined {
  const known = `Days are known until ${complete_until}.`;
  if (!isConnected) return `The ${channel} channel is no longer connected. ${known}`;
  if (problem !== null) return `The last reading failed: ${problem} ${known}`;
  if (now <= due_at + OVERDUE_MS) return undefined;
  return `${plusDays(complete_until, 1)} is over and has not been read yet. ${known}`;
}

function ofRow({ workspace_id, channel, mode, account }: DailyAccountRow) {
  return accountOf({ workspaceId: workspace_id, channel, mode }, account);
}

function monthAfter(month: string): string {
  return plusDays(`${month}-01`, 31).slice(0, 7);
}

function latest(one: string, other: string): string {
  return one > other ? one : other;
}

function earliest(one: string, other: string): string {
  return one < other ? one : other;
}
