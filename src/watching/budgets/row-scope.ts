import type { Quantity } from '../../tools/report/quantity.ts';
import type { CampaignDays, HistoryAccount } from '../history/daily-history.ts';
import type { MonthDays } from './month-days.ts';
import type { PlannedRow } from './stored-plans.ts';

/** What was spent in a month, campaign by campaign, with sums up to each day. */
export class MonthSpending {
  readonly accounts: readonly HistoryAccount[];
  readonly campaigns: readonly SpentCampaign[];

  constructor(accounts: readonly HistoryAccount[], series: readonly CampaignDays[]) {
    this.accounts = accounts;
    this.campaigns = series.map((one) => ({
      account: accountKey(one.account),
      id: one.campaign.id,
      until: spentByDay(one),
    }));
  }
}

interface SpentCampaign {
  account: string;
  id: string;
  /** By day, all days of the month up to it; null: of some day it is not told. */
  until: ReadonlyMap<string, Quantity | null>;
}

function spentByDay({ days }: CampaignDays): Map<string, Quantity | null> {
  let sum: Quantity | null = 0n;
  return new Map(
    days.map(({ day, parts }) => {
      const { cost } = parts;
      sum = sum === null || typeof cost !== 'bigint' ? null : sum + cost;
      return [day, sum];
    }),
  );
}

/** What a row of a plan counts. */
export interface RowScope {
  accounts: readonly HistoryAccount[];
  /** The campaigns that it counts, for finding rows that count the same. */
  campaigns: readonly string[];
  /** Undefined: some figure is not told. */
  spentUntil(day: string): Quantity | undefined;
  /** Why there can be no verdict, where something is missing. */
  why: string | undefined;
}

export function accountKey({ channel, mode, account }: HistoryAccount): string {
  return `${channel} ${mode} ${account}`;
}

/** `channels`: those that are connected and have figures. Sandbox and live money are never added: live counts where there is any. */
export function scopeOf(
  row: PlannedRow,
  month: MonthDays,
  spending: MonthSpending,
  channels: readonly { channel: string; mode: string }[],
): RowScope {
  const near = spending.accounts.filter((account) => isNamed(row, account));
  const places = channels.filter(({ channel }) => row.channel === undefined || row.channel === channel);
  const mode = [...near, ...places].some((one) => one.mode === 'live') ? 'live' : 'sandbox';
  const inMode = near.filter((account) => account.mode === mode);
  const accounts = inMode.filter(({ currency }) => currency.code === row.currency);
  const counted = new Set(accounts.map(accountKey));
  const campaigns = spending.campaigns.filter(
    ({ account, id }) => counted.has(account) && (!row.campaigns || row.campaigns.includes(id)),
  );
  return {
    accounts,
    campaigns: campaigns.map(({ account, id }) => `${account} ${id}`),
    spentUntil: (day) => sumUntil(campaigns, day),
    why:
      missingPlace(
        row,
        inMode,
        accounts,
        places.filter((one) => one.mode === mode),
      ) ??
      missingDays(accounts, month) ??
      missingCampaign(row, campaigns),
  };
}

function isNamed({ channel, accounts }: PlannedRow, account: HistoryAccount): boolean {
  if (channel !== undefined && channel !== account.channel) return false;
  return !accounts || accounts.includes(account.account);
}

function sumUntil(campaigns: readonly SpentCampaign[], day: string): Quantity | undefined {
  let sum = 0n;
  for (const { until } of campaigns) {
    const spent = until.get(day);
    if (spent === null) return undefined;
    sum += spent ?? 0n;
  }
  return sum;
}

function missingPlace(
  row: PlannedRow,
  inMode: readonly HistoryAccount[],
  accounts: readonly HistoryAccount[],
  places: readonly { channel: string }[],
): string | undefined {
  if (row.channel !== undefined && places.length === 0) return `${row.channel} is not connected.`;
  if (places.length === 0) return 'No channel with figures is connected.';
  const unread = places.filter(({ channel }) => !inMode.some((one) => one.channel === channel));
  if (unread.length > 0 && !row.accounts) return `${listed(unread.map(({ channel }) => channel))}: not read yet.`;
  const unknown = row.accounts?.filter((id) => !inMode.some(({ account }) => account === id)) ?? [];
  if (unknown.length > 0)
    return `No figures of account ${listed(unknown)}: the connection does not reach it, or it is not read yet.`;
  const others = inMode.filter(({ currency }) => currency.code !== row.currency);
  if (accounts.length === 0 || (row.accounts && others.length > 0)) {
    const spendsIn = others.map(({ name, currency }) => `${name} in ${currency.code}`);
    return `The plan is in ${row.currency}${spendsIn.length > 0 ? `, ${listed(spendsIn)}` : ', and no account is'}.`;
  }
  return undefined;
}

function missingDays(accounts: readonly HistoryAccount[], { first, last, month }: MonthDays): string | undefined {
  const stale = accounts.filter(({ notFresh, completeUntil }) => notFresh !== undefined && completeUntil < last);
  if (stale.length > 0) return stale.map(({ channel, name, notFresh }) => `${channel}, ${name}: ${notFresh}`).join(' ');
  const late = accounts.filter(({ firstDay }) => firstDay > first);
  if (late.length === 0) return undefined;
  return `${listed(late.map(({ name, firstDay }) => `${name} is known from ${firstDay}`))}, not the whole of ${month}.`;
}

function missingCampaign({ campaigns = [] }: PlannedRow, found: readonly SpentCampaign[]): string | undefined {
  const unknown = campaigns.filter((id) => !found.some((one) => one.id === id));
  return unknown.length === 0 ? undefined : `No figures of campaign ${listed(unknown)} in an account of this currency.`;
}

const NAMED_MAX = 3;

function listed(items: readonly string[]): string {
  const named = [...new Set(items)];
  const rest = named.length - NAMED_MAX;
  return rest > 0 ? `${named.slice(0, NAMED_MAX).join(', ')} and ${rest} more` : named.join(', ');
}
