import type { Kysely } from 'kysely';

/** What each platform said of each closed day, campaign by campaign. */
export async function dailyHistory({ schema }: Kysely<unknown>): Promise<void> {
  const ofAccount = (table: string) =>
    schema
      .createTable(table)
      .addColumn('workspace_id', 'text', (column) => column.notNull().references('workspaces.id'))
      .addColumn('channel', 'text', (column) => column.notNull())
      .addColumn('mode', 'text', (column) => column.notNull())
      .addColumn('account', 'text', (column) => column.notNull());
  await ofAccount('daily_accounts')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('digits', 'integer', (column) => column.notNull())
    .addColumn('time_zone', 'text', (column) => column.notNull())
    .addColumn('sums', 'text', (column) => column.notNull())
    .addColumn('first_day', 'text', (column) => column.notNull())
    .addColumn('complete_until', 'text', (column) => column.notNull())
    .addColumn('daily_since', 'text', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('read_at', 'bigint', (column) => column.notNull())
    .addColumn('problem', 'text')
    .addPrimaryKeyConstraint('daily_accounts_key', ['workspace_id', 'channel', 'mode', 'account'])
    .execute();
  await ofAccount('daily_campaigns')
    .addColumn('campaign', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('is_live', 'integer', (column) => column.notNull())
    .addColumn('live_since', 'text')
    .addColumn('budget', 'text')
    .addColumn('read_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('daily_campaigns_key', ['workspace_id', 'channel', 'mode', 'account', 'campaign'])
    .execute();
  await ofAccount('daily_figures')
    .addColumn('month', 'text', (column) => column.notNull())
    .addColumn('campaign', 'text', (column) => column.notNull())
    .addColumn('figures', 'text', (column) => column.notNull())
    .addColumn('first_figures', 'text')
    .addPrimaryKeyConstraint('daily_figures_key', ['workspace_id', 'channel', 'mode', 'account', 'month', 'campaign'])
    .execute();
}

export interface HistoryTables {
  daily_accounts: DailyAccountRow;
  daily_campaigns: DailyCampaignRow;
  daily_figures: DailyFiguresRow;
}

interface Place {
  workspace_id: string;
  channel: string;
  mode: 'sandbox' | 'live';
  account: string;
}

export interface DailyAccountRow extends Place {
  name: string;
  currency: string;
  /** Decimal places of the currency. */
  digits: number;
  time_zone: string;
  /** JSON: the sums that its platform tells, by name. */
  sums: string;
  /** The days from the first to the last complete one are all known: one without figures was a day without activity. */
  first_day: string;
  complete_until: string;
  /** Days from this on were read one by one, each soon after its end. */
  daily_since: string;
  /** When the platform will have completed the next day, by the service's clock. */
  due_at: number;
  read_at: number;
  /** Why the last reading failed. */
  problem: string | null;
}

export interface DailyCampaignRow extends Place {
  campaign: string;
  name: string;
  status: string;
  is_live: number;
  /** The day from which on it was seen switched on without a break. */
  live_since: string | null;
  /** JSON of `Budget`. */
  budget: string | null;
  read_at: number;
}

/** A month of a campaign: a row for each day takes twice as long to read. */
export interface DailyFiguresRow extends Place {
  /** `2026-11`. */
  month: string;
  campaign: string;
  /** JSON of `MonthFigures` in `watching/history`. */
  figures: string;
  /** JSON of what was said first of the days that were restated later. */
  first_figures: string | null;
}
