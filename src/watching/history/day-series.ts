import { DAY_MS } from '../../ambient.ts';
import type { DailyFiguresRow } from '../../store/history-tables.ts';
import { plusDays } from '../../tools/days.ts';
import type { Parts } from '../../tools/report/metrics.ts';
import type { HistoryDay } from './daily-history.ts';
import { type MonthFigures, partsOfDay } from './month-figures.ts';

type Month = Pick<DailyFiguresRow, 'month' | 'campaign' | 'figures' | 'first_figures'>;

/** The days of one account's campaigns, put together from its months. Days without activity are shared: there may be many. */
export class DaySeries {
  readonly firstMonth: string;
  readonly lastMonth: string;
  readonly #quiet: readonly HistoryDay[];
  readonly #from: number;
  readonly #byCampaign = new Map<string, HistoryDay[]>();

  /** Both days included; empty when `from` is later than `to`. */
  constructor(from: string, to: string, sums: readonly string[]) {
    this.#from = Date.parse(from);
    this.firstMonth = from.slice(0, 7);
    this.lastMonth = to.slice(0, 7);
    const parts: Parts = Object.freeze(Object.fromEntries(sums.map((name) => [name, 0n])));
    const quiet: HistoryDay[] = [];
    for (let day = from; day <= to; day = plusDays(day, 1)) quiet.push({ day, parts });
    this.#quiet = quiet;
  }

  take({ month, campaign, figures, first_figures }: Month): void {
    const told: MonthFigures = JSON.parse(figures);
    const first: MonthFigures | undefined = first_figures === null ? undefined : JSON.parse(first_figures);
    const days = this.#byCampaign.get(campaign) ?? [...this.#quiet];
    this.#byCampaign.set(campaign, days);
    // The place of the month's first day, before the span where that begins later.
    const start = this.#startOf(month);
    for (const [at, cells] of told.days.entries()) {
      const quiet = this.#quiet[start + at];
      if (cells === 0 || !quiet) continue;
      const before = first?.days[at] || undefined;
      days[start + at] = {
        day: quiet.day,
        parts: partsOfDay(told, cells),
        ...(first && before && { first: partsOfDay(first, before) }),
      };
    }
  }

  #startOf(month: string): number {
    return (Date.parse(month) - this.#from) / DAY_MS;
  }

  of(campaign: string): readonly HistoryDay[] {
    return this.#byCampaign.get(campaign) ?? this.#quiet;
  }
}
