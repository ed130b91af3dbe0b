import type { HeldBudget, Holding, Holdings } from '../../../tools/exposure.ts';
import { momentIn } from '../../../tools/zoned-time.ts';
import type { SearchClient } from '../client.ts';
import { moneyOf } from '../money.ts';
import { during, equal, Literal, unequal } from './wire/gaql.ts';
import type { Row } from './wire/row.ts';

/** A day may cost twice the daily budget; a month costs 30.4 times at most. */
export const WORST_DAY = 2;

const BUDGET = ['id', 'amount_micros', 'total_amount_micros', 'period'].map((field) => `campaign_budget.${field}`);
const CAMPAIGN = ['id', 'name', 'status', 'start_date_time', 'end_date_time'].map((field) => `campaign.${field}`);
const REMOVED = Literal.word('REMOVED');
const TOTAL = 'CUSTOM_PERIOD';

/**
 * Every campaign that is not removed, with its budget. Budgets made to be shared are objects of their own besides, never on:
 * their amount is known before a campaign spends from them.
 */
export async function holdingsOf(client: SearchClient, account: string, now: number): Promise<Holdings> {
  const [facts, month, campaigns, budgets] = await Promise.all([
    client.row(account, { select: ['customer.currency_code', 'customer.time_zone'], from: 'customer' }),
    client.rows(account, {
      select: ['metrics.cost_micros'],
      from: 'customer',
      where: [during('segments.date', Literal.word('THIS_MONTH'))],
    }),
    client.rows(account, {
      select: [...CAMPAIGN, ...BUDGET],
      from: 'campaign',
      where: [unequal('campaign.status', REMOVED)],
    }),
    client.rows(account, {
      select: ['campaign_budget.name', ...BUDGET],
      from: 'campaign_budget',
      where: [
        unequal('campaign_budget.status', REMOVED),
        equal('campaign_budget.explicitly_shared', Literal.boolean(true)),
      ],
    }),
  ]);
  const { currencyCode: currency = '', timeZone = 'UTC' } = facts?.customer ?? {};
  const spent = campaigns.some(isTotal) ? await spentOfTotals(client, account) : new Map<string, bigint>();
  const reading = { currency, timeZone, now, spent };
  const spentThisMonth = moneyOf(String(month.reduce((sum, row) => sum + costOf(row), 0n)), currency)?.amount;
  return {
    account,
    currency,
    timeZone,
    readAt: now,
    ...(currency !== '' && { spentThisMonth }),
    objects: [...campaigns.map((row) => campaignHolding(row, reading)), ...budgets.map((row) => shared(row, reading))],
  };
}

function isTotal({ campaignBudget }: Row): boolean {
  return campaignBudget?.period === TOTAL;
}

/** Without dates the platform counts from the account's beginning. */
async function spentOfTotals(client: SearchClient, account: string): Promise<Map<string, bigint>> {
  const rows = await client.rows(account, {
    select: ['campaign.id', 'metrics.cost_micros'],
    from: 'campaign',
    where: [unequal('campaign.status', REMOVED), equal('campaign_budget.period', Literal.word(TOTAL))],
  });
  return new Map(rows.map((row) => [row.campaign?.id ?? '', costOf(row)]));
}

function costOf({ metrics }: Row): bigint {
  return BigInt(String(metrics.costMicros ?? 0));
}

interface Reading {
  currency: string;
  timeZone: string;
  now: number;
  spent: ReadonlyMap<string, bigint>;
}

function campaignHolding(row: Row, reading: Reading): Holding {
  const { id = '', name = '', status = 'UNKNOWN', startDateTime, endDateTime } = row.campaign ?? {};
  const isKnown = status === 'ENABLED' || status === 'PAUSED';
  const unknown = isKnown ? unknownBudget(row, reading) : `status ${status}`;
  const budget = heldBudget(row, reading);
  return {
    id,
    level: 'campaign',
    name,
    on: status === 'ENABLED',
    ...runOf(startDateTime, endDateTime, reading),
    ...(budget && { budget }),
    ...(unknown && { unknown }),
  };
}

function shared(row: Row, reading: Reading): Holding {
  const { id = '', name = '' } = row.campaignBudget ?? {};
  const unknown = unknownBudget(row, reading);
  const budget = heldBudget(row, reading);
  return {
    id: budgetHolding(id),
    level: 'budget',
    name,
    on: false,
    ...(budget && { budget }),
    ...(unknown && { unknown }),
  };
}

/** Campaigns and budgets are numbered apart from each other. */
export function budgetHolding(id: string): string {
  return `budget ${id}`;
}

function heldBudget({ campaign, campaignBudget: held }: Row, { currency, spent }: Reading): HeldBudget | undefined {
  const { id, period, amountMicros, totalAmountMicros } = held ?? {};
  const kind = period === 'DAILY' ? 'daily' : period === TOTAL ? 'lifetime' : undefined;
  const amount = moneyOf(kind === 'daily' ? amountMicros : totalAmountMicros, currency || undefined)?.amount;
  if (kind === undefined || amount === undefined) return undefined;
  const gone = kind === 'lifetime' ? moneyOf(String(spent.get(campaign?.id ?? '') ?? 0n), currency)?.amount : undefined;
  return { ...(id && { id }), kind, amount, ...(gone && { spent: gone }), worstDay: WORST_DAY };
}

function unknownBudget(row: Row, reading: Reading): string | undefined {
  if (reading.currency === '') return 'no currency';
  const { period = 'UNKNOWN' } = row.campaignBudget ?? {};
  if (row.campaignBudget === undefined) return 'no budget';
  if (period !== 'DAILY' && period !== TOTAL) return `budget period ${period}`;
  return heldBudget(row, reading) === undefined ? 'no budget' : undefined;
}

/** Days begin and end in the account's time zone. A start that has passed says nothing about what may still be spent. */
export function runOf(
  start: string | undefined,
  end: string | undefined,
  { timeZone, now }: { timeZone: string; now: number },
): Pick<Holding, 'start' | 'end'> {
  const [from, to] = [start, end].map((time) =>
    time === undefined ? undefined : Date.parse(momentIn(time, timeZone)),
  );
  return { ...(from !== undefined && from > now && { start: from }), ...(to !== undefined && { end: to }) };
}
