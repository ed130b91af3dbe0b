import { isMoney, metricValue } from '../../reports/vocabulary.ts';
import { plusDays } from '../../tools/days.ts';
import type { CampaignDays, DailyHistory, HistoryDay } from './daily-history.ts';

/** Weeks before a day whose same weekday says what is usual. */
const WEEKS = 4;
/** Fewer of them say nothing. */
const WEEKS_MIN = 2;

interface ChartPoint {
  day: string;
  /** Null: the platform does not tell it, or there is nothing to divide by. */
  value: number | null;
  /** The median of the same weekday in the four weeks before; null: that is not known. */
  usual: number | null;
  /** How much the platform has added since it first told of the day; left out where it has not. */
  restated?: number;
}

/** A metric of one campaign over its newest closed days, for drawing: amounts are not for counting. */
export interface CampaignChart {
  account: CampaignDays['account'];
  campaign: CampaignDays['campaign'];
  metric: string;
  /** Of amounts. */
  currency: string | undefined;
  points: ChartPoint[];
}

interface ChartQuestion {
  channel: string;
  account: string;
  campaign: string;
  /** A metric of `report`. */
  metric: string;
  days?: number;
  /** The last day to draw; the newest one when left out. */
  to?: string | undefined;
}

/** Undefined: nothing is kept of such a campaign. */
export async function campaignChart(
  history: DailyHistory,
  workspaceId: string,
  { channel, account, campaign, metric, days = 28, to }: ChartQuestion,
): Promise<CampaignChart | undefined> {
  const known = (await history.accounts(workspaceId)).find((one) => one.channel === channel && one.account === account);
  if (!known) return undefined;
  const last = to !== undefined && to < known.completeUntil ? to : known.completeUntil;
  const from = plusDays(last, 1 - days - 7 * WEEKS);
  const question = { channel, account, campaigns: [campaign], from, to: last };
  const [series] = await history.campaigns(workspaceId, question);
  return series && chartOf(series, metric, days);
}

/** The last `days` of a series; what it holds before them says what is usual. */
export function chartOf({ account, campaign, days: all }: CampaignDays, metric: string, days: number): CampaignChart {
  const values = all.map(({ parts }) => metricValue(parts, metric));
  const first = Math.max(0, all.length - days);
  const points = all.slice(first).map((day, index): ChartPoint => {
    const at = first + index;
    const before = Array.from({ length: WEEKS }, (_, week) => values[at - 7 * (week + 1)]);
    return { day: day.day, value: values[at] ?? null, usual: usualOf(before, WEEKS_MIN), ...restatedOf(day, metric) };
  });
  return { account, campaign, metric, currency: isMoney(metric) ? account.currency.code : undefined, points };
}

function restatedOf({ parts, first }: HistoryDay, metric: string): Pick<ChartPoint, 'restated'> {
  const [now, then] = [metricValue(parts, metric), first ? metricValue(first, metric) : null];
  return now !== null && then !== null && now !== then ? { restated: now - then } : {};
}

/** What is usual among these days, for drawing; null where fewer than `least` of them are told. */
export function usualOf(values: readonly (number | null | undefined)[], least: number): number | null {
  const told = values.filter((value) => typeof value === 'number').sort((a, b) => a - b);
  if (told.length < least) return null;
  const middle = told.length >> 1;
  return told.length % 2 === 1 ? told[middle]! : (told[middle - 1]! + told[middle]!) / 2;
}
