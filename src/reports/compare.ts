import { Turns } from '../event-loop/turns.ts';
import type { Currency } from '../tools/report/metrics.ts';
import { type AccountRow, type Age, accountPages, accountTotals, countedParts } from './account-rows.ts';
import { readRows } from './channel-rows.ts';
import { comparedMetrics, judged, whyNot } from './comparison.ts';
import type { Reading, ReportContext } from './fan-out.ts';
import { FilteredTotal } from './filtered-total.ts';
import { notesOf } from './notes.ts';
import type { PageQuestion } from './question.ts';
import { Asking, nextCursorOf, type ReadAccount, type ReadAccountFirst } from './read-page.ts';
import { aroundRows, convertedTotals, filterNotes, identityOf, isPartial, totalOf } from './report.ts';
import { addedUp, byCurrency, type Rates } from './totals.ts';
import { type Against, baselineOf, stepsOf, type WindowStep } from './window.ts';

/** The earlier rows of an account are held in memory while the later ones stream by. */
const ACCOUNTS_AT_ONCE = 2;

export interface CompareQuestion extends PageQuestion {
  against: Against;
}

/** A report of two spans of days beside each other, row by row. */
export async function compare(question: CompareQuestion, context: ReportContext) {
  const page = await readRows(question, context, readBoth(question), ACCOUNTS_AT_ONCE);
  const { names, rates, order } = new Asking(question);
  const partial = isPartial(page.missing, question);
  const turns = new Turns(context.signal);
  const shown = {
    rows: await turns.map(page.rows, (row) => {
      const { currency } = row.reading.account;
      const { current: step, before: earlier } = row.steps ?? {};
      const reason = (step && earlier && whyNot(step, earlier)) ?? onlyOnce(row);
      return {
        ...identityOf(row, question),
        ...(question.by !== 'none' && earlier && { before_segments: earlier.segments }),
        metrics: comparedMetrics(row.parts, row.before ?? {}, names, currency),
        ...judged(row.parts, row.before ?? {}, names, reason),
      };
    }),
    totals: comparedTotals(page.accounts, names, rates, partial),
    ...aroundRows(page, question, context, partial),
    periods: periodsOf(page.accounts),
    notes: [...notesOf(page.accounts, names, rates ? undefined : order), ...filterNotes(question)],
    ...nextCursorOf(question, page.next),
  };
  // Writing the reply takes a turn as well.
  await turns.pause();
  return shown;
}

/**
 * Both spans of one account. The earlier rows are held while the later ones stream by; earlier rows without a later one
 * have ended.
 */
function readBoth({ against, by }: CompareQuestion): ReadAccountFirst {
  return async (reading, asking, window, { reach: { memory } }, first) => {
    const age: Age = {};
    const baseline = baselineOf(window, against);
    const [now, then] = [asking.of(reading, window), asking.of(reading, baseline)];
    const [steps, earlierSteps] = [stepsOf(window, by), stepsOf(baseline, by)];
    const [placeOf, earlierPlaceOf] = [placesIn(steps), placesIn(earlierSteps)];
    const stepsAt = (place: number) => ({ current: steps[place], before: earlierSteps[place] });
    const turns = new Turns(reading.signal);
    const sums = filteredSums(reading, asking);
    const add = (row: AccountRow) => {
      first.add(row);
      sums.add(row);
    };
    const scan = async () => {
      const earlier = new Map<string, AccountRow>();
      for await (const page of accountPages(reading, then, memory, age))
        await turns.map(page, (row) => earlier.set(`${row.id} ${earlierPlaceOf(row)}`, row));
      for await (const page of accountPages(reading, now, memory, age))
        await turns.map(page, (row) => {
          const place = placeOf(row);
          const key = `${row.id} ${place}`;
          if (asking.filter.isWithin(row.parts))
            add({ ...row, before: earlier.get(key)?.parts, steps: stepsAt(place) });
          earlier.delete(key);
        });
      await turns.map(earlier.values(), (row) => {
        if (asking.filter.isWithin({})) add(ended(row, stepsAt(earlierPlaceOf(row))));
      });
    };
    const [totals, before] = await Promise.all([
      accountTotals(reading, now, memory, age),
      accountTotals(reading, then, memory, age),
      scan(),
    ]);
    const { current = totals.parts, earlier = before.parts } = sums.read();
    return { ...totals, parts: current, age, rows: first.rows, before: { window: baseline, parts: earlier } };
  };
}

/** Sums of both sides over the rows that pass the filters; none without filters, where the platforms' own sums hold. */
function filteredSums(reading: Reading, { filter, readNames }: Asking) {
  const names = countedParts(reading, readNames);
  const [current, earlier] = [new FilteredTotal(names), new FilteredTotal(names)];
  return {
    add: ({ parts, before }: AccountRow) => {
      current.add(parts);
      earlier.add(before);
    },
    read: () => (filter.isOpen ? {} : { current: current.parts, earlier: earlier.parts }),
  };
}

/** The index of a row's day, week or month in its span: the third is compared with the third. */
function placesIn(steps: readonly WindowStep[]): (row: AccountRow) => number {
  const places = new Map(steps.map(({ segments }, index) => [timeOf(segments), index]));
  return ({ segments }) => places.get(timeOf(segments)) ?? -1;
}

function timeOf(segments: Record<string, string>): string {
  return Object.values(segments)[0] ?? '';
}

/**
 * An object without later numbers, which is not zero: it is sorted last. Its row is placed in the later span's day,
 * week or month; nowhere when that span has fewer.
 */
function ended(row: AccountRow, steps: NonNullable<AccountRow['steps']>): AccountRow {
  const segments = steps.current?.segments ?? {};
  const [time, group, , tie] = row.rank;
  const rank: AccountRow['rank'] = [time && (timeOf(segments) || '~'), group, null, `${tie}\u0000ended`];
  return { ...row, rank, segments, parts: {}, before: row.parts, steps };
}

function onlyOnce({ parts, before }: AccountRow): string | undefined {
  if (before === undefined) return 'It had no numbers in the days before.';
  return Object.keys(parts).length === 0 ? 'It has no numbers any more, only in the days before.' : undefined;
}

function comparedTotals(
  accounts: readonly ReadAccount[],
  names: readonly string[],
  rates: Rates | undefined,
  partial: boolean,
) {
  const before = accounts.map((account) => ({ ...account, parts: account.before?.parts ?? {} }));
  const shown = (currency: Currency, now: typeof totals, then: typeof totals) => {
    const reason = whyNotAll(rates ? accounts : accounts.filter(({ reading }) => isIn(reading, currency)));
    const [sum, earlier] = [addedUp(now, names), addedUp(then, names)];
    return {
      currency: currency.code,
      metrics: comparedMetrics(sum, earlier, names, currency),
      ...judged(sum, earlier, names, reason),
      partial,
    };
  };
  const totals = accounts.map(totalOf);
  if (rates) {
    const currency = rates.currency(totals.map((one) => one.currency));
    const sums = shown(currency, convertedTotals(accounts, rates, currency), convertedTotals(before, rates, currency));
    return accounts.length === 0 ? [] : [{ ...sums, rates: rates.given.map((rate) => ({ ...rate })) }];
  }
  return byCurrency(totals).map(([currency, group]) => {
    const then = before.map(totalOf).filter((one) => one.currency.code === currency.code);
    return shown(currency, group, then);
  });
}

function isIn({ account }: Reading, { code }: Currency): boolean {
  return account.currency.code === code;
}

function whyNotAll(accounts: readonly ReadAccount[]): string | undefined {
  return accounts.flatMap(({ window, before }) => (before && whyNot(window, before.window)) ?? [])[0];
}

/** The days on both sides: those of most accounts first, others with the accounts that have them. */
function periodsOf(accounts: readonly ReadAccount[]) {
  const both = accounts.map(({ reading, window, before }) => ({
    account: `${reading.place.channel.name}:${reading.account.id}`,
    current: window.days,
    before: before?.window.days ?? window.days,
  }));
  const groups = [...Map.groupBy(both, ({ current, before }) => JSON.stringify([current, before])).values()];
  return groups
    .sort((a, b) => b.length - a.length)
    .map((group, place) => {
      const { current, before } = group[0]!;
      return { current, before, ...(place > 0 && { accounts: group.map(({ account }) => account) }) };
    });
}
