import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codesOf, type SearchSandbox, startSearch } from '../../src/sandbox/search/calls.testing.ts';
import { ACCOUNTS } from '../../src/sandbox/search/seed.ts';
import { seed, times } from '../seed.ts';
import { Naive, type NaiveField, type NaiveQuery, type NaiveRow } from './search-naive.ts';
import { Chance, QueryMaker, render, SOURCES } from './search-queries.ts';
import { EVERY_FIELD, reasonsAgainst } from './search-verdict.ts';

const QUERIES = times(10_000);
/** A long run takes a minute and a half on an idle machine. */
const PATIENCE_MS = 30 * 60_000;
/** Midday of START in Berlin, where the account is. */
const LOCAL = { today: '2026-11-15', hour: 18 };

let sandbox: SearchSandbox;
let naive: Naive;

beforeAll(async () => {
  sandbox = await startSearch();
  naive = new Naive(sandbox.world.db, ACCOUNTS.europe, LOCAL);
});
afterAll(() => sandbox.close());

const camel = (text: string) => text.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** A value as it stands on the wire, or nothing when it does not. */
function onWire({ type, dropsZero }: NaiveField, value: unknown): unknown {
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return undefined;
  if (dropsZero && (value === '' || value === 0)) return undefined;
  return type === 'INT' ? String(value) : value;
}

function wireRow(query: NaiveQuery, { values, names }: NaiveRow): unknown {
  const json: Record<string, unknown> = {};
  const put = (path: string, value: unknown) => {
    const steps = path.split('.').map(camel);
    let target = json;
    for (const step of steps.slice(0, -1)) {
      target[step] ??= {};
      target = target[step] as Record<string, unknown>;
    }
    target[steps.at(-1)!] = value;
  };
  for (const [owner, name] of names) put(`${owner}.resource_name`, name);
  for (const field of query.select) {
    const value = onWire(field, values.get(field.path));
    if (value !== undefined) put(field.path, value);
  }
  return json;
}

/** The same text for the same content, whatever the order of its keys. */
function canonical(json: unknown): string {
  return JSON.stringify(json, (_, value) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort())
      : value,
  );
}

function counted(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/** Nothing first, then as numbers or as texts by their code points. */
function compareValues(a: unknown, b: unknown): number {
  if (a === undefined || b === undefined) return Number(b === undefined) - Number(a === undefined);
  if (typeof a === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(String(b)));
  return Number(a) - Number(b);
}

function sorted(query: NaiveQuery, rows: NaiveRow[]): NaiveRow[] {
  return [...rows].sort((a, b) => {
    for (const { field, descending } of query.orders) {
      const order = compareValues(a.values.get(field.path), b.values.get(field.path));
      if (order !== 0) return descending ? -order : order;
    }
    return 0;
  });
}

const keysOf = (query: NaiveQuery, row: NaiveRow) =>
  canonical(query.orders.map(({ field }) => row.values.get(field.path) ?? null));

/** An ad's own name comes along with its fields; the naive reading knows only the names of whole resources. */
function withoutAdName(row: Record<string, { ad?: { resourceName?: string } }>): unknown {
  const { resourceName: _, ...ad } = row.adGroupAd?.ad ?? {};
  return row.adGroupAd?.ad ? { ...row, adGroupAd: { ...row.adGroupAd, ad } } : row;
}

/** The last page, where the sums stand, and the rows of all: by the hour, a quarter has more than one. */
async function wholeReply(text: string, settings: Record<string, unknown>) {
  let page = await sandbox.search(text, ACCOUNTS.europe, settings);
  const results: unknown[] = [...(page.body.results ?? [])];
  while (page.status === 200 && page.body.nextPageToken) {
    page = await sandbox.search(text, ACCOUNTS.europe, { ...settings, pageToken: page.body.nextPageToken });
    results.push(...(page.body.results ?? []));
  }
  return { ...page, results };
}

async function disagreement(query: NaiveQuery, text: string, expected: NaiveRow[]): Promise<string | undefined> {
  const metrics = query.select.filter(({ path }) => path.startsWith('metrics.'));
  const settings = metrics.length > 0 ? { searchSettings: { returnSummaryRow: true } } : {};
  const reply = await wholeReply(text, settings);
  if (reply.status !== 200) return `${reply.status} ${JSON.stringify(reply.body)}`;
  const texts = expected.map((row) => canonical(withoutAdName(wireRow(query, row) as never)));
  const got = reply.results.map((row) => canonical(withoutAdName(row as never)));
  const count = Math.min(expected.length, query.limit ?? expected.length);
  if (got.length !== count) return `${got.length} rows instead of ${count}`;
  const room = counted(texts);
  for (const row of got) {
    const left = room.get(row) ?? 0;
    if (left === 0) return `a row that should not be there: ${row}\nfor instance expected: ${texts[0]}`;
    room.set(row, left - 1);
  }
  const keys = new Map(texts.map((row, i) => [row, keysOf(query, expected[i]!)]));
  const wrong = query.orders.length > 0 ? got.findIndex((row, i) => keys.get(row) !== keysOf(query, expected[i]!)) : -1;
  if (wrong >= 0) return `row ${wrong} is out of order: ${got[wrong]}`;
  if (metrics.length === 0) return undefined;
  // The sums are those of all rows, whatever the limit.
  const summary = canonical(wireRow({ ...query, select: metrics }, naive.summary(query, expected)));
  const gotSummary = canonical(reply.body.summaryRow);
  return gotSummary === summary ? undefined : `the rows add up to ${gotSummary} instead of ${summary}`;
}

/** Some fields that the resource offers and some that it may not, in every clause. */
function anyQuery(chance: Chance) {
  const { from, attributes, metrics, segments } = chance.one(SOURCES);
  const known = [...attributes, ...metrics, ...segments].map(({ path }) => path);
  const some = (most: number) => [
    ...chance.some(known, most),
    ...(chance.is(0.5) ? chance.some(EVERY_FIELD, most - 1) : []),
  ];
  const select = [...new Set(some(4))];
  if (select.length === 0) select.push(known[0]!);
  const where = some(2);
  const orderBy = chance.some(select, 1);
  const conditions = [...where.map((path) => `${path} IS NOT NULL`), 'segments.date DURING LAST_7_DAYS'];
  const isDated = segments.length > 0;
  const text = [
    `SELECT ${select.join(', ')} FROM ${from}`,
    conditions.length > Number(!isDated) && `WHERE ${conditions.slice(0, isDated ? undefined : -1).join(' AND ')}`,
    orderBy.length > 0 && `ORDER BY ${orderBy.join(', ')}`,
  ]
    .filter(Boolean)
    .join(' ');
  return { text, asked: { from, select, where: isDated ? [...where, 'segments.date'] : where, orderBy } };
}

describe('the evaluator of the query language', () => {
  test(
    `takes ${QUERIES} mixed queries or refuses them as the published metadata says`,
    async () => {
      const chance = new Chance(seed);
      let refused = 0;
      for (let i = 0; i < QUERIES; i += 1) {
        const { text, asked } = anyQuery(chance);
        const reasons = reasonsAgainst(asked);
        const reply = await sandbox.search(text, ACCOUNTS.europe, { validateOnly: true });
        const told = codesOf(reply).map((code) => code.replace('queryError.', ''));
        // A good query for what the sandbox lacks is told apart from a bad one.
        const isRight =
          reasons.size > 0 ? told.length === 1 && reasons.has(told[0]!) : [200, 501].includes(reply.status);
        if (!isRight)
          throw new Error(`seed ${seed}, query ${i}:\n${text}\n${reply.status} ${told}, not one of: ${[...reasons]}`);
        if (reasons.size > 0) refused += 1;
        sandbox.exchanges.length = 0;
      }
      console.log(`${refused} of ${QUERIES} queries were refused`);
      expect(refused).toBeGreaterThan(QUERIES / 4);
      expect(refused).toBeLessThan((QUERIES * 3) / 4);
    },
    PATIENCE_MS,
  );

  test(
    `agrees with a plain reading of the same data on ${QUERIES} queries`,
    async () => {
      const chance = new Chance(seed);
      const maker = new QueryMaker(chance, naive, LOCAL.today);
      let withRows = 0;
      for (let i = 0; i < QUERIES; i += 1) {
        const query = maker.make();
        const text = render(query, chance);
        const expected = sorted(query, naive.rows(query));
        const problem = await disagreement(query, text, expected);
        if (problem) throw new Error(`seed ${seed}, query ${i}:\n${text}\n${problem}`);
        if (expected.length > 0) withRows += 1;
        sandbox.exchanges.length = 0;
      }
      console.log(`${withRows} of ${QUERIES} queries had rows`);
      expect(withRows).toBeGreaterThan(QUERIES / 4);
    },
    PATIENCE_MS,
  );
});
