import type { ExpressionBuilder, Transaction } from 'kysely';
import type { DailyAccountRow, DailyCampaignRow, DailyFiguresRow, HistoryTables } from '../../store/history-tables.ts';
import type { Store } from '../../store/store.ts';
import type { Tables } from '../../store/tables.ts';
import { plusDays } from '../../tools/days.ts';
import type { Parts } from '../../tools/report/metrics.ts';
import type { Days } from '../../tools/report/period.ts';
import type { Entity, ReportAccount } from '../../tools/report/reporting.ts';
import { type KeptMonth, mergedMonth, type ReadMonth } from './month-figures.ts';

/** A connection, by what its figures are kept under. */
export interface HistoryPlace {
  workspaceId: string;
  channel: string;
  mode: 'sandbox' | 'live';
}

/** A campaign as it is now. */
export interface KeptCampaign extends Pick<Entity, 'name' | 'status' | 'budget'> {
  id: string;
  isLive: boolean;
}

/** A day of a campaign, as the platform tells it. */
export interface KeptDay {
  campaign: string;
  day: string;
  parts: Parts;
}

/** What a platform said about all campaigns of an account in some closed days. */
export interface KeptReading {
  account: Pick<ReportAccount, 'id' | 'name' | 'currency' | 'timeZone'>;
  /** All of them are known now; one without a row was without activity. They adjoin those that are known. */
  days: Days;
  /** The sums that the platform tells. */
  sums: readonly string[];
  rows: readonly KeptDay[];
  /** Those that were looked up; the others stay as they are. */
  campaigns: readonly KeptCampaign[];
  /** Today on the account's calendar, by the platform's clock. */
  today: string;
  /** When the next day will be complete, by the service's clock; left out: as before. */
  dueAt?: number | undefined;
}

/** Campaigns of one transaction: other writers wait for it. */
const CAMPAIGNS_AT_ONCE = 100;

export async function keepReading(store: Store, now: number, place: HistoryPlace, reading: KeptReading): Promise<void> {
  const { rows, campaigns, account } = reading;
  const byCampaign = Map.groupBy(rows, ({ campaign }) => campaign);
  const before = await accountRow(store.db, place, account.id);
  requireAdjoining(before, reading.days);
  const known = await keptCampaignIds(store, place, account.id);
  // Those without a row may have had figures that were taken back.
  const ids = [...new Set([...byCampaign.keys(), ...campaigns.map(({ id }) => id), ...known])];
  const given = new Map(campaigns.map((one) => [one.id, one]));
  for (let at = 0; at < ids.length; at += CAMPAIGNS_AT_ONCE) {
    const some = ids.slice(at, at + CAMPAIGNS_AT_ONCE);
    await store.transaction(async (tx) => {
      await keepMonths(tx, place, reading, before, some, byCampaign);
      await keepCampaigns(tx, now, place, reading, some, given, byCampaign);
    });
  }
  // The days are known when all of their figures are there.
  await store.transaction((tx) => keepAccount(tx, now, place, reading));
}

type Where = ExpressionBuilder<Tables, keyof HistoryTables>;

/** The rows of a connection. */
export function placeOf({ workspaceId, channel, mode }: HistoryPlace) {
  return (where: Where) => where.and({ workspace_id: workspaceId, channel, mode });
}

/** The rows of an account. */
export function accountOf(place: HistoryPlace, account: string) {
  return (where: Where) => where.and([placeOf(place)(where), where('account', '=', account)]);
}

function accountRow(db: Store['db'], place: HistoryPlace, account: string): Promise<DailyAccountRow | undefined> {
  return db.selectFrom('daily_accounts').selectAll().where(accountOf(place, account)).executeTakeFirst();
}

async function keptCampaignIds({ db }: Store, place: HistoryPlace, account: string): Promise<string[]> {
  const rows = await db.selectFrom('daily_campaigns').select('campaign').where(accountOf(place, account)).execute();
  return rows.map(({ campaign }) => campaign);
}

/** Days in between would count as known without having been asked for. */
function requireAdjoining(before: DailyAccountRow | undefined, { start_date, end_date }: Days): void {
  if (start_date > end_date) throw new TypeError(`no days: ${start_date} to ${end_date}`);
  if (!before) return;
  const { first_day, complete_until } = before;
  if (start_date > plusDays(complete_until, 1) || end_date < plusDays(first_day, -1))
    throw new TypeError(`${start_date} to ${end_date} does not adjoin ${first_day} to ${complete_until}`);
}

async function keepMonths(
  tx: Transaction<Tables>,
  place: HistoryPlace,
  { account, days, sums }: KeptReading,
  before: DailyAccountRow | undefined,
  ids: readonly string[],
  told: ReadonlyMap<string, readonly KeptDay[]>,
): Promise<void> {
  const months = Map.groupBy(eachDay(days), (day) => day.slice(0, 7));
  const rows = await tx
    .selectFrom('daily_figures')
    .selectAll()
    .where(accountOf(place, account.id))
    .where('month', 'in', [...months.keys()])
    .where('campaign', 'in', ids)
    .execute();
  const kept = new Map(rows.map((row) => [`${row.month} ${row.campaign}`, keptMonth(row)]));
  const changed: DailyFiguresRow[] = [];
  for (const campaign of ids) {
    const toldDays = Map.groupBy(told.get(campaign) ?? [], ({ day }) => day.slice(0, 7));
    for (const [month, asked] of months) {
      const read: ReadMonth = {
        sums,
        asked: asked.map(dayOfMonth),
        told: new Map(toldDays.get(month)?.map(({ day, parts }) => [dayOfMonth(day), parts])),
        wasKnown: (day) => isWithin(`${month}-${String(day).padStart(2, '0')}`, before),
      };
      const merged = mergedMonth(kept.get(`${month} ${campaign}`), read);
      if (merged) changed.push(monthRow(place, account.id, month, campaign, merged));
    }
  }
  for (const row of changed)
    await tx
      .insertInto('daily_figures')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .columns(['workspace_id', 'channel', 'mode', 'account', 'month', 'campaign'])
          .doUpdateSet({ figures: row.figures, first_figures: row.first_figures }),
      )
      .execute();
}

function isWithin(day: string, known: DailyAccountRow | undefined): boolean {
  return known !== undefined && day >= known.first_day && day <= known.complete_until;
}

function eachDay({ start_date, end_date }: Days): string[] {
  const days: string[] = [];
  for (let day = start_date; day <= end_date; day = plusDays(day, 1)) days.push(day);
  return days;
}

function dayOfMonth(day: string): number {
  return Number(day.slice(8, 10));
}

function keptMonth({ figures, first_figures }: DailyFiguresRow): KeptMonth {
  return { figures: JSON.parse(figures), first: first_figures === null ? undefined : JSON.parse(first_figures) };
}

function monthRow(
  { workspaceId: workspace_id, channel, mode }: HistoryPlace,
  account: string,
  month: string,
  campaign: string,
  { figures, first }: KeptMonth,
): DailyFiguresRow {
  const first_figures = first ? JSON.stringify(first) : null;
  return { workspace_id, channel, mode, account, month, campaign, figures: JSON.stringify(figures), first_figures };
}

async function keepCampaigns(
  tx: Transaction<Tables>,
  now: number,
  place: HistoryPlace,
  reading: KeptReading,
  ids: readonly string[],
  given: ReadonlyMap<string, KeptCampaign>,
  told: ReadonlyMap<string, readonly KeptDay[]>,
): Promise<void> {
  const { account } = reading;
  const rows = await tx
    .selectFrom('daily_campaigns')
    .selectAll()
    .where(accountOf(place, account.id))
    .where('campaign', 'in', ids)
    .execute();
  const known = new Map(rows.map((row) => [row.campaign, row]));
  for (const id of ids) {
    const before = known.get(id);
    const campaign = given.get(id) ?? (before ? undefined : { id, name: id, status: 'UNKNOWN', isLive: false });
    if (!campaign) continue;
    const state = {
      name: campaign.name || before?.name || id,
      status: campaign.status,
      is_live: campaign.isLive ? 1 : 0,
      live_since: campaign.isLive ? liveSince(before, told.get(id) ?? [], reading) : null,
      budget: campaign.budget ? JSON.stringify(campaign.budget) : null,
      read_at: now,
    };
    const { workspaceId: workspace_id, channel, mode } = place;
    await tx
      .insertInto('daily_campaigns')
      .values({ workspace_id, channel, mode, account: account.id, campaign: id, ...state })
      .onConflict((conflict) =>
        conflict.columns(['workspace_id', 'channel', 'mode', 'account', 'campaign']).doUpdateSet(state),
      )
      .execute();
  }
}

/**
 * Platforms do not tell when a campaign was switched on. One that delivered on the newest day was on by then; of others it is
 * certain from today on.
 */
function liveSince(
  before: DailyCampaignRow | undefined,
  told: readonly KeptDay[],
  { days, today }: KeptReading,
): string {
  if (before?.is_live && before.live_since !== null) return before.live_since;
  const delivered = told.filter(({ parts }) => typeof parts.impressions === 'bigint' && parts.impressions > 0n);
  if (!delivered.some(({ day }) => day === days.end_date)) return today;
  // One that was seen switched off has been on since then only.
  if (before) return days.end_date;
  return delivered.map(({ day }) => day).sort()[0]!;
}

async function keepAccount(
  tx: Transaction<Tables>,
  now: number,
  place: HistoryPlace,
  { account, days, sums, dueAt }: KeptReading,
): Promise<void> {
  const before = await accountRow(tx, place, account.id);
  const isNewest = dueAt !== undefined || !before;
  const known = {
    name: account.name || account.id,
    currency: account.currency.code,
    digits: account.currency.digits,
    time_zone: account.timeZone,
    sums: JSON.stringify(sums),
    first_day: before && before.first_day < days.start_date ? before.first_day : days.start_date,
    complete_until: before && before.complete_until > days.end_date ? before.complete_until : days.end_date,
  };
  const state = { daily_since: dailySince(before, days), due_at: dueAt ?? now, read_at: now, problem: null };
  const { workspaceId: workspace_id, channel, mode } = place;
  if (before)
    await tx
      .updateTable('daily_accounts')
      .set({ ...known, ...(isNewest && state) })
      .where(accountOf(place, account.id))
      .execute();
  else
    await tx
      .insertInto('daily_accounts')
      .values({ workspace_id, channel, mode, account: account.id, ...known, ...state })
      .execute();
}

/** Days that were read together are of different ages when they are first heard of. */
function dailySince(before: DailyAccountRow | undefined, { end_date }: Days): string {
  return before && end_date <= plusDays(before.complete_until, 1) ? before.daily_since : plusDays(end_date, 1);
}
