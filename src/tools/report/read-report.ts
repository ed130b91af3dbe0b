import { type Failure, invalidArguments } from '../../errors.ts';
import { Turns } from '../../event-loop/turns.ts';
import { readCursor, writeCursor } from '../listing.ts';
import type { ReportArguments } from './arguments.ts';
import type { RowsRead } from './background.ts';
import { besides, earlierDays, keyOf, readEarlier } from './comparison.ts';
import { withCut } from './cut-spans.ts';
import type { Currency, Parts, Selection } from './metrics.ts';
import { type DateRange, type Days, DEFAULT_RANGE, dayIn, daysOf, givenDays, type PeriodArguments } from './period.ts';
import { type Place, packPlace, unpackPlace } from './place.ts';

/**
 * Reading a report, the same way for every platform: which days, one page of rows, the totals of the whole selection,
 * ratios, the cursor. A channel says how to ask (`ReportSource`) and what its names are made of (`MetricTable`).
 *
 * A named range means days of the account as the platform sees them. Its clock is heard from the `Date` of its replies
 * and its zone is the account's, so our own clock plays no part. Where the platform takes a name itself (`ownRanges`)
 * it is sent that, and nothing has to be asked beforehand.
 */
export interface ReportSource<Row> {
  selection: Selection<Row>;
  /** What it noticed on the way. */
  notes?: readonly string[];
  /** Everything the rows depend on besides the days: a cursor is good for that only. */
  scope: unknown;
  /** Names of ranges that the platform resolves by itself. */
  ownRanges?: ReadonlySet<DateRange>;
  /** What the account counts in; `row` may know it already. */
  account(row?: Row): Promise<AccountFacts>;
  /** The platform's clock, as its last reply told it. */
  platformNow(): number;
  rows(when: When, position: string | undefined): Promise<RowsRead<Row>>;
  /** Looks up what rows do not tell of the objects they are about, before `about` is asked. */
  learn?(rows: readonly Row[]): Promise<void>;
  /** One row for all of it, counted by the platform. */
  totals(when: When): Promise<Row | undefined>;
  /** What a row is about and what it was split by. */
  about(row: Row): Record<string, unknown> & { segments: Record<string, unknown> };
}

export interface AccountFacts {
  currency: Currency;
  timeZone: string;
}

/** The days to ask for, or a name the platform knows them by. */
export type When = { days: Days; range?: never } | { range: DateRange; days?: never };

export async function readReport<Row>(args: ReportArguments, source: ReportSource<Row>) {
  const { selection } = source;
  const scope = [source.scope, args.date_range, args.start_date, args.end_date, args.compare_to, selection.names];
  const place = args.cursor === undefined ? undefined : unpackPlace(readCursor(scope, args.cursor));
  const when = await whenOf(args, source, place);
  const [read, totals] = await Promise.all([
    learntRows(source, when, place?.position),
    place?.totals ?? source.totals(when).then((row) => (row === undefined ? {} : selection.read(row))),
  ]);
  const { currency, timeZone } = await source.account(read.items[0]);
  const today = dayIn(timeZone, source.platformNow());
  const days = when.days ?? daysOf(when.range, today);
  if (days.start_date > today) throw notBegun(today, timeZone);
  const period = place?.period ?? { ...days, time_zone: timeZone };
  const earlier = args.compare_to && earlierDays(period, args.compare_to);
  const then = earlier && (await readEarlier(source, earlier, currency));
  const shownTotals = selection.showTotals(totals, currency);
  return {
    rows: await new Turns().map(read.items, (row) => {
      const metrics = selection.show(selection.read(row), currency);
      const { segments, ...about } = source.about(row);
      return {
        ...about,
        segments: withCut(segments, period),
        metrics,
        ...(then && besides(metrics, then.rows.get(keyOf(source, row)))),
      };
    }),
    totals: shownTotals,
    period,
    ...(then && {
      comparison: {
        period: { ...earlier, time_zone: timeZone },
        totals: besides(shownTotals, then.totals),
        complete: then.complete,
      },
    }),
    background: read.background,
    ...nextOf(scope, read.next, period, totals),
  };
}

/** What has not happened is not zero. */
function notBegun(today: string, timeZone: string): Failure {
  const message = `lies in the future, and no day of it has numbers: today is ${today} in ${timeZone}`;
  return invalidArguments([{ field: 'start_date', message }]);
}

async function learntRows<Row>(source: ReportSource<Row>, when: When, position: string | undefined) {
  const read = await source.rows(when, position);
  await source.learn?.(read.items);
  return read;
}

async function whenOf<Row>(args: ReportArguments, source: ReportSource<Row>, place: Place | undefined): Promise<When> {
  const range = args.date_range ?? DEFAULT_RANGE;
  if (!givenDays(args) && source.ownRanges?.has(range)) return { range };
  return { days: place?.period ?? (await askedDays(args, source)) };
}

/** The days that were spelled out, or those a name means over there. */
export async function askedDays(
  args: PeriodArguments,
  { account, platformNow }: Pick<ReportSource<never>, 'account' | 'platformNow'>,
  usual: DateRange = DEFAULT_RANGE,
): Promise<Days> {
  const given = givenDays(args);
  if (given) return given;
  const { timeZone } = await account();
  return daysOf(args.date_range ?? usual, dayIn(timeZone, platformNow()));
}

function nextOf(scope: unknown, position: string | undefined, period: Place['period'], totals: Parts) {
  return position === undefined ? {} : { next_cursor: writeCursor(scope, packPlace({ position, period, totals })) };
}
