import { Turns } from '../turns.ts';
import { type AccountRow, type Age, accountPages, accountTotals } from './account-rows.ts';
import { comparedMetrics, judged, whyNot } from './comparison.ts';
import { bucketsOf, type Step } from './days.ts';
import type { ReportContext } from './fan-out.ts';
import { notesOf } from './notes.ts';
import type { PageQuestion } from './question.ts';
import { Asking, nextCursorOf, type PageRow, type ReadAccount, type ReadAccountFirst, readPage } from './read-page.ts';
import { aroundRows, convertedTotals, identityOf, isPartial, totalOf } from './report.ts';
import { addedUp, byCurrency, type Rates } from './totals.ts';
import { type Against, baselineOf, type Window } from './window.ts';

/** The earlier days of an account are held while the later ones pass by. */
const ACCOUNTS_AT_ONCE = 2;

export interface CompareQuestion extends PageQuestion {
  against: Against;
}

/** A report of two spans of days beside each other, row by row. */
export async function compare(question: CompareQuestion, context: ReportContext) {
  const page = await readPage(question, context, readBoth(question), ACCOUNTS_AT_ONCE);
  const { names, rates, order } = new Asking(question);
  const partial = isPartial(page.missing, question);
  const turns = new Turns(context.signal);
  const shown = {
    rows: await turns.map(page.rows, (row) => {
      const { currency } = row.reading.account;
      const reason = whyNotRow(row, question) ?? onlyOnce(row);
      return {
        ...identityOf(row, question),
        metrics: comparedMetrics(row.parts, row.before ?? {}, names, currency),
        ...judged(row.parts, row.before ?? {}, names, reason),
      };
    }),
    totals: comparedTotals(page.accounts, names, rates, partial),
    ...aroundRows(page, question, context, partial),
    periods: periodsOf(page.accounts),
    notes: notesOf(page.accounts, names, rates ? undefined : order),
    ...nextCursorOf(question, page.next),
  };
  // To write it takes a turn as well.
  await turns.pause();
  return shown;
}

/** Both spans of one account. The earlier one is held while the later one passes by; what is left of it has ended. */
function readBoth({ against, by }: CompareQuestion): ReadAccountFirst {
  return async (reading, asking, window, { reach: { memory } }, first) => {
    const age: Age = {};
    const baseline = baselineOf(window, against);
    const [now, then] = [asking.of(reading, window), asking.of(reading, baseline)];
    const scan = async () => {
      const earlier = new Map<string, AccountRow>();
      for await (const page of accountPages(reading, then, memory, age))
        for (const row of page) earlier.set(`${row.id} ${stepOf(row, baseline, by)}`, row);
      for await (const page of accountPages(reading, now, memory, age))
        for (const row of page) {
          const key = `${row.id} ${stepOf(row, window, by)}`;
          first.add({ ...row, before: earlier.get(key)?.parts });
          earlier.delete(key);
        }
      await new Turns(reading.signal).map(earlier.values(), (row) => first.add(ended(row)));
    };
    const [totals, before] = await Promise.all([
      accountTotals(reading, now, memory, age),
      accountTotals(reading, then, memory, age),
      scan(),
    ]);
    return { ...totals, age, rows: first.rows, before: { window: baseline, parts: before.parts } };
  };
}

/** It has no numbers any more, which is not the same as zero: it comes last. */
function ended(row: AccountRow): AccountRow {
  const [time, group, , tie] = row.rank;
  return { ...row, parts: {}, before: row.parts, rank: [time, group, null, tie] };
}

/** A week or month that the span cuts is shorter than the one it stands beside. */
function whyNotRow({ window, segments }: PageRow, { against, by }: CompareQuestion): string | undefined {
  const baseline = baselineOf(window, against);
  if (by === 'none' || by === 'day') return whyNot(window, baseline);
  const at = bucketsOf(window.days, by).findIndex(({ start }) => start === segments[by]);
  const [now, then] = [bucketsOf(window.days, by)[at], bucketsOf(baseline.days, by)[at]];
  if (!now || !then) return undefined;
  return whyNot({ ...window, days: now.days }, { ...baseline, days: then.days });
}

function onlyOnce({ parts, before }: AccountRow): string | undefined {
  if (before === undefined) return 'It had no numbers in the days before.';
  return Object.keys(parts).length === 0 ? 'It has no numbers any more, only in the days before.' : undefined;
}

/** Which day, week or month of its span a row is about: the third is compared with the third. */
function stepOf({ segments }: AccountRow, { days }: Window, by: Step): number {
  const [start] = Object.values(segments);
  if (by === 'none' || start === undefined) return 0;
  if (by === 'day') return (Date.parse(start) - Date.parse(days.start_date)) / 86_400_000;
  return bucketsOf(days, by).findIndex((bucket) => bucket.start === start);
}

function comparedTotals(
  accounts: readonly ReadAccount[],
  names: readonly string[],
  rates: Rates | undefined,
  partial: boolean,
) {
  const before = accounts.map((account) => ({ ...account, parts: account.before?.parts ?? {} }));
  const reason = accounts.flatMap(({ window, before: then }) => (then && whyNot(window, then.window)) ?? [])[0];
  const shown = (currency: ReturnType<typeof totalOf>['currency'], now: typeof totals, then: typeof totals) => {
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

/** The days on both sides, as far as all accounts have the same. */
function periodsOf(accounts: readonly ReadAccount[]) {
  return accounts.map(({ reading, window, before }) => ({
    channel: reading.place.channel.name,
    account: reading.account.id,
    current: window.days,
    before: before?.window.days ?? window.days,
  }));
}
