import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Any, daysAgo, OWN_REPORTS, reportingForTests } from '../reporting-service.ts';
import { times } from '../seed.ts';
import { askPlatform } from './platform-truth.ts';

const service = reportingForTests();

const SUMS = ['impressions', 'clicks', 'cost', 'conversions', 'conversion_value', 'link_clicks'];
const RATIOS: Readonly<Record<string, readonly [string, string, number]>> = {
  ctr: ['clicks', 'impressions', 1],
  cpc: ['cost', 'clicks', 1],
  cpm: ['cost', 'impressions', 1000],
  cost_per_conversion: ['cost', 'conversions', 1],
  conversion_rate: ['conversions', 'clicks', 1],
  roas: ['conversion_value', 'cost', 1],
};

/** Whole millionths, so that sums can be compared exactly. */
const millionths = (value: Any) => BigInt(Math.round(Number(value?.amount ?? value ?? 0) * 1e6));

const Selection = fc.record({
  channels: fc.subarray(Object.keys(OWN_REPORTS), { minLength: 1 }),
  level: fc.constantFrom('account', 'campaign', 'ad_group', 'ad'),
  end: fc.integer({ min: 5, max: 120 }),
  length: fc.integer({ min: 1, max: 60 }),
  ratios: fc.subarray(Object.keys(RATIOS)),
});

test('totals are the sums of what the channels’ own tools say, in USD, EUR and JPY, and so are the rows', async () => {
  await fc.assert(
    fc.asyncProperty(Selection, async ({ channels, level: wished, end, length, ratios }) => {
      // The search channel's own tool knows campaigns only.
      const level = channels.includes('search') ? 'campaign' : wished;
      const days = { start_date: daysAgo(end + length - 1), end_date: daysAgo(end) };
      const metrics = [...SUMS, ...ratios];
      const question = { channels, level, ...days, metrics, workspaces: 'all' };
      const report = await service.ask('report', { ...question, limit: 1000 });
      expect(report.missing.filter((line: Any) => line.code !== 'not_connected')).toEqual([]);
      const own = await Promise.all(
        report.sources.map(async ({ channel, account, currency, workspaceId, period = report.period }: Any) => {
          expect(period).toEqual(days);
          const said = await service.own(channel, account, level, { ...days, metrics, workspaceId, limit: 1000 });
          return { channel, account, currency, said };
        }),
      );
      const currencies = [...new Set(own.map(({ currency }) => currency))].sort();
      expect(report.totals.map((total: Any) => total.currency)).toEqual(currencies);
      for (const { currency, metrics: total } of report.totals) {
        const parts = own.filter((one) => one.currency === currency).map(({ said }) => said.totals);
        const sums = Object.fromEntries(
          SUMS.map((name) => [name, parts.reduce((sum, one) => sum + millionths(one[name]), 0n)]),
        );
        for (const name of SUMS) expect(millionths(total[name]), `${currency} ${name}`).toBe(sums[name]);
        for (const name of ratios) expectRatio(total[name], sums, RATIOS[name]!, `${currency} ${name}`);
      }
      for (const { channel, account, said } of own) expectSameRows(report.rows, channel, account, level, said.rows);
    }),
    { numRuns: times(40) },
  );
});

function expectRatio(
  shown: Any,
  sums: Record<string, bigint>,
  [of, to, times]: readonly [string, string, number],
  what: string,
) {
  if (sums[to] === 0n) return expect(shown, what).toBeNull();
  const expected = (Number(sums[of]) * times) / Number(sums[to]);
  expect(Math.abs(Number(shown.amount ?? shown) - expected), what).toBeLessThanOrEqual(1e-5 * Math.max(1, expected));
}

function expectSameRows(rows: Any[], channel: string, account: string, level: string, own: Any[]) {
  const kind = OWN_REPORTS[channel]!.levels[level] || level;
  const mine = rows.filter((row) => row.channel === channel && row.account === account);
  const byId = (all: [string, Any][]) => all.sort(([a], [b]) => (a < b ? -1 : 1));
  const id = (row: Any) => (level === 'account' ? account : row[kind].id);
  expect(byId(mine.map((row) => [row.entity.id, row.metrics]))).toEqual(byId(own.map((row) => [id(row), row.metrics])));
}

test('the sandbox’s own answers, asked without any of our code, agree', async () => {
  const days = { start_date: daysAgo(33), end_date: daysAgo(7) };
  const question = {
    ...days,
    level: 'account',
    metrics: ['cost', 'impressions', 'clicks'],
    workspaces: 'all',
    limit: 1000,
  };
  const { rows, sources, missing } = await service.ask('report', question);
  expect(missing.filter((line: Any) => line.code !== 'not_connected')).toEqual([]);
  expect(new Set(rows.map((row: Any) => row.currency))).toEqual(new Set(['EUR', 'JPY', 'USD']));
  for (const { channel, account, workspace } of sources) {
    const row = rows.find((one: Any) => one.channel === channel && one.account === account);
    const truth = await askPlatform(service, { channel, account, company: workspace, ...days });
    const said = row && [row.metrics.cost, row.metrics.impressions, row.metrics.clicks].map(millionths);
    expect(said ?? [0n, 0n, 0n], `${channel} ${account}`).toEqual(truth.map(millionths));
  }
});

test('no output adds two currencies: every amount is in the currency of its line', async () => {
  await fc.assert(
    fc.asyncProperty(Selection, fc.boolean(), async ({ channels, end, length, ratios }, compared) => {
      const days = { start_date: daysAgo(end + length - 1), end_date: daysAgo(end) };
      const question = { channels, ...days, metrics: [...SUMS, ...ratios], workspaces: 'all', limit: 1000 };
      const { rows, totals } = await service.ask(compared ? 'compare' : 'report', question);
      for (const line of [...rows, ...totals])
        for (const currency of currenciesIn(line.metrics)) expect(currency).toBe(line.currency);
      expect(new Set(totals.map((total: Any) => total.currency)).size).toBe(totals.length);
      for (const total of totals) {
        const own = rows.filter((row: Any) => row.currency === total.currency);
        expect(own.length > 0 || currencyIsEmpty(total, compared)).toBe(true);
      }
    }),
    { numRuns: times(30) },
  );
});

function currenciesIn(value: Any): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (typeof value.currency === 'string') return [value.currency];
  return Object.values(value).flatMap(currenciesIn);
}

function currencyIsEmpty({ metrics }: Any, compared: boolean): boolean {
  return millionths(compared ? metrics.impressions.current : metrics.impressions) === 0n;
}
