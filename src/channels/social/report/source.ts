import { type EitherWay, readEitherWay, type Wait } from '../../../tools/report/background.ts';
import { type Days, dayIn, daysOf } from '../../../tools/report/period.ts';
import { moneyOfQuantity, quantityOf } from '../../../tools/report/quantity.ts';
import type { AccountFacts, ReportSource, When } from '../../../tools/report/read-report.ts';
import type { Params, SocialClient } from '../client.ts';
import { digitsOf } from '../money.ts';
import type { InsightRow } from '../resources/insights.ts';
import {
  finishedPage,
  INSIGHT_PAGE_MAX,
  isTooLarge,
  lookAtReport,
  reportPage,
  startReport,
} from '../resources/insights.ts';
import { ACCOUNT_FACTS } from '../wire.ts';
import { entitiesOf } from './entities.ts';
import {
  breakdownsOf,
  type InsightArguments,
  isHeavy,
  isWhole,
  rowsQuery,
  selectionOf,
  totalsQuery,
  wholeAccountQuery,
} from './request.ts';

export type Waiting = Pick<Wait, 'progress'>;

/** A report of the platform, at once or in the background. */
export function reportOf(client: SocialClient, account: string, query: Params, heavy: boolean): EitherWay<InsightRow> {
  return {
    isHeavy: heavy,
    isTooLarge,
    direct: (after, limit) => reportPage(client, account, { ...query, limit, after }),
    order: () => startReport(client, account, query),
    look: (id) => lookAtReport(client, account, id),
    page: (id, after, limit) => finishedPage(client, account, id, { limit, after }),
  };
}

/** Currency and time zone of an account. */
export async function accountFacts(client: SocialClient, account: string): Promise<AccountFacts> {
  const { currency, timezone_name } = await client.account(ACCOUNT_FACTS, account);
  return { currency: { code: currency, digits: digitsOf(currency) }, timeZone: timezone_name };
}

/** Insights as a source for the report engine in `src/tools/report`, with notes for the caller. */
export class Insights implements ReportSource<InsightRow> {
  readonly selection;
  readonly scope;
  readonly notes: string[] = [];
  readonly #client: SocialClient;
  readonly #account: string;
  readonly #args: InsightArguments;
  readonly #waiting: Waiting;
  #facts: Promise<AccountFacts> | undefined;
  #statuses: ReadonlyMap<string, string> = new Map();

  /** `facts` is passed where the account was read before. */
  constructor(client: SocialClient, account: string, args: InsightArguments, waiting: Waiting, facts?: AccountFacts) {
    const { limit: _, cursor: __, ...asked } = args;
    this.#client = client;
    this.#account = account;
    this.#args = args;
    this.#waiting = waiting;
    this.#facts = facts && Promise.resolve(facts);
    this.selection = selectionOf(args);
    this.scope = [account, asked];
  }

  platformNow = () => this.#client.session.platformNow();

  account = () => {
    this.#facts ??= accountFacts(this.#client, this.#account);
    return this.#facts;
  };

  async rows({ days }: When, position: string | undefined) {
    const args = this.#args;
    if (!days) throw new TypeError('insights are asked for by days');
    const query = rowsQuery(args, this.selection.fields, days);
    const report = reportOf(this.#client, this.#account, query, isHeavy(args, days));
    const wait = {
      clock: this.#client.session,
      progress: this.#waiting.progress,
      limit: args.limit,
      pageMax: INSIGHT_PAGE_MAX,
    };
    const read = await readEitherWay(report, position, wait);
    this.#noteUnseen(read.items);
    return read;
  }

  /** A misspelt action counts 0 just like one that never happened, so actions missing from all rows are named. */
  #noteUnseen(rows: readonly InsightRow[]): void {
    const seen = new Set(rows.flatMap(({ actions }) => actions.map(({ action_type }) => action_type)));
    const unseen = (this.#args.action_types ?? []).filter((type) => !seen.has(type));
    if (rows.length === 0 || unseen.length === 0) return;
    this.notes.push(
      `No row has the action ${unseen.join(', ')}, so it counts 0. These rows have: ${[...seen].sort().join(', ') || 'none'}.`,
    );
  }

  async totals({ days }: When): Promise<InsightRow | undefined> {
    if (!days) throw new TypeError('insights are asked for by days');
    const [totals] = await Promise.all([
      this.#whole(totalsQuery(this.#args, this.selection.fields, days)),
      this.#args.level !== 'account' && isWhole(this.#args) && this.#noteDeleted(days),
    ]);
    return totals;
  }

  about = (row: InsightRow) => {
    const { level, segments = [], time_increment } = this.#args;
    return {
      ...(level !== 'account' && {
        campaign: { ...this.#subject(row.campaign_id, row.campaign_name), objective: row.objective },
      }),
      ...((level === 'ad_set' || level === 'ad') && { ad_set: this.#subject(row.adset_id, row.adset_name) }),
      ...(level === 'ad' && { ad: this.#subject(row.ad_id, row.ad_name) }),
      segments: {
        ...(segments.includes('date') && { date: row.date_start }),
        ...(segments.includes('month') && { month: `${row.date_start.slice(0, 7)}-01` }),
        ...(time_increment !== undefined && { date_start: row.date_start, date_stop: row.date_stop }),
        ...Object.fromEntries(breakdownsOf(this.#args).map((name) => [name, row[name] ?? null])),
      },
    };
  };

  /** Only full days are compared: during a day two requests differ anyway. */
  async #noteDeleted({ start_date, end_date }: Days): Promise<void> {
    const { currency, timeZone } = await this.account();
    const yesterday = daysOf('YESTERDAY', dayIn(timeZone, this.platformNow())).end_date;
    const over = { start_date, end_date: end_date < yesterday ? end_date : yesterday };
    if (over.end_date < start_date) return;
    const [listed, whole] = await Promise.all([
      this.#whole(totalsQuery(this.#args, ['spend'], over)),
      this.#whole(wholeAccountQuery(over)),
    ]);
    const deleted = (quantityOf(whole?.spend) ?? 0n) - (quantityOf(listed?.spend) ?? 0n);
    if (deleted <= 0n) return;
    const { amount } = moneyOfQuantity(deleted, currency.code, currency.digits);
    this.notes.push(
      `Deleted objects cost ${amount} ${currency.code} more in this period. The platform lists no rows for them; level account counts them.`,
    );
  }

  async #whole(query: Params): Promise<InsightRow | undefined> {
    return (await reportPage(this.#client, this.#account, query)).items[0];
  }

  #subject(id: unknown, name: unknown) {
    return { id: String(id ?? ''), name: String(name ?? ''), status: this.#statuses.get(String(id)) ?? 'UNKNOWN' };
  }

  /** Reports carry no status: it is read for all objects of the rows at once. */
  async learn(rows: readonly InsightRow[]): Promise<void> {
    const found = await Promise.all(
      (['campaign', 'ad_set', 'ad'] as const).map((level) => {
        const field = level === 'ad_set' ? 'adset_id' : `${level}_id`;
        const ids = new Set(rows.flatMap((row) => (typeof row[field] === 'string' ? [row[field]] : [])));
        return entitiesOf(this.#client, this.#account, level, [...ids]);
      }),
    );
    this.#statuses = new Map(found.flat().map(({ id, status }) => [id, status]));
  }
}
