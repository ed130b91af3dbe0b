import { daysFrom } from '../../tools/days.ts';
import type { PlanSum } from '../../tools/media-plan-desk.ts';
import type { CampaignDraft } from '../campaigns/campaign-drafts.ts';
import type { Coins } from '../campaigns/coins.ts';
import { monthsIn } from '../campaigns/days.ts';
import type { BudgetSpan } from '../campaigns/draft-budget.ts';
import type { SheetSum } from '../reading/sheet-reading.ts';

/** A campaign of the sheet and whether it goes in. */
export interface SummedCampaign {
  draft: CampaignDraft;
  isIn: boolean;
}

interface Sum {
  currency: string;
  channel?: string | undefined;
  month?: string | undefined;
  units: bigint;
  rows: Set<number>;
}

/** Budgets by currency, by channel and by month beside what the sheet itself sums. A budget a day without an end is in no sum. */
export function* planSums(
  campaigns: readonly SummedCampaign[],
  sheet: readonly SheetSum[],
  coins: Coins,
): Generator<void, { sums: PlanSum[]; notes: string[] }> {
  const sums = new Map<string, Sum>();
  const endless = new Set<number>();
  const add = (of: Omit<Sum, 'units' | 'rows'>, units: bigint, rows: readonly number[]) => {
    const key = JSON.stringify([of.currency, of.channel ?? '', of.month ?? '']);
    const sum = sums.get(key) ?? { ...of, units: 0n, rows: new Set() };
    sums.set(key, sum);
    sum.units += units;
    for (const row of rows) sum.rows.add(row);
  };
  for (const { draft, isIn } of campaigns) {
    yield;
    const { account, channel, rows, campaign } = draft;
    if (!account || !isIn) continue;
    const { currency } = account;
    for (const span of draft.spans) {
      const whole = { ...span, start: span.start ?? campaign?.start, end: span.end ?? campaign?.end };
      const total = totalOf(whole);
      if (total === undefined) {
        endless.add(span.row);
        continue;
      }
      add({ currency }, total, rows);
      add({ currency, channel }, total, rows);
      for (const [month, units] of spreadByMonth(whole, total, currency, coins)) add({ currency, month }, units, rows);
    }
  }
  const own = new SheetSums(campaigns, sheet, coins);
  const notes =
    endless.size === 0 ? [] : [`In no sum: budgets a day without an end (rows ${[...endless].join(', ')}).`];
  const told: PlanSum[] = [];
  for (const sum of [...sums.values()].sort(byPlace)) {
    yield;
    told.push(shown(sum, own, coins));
  }
  return { sums: told, notes: [...notes, ...spreadNotes(campaigns)] };
}

const NAMED_ROWS_MAX = 10;

/** A campaign has one budget: what the sheet shares out by months or weeks is spread by the platform. */
function spreadNotes(campaigns: readonly SummedCampaign[]): string[] {
  const rows = campaigns.flatMap(({ draft, isIn }) => {
    const shared = ({ months = {}, periods = [] }: BudgetSpan) =>
      new Set([...Object.values(months), ...periods.map(({ amount }) => amount)]).size > 1;
    return isIn ? draft.spans.filter(shared).map(({ row }) => row) : [];
  });
  if (rows.length === 0) return [];
  const more = rows.length > NAMED_ROWS_MAX ? ` and ${rows.length - NAMED_ROWS_MAX} more` : '';
  const named = rows.slice(0, NAMED_ROWS_MAX).join(', ');
  return [
    `Months or weeks of a row become one budget, which the platform spreads over its days as it sees fit (rows ${named}${more}).`,
  ];
}

/** Undefined where it runs without an end. */
function totalOf({ units, per, start, end }: BudgetSpan): bigint | undefined {
  if (per === 'total') return units;
  if (start === undefined || end === undefined) return undefined;
  return units * BigInt(Math.max(daysFrom(start, end), 0));
}

/** Days share a total equally, in smallest coins; the last day takes what is left over. */
export function spreadByMonth(
  { start, end, months, periods }: BudgetSpan,
  total: bigint,
  currency: string,
  coins: Coins,
): [month: string, units: bigint][] {
  const told = Object.entries(months ?? {}).map(
    ([month, amount]) => [month, coins.units({ amount, currency })] as const,
  );
  if (told.length > 0 && told.reduce((sum, [, units]) => sum + (units ?? 0n), 0n) === total)
    return told.flatMap(([month, units]) => (units ? [[month, units]] : []));
  const weeks = (periods ?? []).flatMap(({ amount, ...days }) => {
    const units = coins.units({ amount, currency });
    return units ? [{ ...days, units }] : [];
  });
  if (weeks.length > 0 && weeks.reduce((sum, { units }) => sum + units, 0n) === total)
    return added(weeks.flatMap((week) => sharedByDays(week.start, week.end, week.units)));
  return sharedByDays(start, end, total);
}

function added(parts: readonly (readonly [string, bigint])[]): [month: string, units: bigint][] {
  const sums = new Map<string, bigint>();
  for (const [month, units] of parts) sums.set(month, (sums.get(month) ?? 0n) + units);
  return [...sums];
}

function sharedByDays(
  start: string | undefined,
  end: string | undefined,
  total: bigint,
): [month: string, units: bigint][] {
  if (start === undefined || end === undefined || end < start) return [];
  const days = BigInt(daysFrom(start, end));
  const parts = monthsIn(start, end).map(({ month, days: own }) => [month, (total / days) * BigInt(own)] as const);
  return parts.map(([month, units], index) => [month, index === parts.length - 1 ? units + (total % days) : units]);
}

function byPlace(a: Sum, b: Sum): number {
  const key = ({ currency, month = '', channel = '' }: Sum) => `${currency} ${month} ${channel}`;
  return key(a) < key(b) ? -1 : 1;
}

function shown({ currency, channel, month, units, rows }: Sum, own: SheetSums, coins: Coins): PlanSum {
  const inSheet = own.of(currency, channel, month);
  return {
    currency,
    ...(channel !== undefined && { channel }),
    ...(month !== undefined && { month }),
    planned: coins.money(units, currency),
    rows: rows.size,
    ...(inSheet !== undefined && { in_sheet: coins.money(inSheet.units, currency) }),
    ...(inSheet && inSheet.units !== units && { why: inSheet.why(units) }),
  };
}

interface Line {
  row: number;
  currency: string | undefined;
  channel: string | undefined;
  units: bigint;
  /** Of a sheet with a column a month. */
  months: ReadonlyMap<string, bigint>;
  isIn: boolean;
  isTotal: boolean;
}

/** The sheet's own sums, each told for the currency or channel whose rows it adds up. */
class SheetSums {
  readonly #lines: readonly Line[];
  readonly #sums: readonly SheetSum[];
  readonly #coins: Coins;

  constructor(campaigns: readonly SummedCampaign[], sums: readonly SheetSum[], coins: Coins) {
    this.#sums = sums;
    this.#coins = coins;
    this.#lines = campaigns.flatMap(({ draft, isIn }) =>
      draft.lines.flatMap((line) => {
        const currency = line.currency ?? draft.account?.currency;
        const units = line.budget && currency && coins.units({ amount: line.budget.amount, currency });
        if (!units) return [];
        const isTotal = line.budget?.per === 'total';
        const months = new Map(
          Object.entries(line.months ?? {}).map(([month, amount]) => [month, coins.units({ amount, currency }) ?? 0n]),
        );
        return [{ row: line.row, currency, channel: line.channel, units, months, isIn, isTotal }];
      }),
    );
  }

  of(currency: string, channel: string | undefined, month: string | undefined) {
    const lines = this.#lines
      .filter((line) => line.currency === currency && (channel === undefined || line.channel === channel))
      .map((line) => (month === undefined ? line : { ...line, units: line.months.get(month) ?? 0n }));
    // A sum of budgets a day is no sum of money.
    if (lines.length === 0 || lines.some(({ isTotal }) => !isTotal)) return undefined;
    const units = this.#sumOver(lines, currency, month);
    return units === undefined
      ? undefined
      : { units, why: (planned: bigint) => this.#why(lines, units, planned, currency) };
  }

  /** One sum over exactly these rows, or several that share them out. */
  #sumOver(lines: readonly Line[], currency: string, month: string | undefined): bigint | undefined {
    const wanted = new Set(lines.map(({ row }) => row));
    const all = new Map(this.#lines.map((line) => [line.row, line]));
    const within = this.#sums.flatMap((sum) => {
      if (sum.month !== month || (sum.currency !== undefined && sum.currency !== currency)) return [];
      const rows = sum.rows.filter((row) => all.has(row));
      const units = this.#coins.units({ amount: sum.amount, currency });
      return rows.length > 0 && units !== undefined && rows.every((row) => wanted.has(row)) ? [{ rows, units }] : [];
    });
    const whole = within.find(({ rows }) => rows.length === wanted.size);
    if (whole) return whole.units;
    const covered = new Set<number>();
    let sum = 0n;
    for (const { rows, units } of within) {
      if (rows.some((row) => covered.has(row))) return undefined;
      for (const row of rows) covered.add(row);
      sum += units;
    }
    return covered.size === wanted.size ? sum : undefined;
  }

  #why(lines: readonly Line[], inSheet: bigint, planned: bigint, currency: string): string {
    const words = (units: bigint) => this.#coins.words(units, currency);
    const total = (of: readonly Line[]) => of.reduce((sum, { units }) => sum + units, 0n);
    const out = total(lines.filter(({ isIn }) => !isIn));
    const rows = total(lines);
    const reasons = [
      ...(out > 0n ? [`${words(out)} stay out`] : []),
      ...(rows !== inSheet ? [`its rows add up to ${words(rows)}`] : []),
    ];
    if (rows - out !== planned) reasons.push(`repeated budgets count once, so ${words(planned)} are planned`);
    return `Sheet sums ${words(inSheet)}: ${reasons.join('; ')}`;
  }
}
