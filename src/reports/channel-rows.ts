import type { Parts } from '../tools/report/metrics.ts';
import { countedParts, rankOf } from './account-rows.ts';
import type { ReportContext } from './fan-out.ts';
import { FilteredTotal } from './filtered-total.ts';
import type { PageQuestion } from './question.ts';
import { FirstRows } from './ranking.ts';
import {
  Asking,
  openCursor,
  type Page,
  type PageRow,
  type ReadAccount,
  type ReadAccountFirst,
  readPage,
} from './read-page.ts';
import { RowFilter } from './row-filter.ts';
import { addedUp } from './totals.ts';

/** More accounts, days and currencies than any organization has; all rows of accounts are needed for sums. */
const ACCOUNT_ROWS_MAX = 100_000;

/** One page of rows; those of channels are sums of their accounts, one a currency. */
export async function readRows(
  question: PageQuestion,
  context: ReportContext,
  read?: ReadAccountFirst,
  accountsAtOnce?: number,
): Promise<Page> {
  if (question.level !== 'channel') return readPage(question, context, read, accountsAtOnce);
  const cursor = openCursor(question);
  // Every page adds up all accounts, on the days of the first one.
  const whole = { ...question, limit: ACCOUNT_ROWS_MAX };
  const page = await readPage(whole, context, read, accountsAtOnce, { at: cursor?.at ?? {} });
  const asking = new Asking(question);
  const filter = new RowFilter(question);
  const first = new FirstRows<PageRow>(question.limit + 1, asking.order, cursor?.after);
  const keyOf = ({ reading: { place, account }, segments, steps }: PageRow) =>
    JSON.stringify([
      place.workspace.id,
      place.channel.name,
      place.mode,
      account.currency.code,
      segments,
      steps?.before?.segments,
    ]);
  const within: PageRow[] = [];
  for (const group of Map.groupBy(page.rows, keyOf).values()) {
    const row = summed(group, asking);
    if (!filter.isWithin(row.parts)) continue;
    first.add(row);
    within.push(...group);
  }
  const rows = first.rows.slice(0, question.limit);
  const last = first.rows.length > question.limit ? rows.at(-1) : undefined;
  const accounts = filter.isOpen ? page.accounts : summedAnew(page.accounts, within, asking);
  return { ...page, rows, accounts, next: last && { after: last.rank, at: page.at } };
}

/** The accounts with the sums of their rows that are in a channel within the limits. */
function summedAnew(accounts: readonly ReadAccount[], rows: readonly PageRow[], asking: Asking): ReadAccount[] {
  const byReading = Map.groupBy(rows, ({ reading }) => reading);
  return accounts.map((account) => {
    const names = countedParts(account.reading, asking.readNames);
    const [current, earlier] = [new FilteredTotal(names), new FilteredTotal(names)];
    for (const { parts, before } of byReading.get(account.reading) ?? []) {
      current.add(parts);
      earlier.add(before);
    }
    return {
      ...account,
      parts: current.parts,
      ...(account.before && { before: { ...account.before, parts: earlier.parts } }),
    };
  });
}

function summed(group: readonly PageRow[], asking: Asking): PageRow {
  const [row] = group as [PageRow];
  const { place, account } = row.reading;
  const sum = (of: (one: PageRow) => Parts | undefined) => {
    const told = group.map(of).filter((parts) => parts !== undefined);
    const totals = told.map((parts) => ({ channel: place.channel.name, currency: account.currency, parts }));
    return addedUp(totals, asking.readNames);
  };
  const isEnded = group.every(({ parts }) => Object.keys(parts).length === 0);
  const parts = isEnded ? {} : sum(({ parts: own }) => (Object.keys(own).length === 0 ? undefined : own));
  const ids = [place.workspace.id, place.channel.name, place.mode];
  const ranked = {
    order: asking.order,
    timeFirst: asking.timeFirst,
    rate: asking.rates?.factor(account.currency.code),
  };
  return {
    ...row,
    id: place.channel.name,
    name: place.channel.title,
    entity: { name: place.channel.title, status: 'CONNECTED' },
    accounts: group.length,
    parts,
    ...(group.some(({ before }) => before) && { before: sum(({ before }) => before) }),
    rank: rankOf([...ids, account.currency.code], row.segments, parts, ranked, account.currency.code),
  };
}
