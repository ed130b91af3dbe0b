import { describe, expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const sandbox = sandboxed('search');

type Money = { amount: string; currency: string };
type Metrics = Record<string, number | Money | null>;

const COUNTS = ['impressions', 'clicks', 'interactions', 'invalid_clicks'];
const HUNDREDTHS = ['conversions', 'all_conversions'];
const MONEY = ['cost', 'conversions_value', 'all_conversions_value'];
const RATIOS = [
  'ctr',
  'interaction_rate',
  'average_cpc',
  'average_cpm',
  'cost_per_conversion',
  'value_per_conversion',
  'conversions_value_per_cost',
];

/** Millionths, as a whole number: sums of amounts are to be exact. */
function micros({ amount }: Money): number {
  const [whole, decimals = ''] = amount.split('.');
  return Number(`${whole}${decimals.padEnd(6, '0')}`);
}

const moneyIn = (metrics: Metrics, name: string) => micros(metrics[name] as Money);

/** Adds up what rows show, by the definition of each metric and not by the code of the tool. */
function addedUp(rows: readonly Metrics[]): Record<string, number | null> {
  const sum = (read: (row: Metrics) => number) => rows.reduce((total, row) => total + read(row), 0);
  const count = (name: string) => sum((row) => row[name] as number);
  const hundredths = (name: string) => sum((row) => Math.round((row[name] as number) * 100)) / 100;
  const money = (name: string) => sum((row) => moneyIn(row, name));
  const over = (above: number, below: number) => (below === 0 ? null : above / below);
  return {
    ...Object.fromEntries(COUNTS.map((name) => [name, count(name)])),
    ...Object.fromEntries(HUNDREDTHS.map((name) => [name, hundredths(name)])),
    ...Object.fromEntries(MONEY.map((name) => [name, money(name)])),
    ctr: over(count('clicks'), count('impressions')),
    interaction_rate: over(count('interactions'), count('impressions')),
    average_cpc: over(money('cost'), count('clicks')),
    average_cpm: over(money('cost') * 1000, count('impressions')),
    cost_per_conversion: over(money('cost'), hundredths('conversions')),
    value_per_conversion: over(money('conversions_value'), hundredths('conversions')),
    conversions_value_per_cost: over(money('conversions_value'), money('cost')),
  };
}

function isMoney(value: unknown): value is Money {
  return typeof value === 'object' && value !== null;
}

function expectTotals(totals: Metrics, sums: Record<string, number | null>): void {
  for (const name of [...COUNTS, ...HUNDREDTHS]) expect(totals[name], name).toBe(sums[name]);
  for (const name of MONEY) expect(moneyIn(totals, name), name).toBe(sums[name]);
  for (const name of RATIOS) {
    const [shown, expected] = [totals[name], sums[name]];
    if (expected === null || expected === undefined) expect(shown, name).toBeNull();
    // Money is shown to the millionth.
    else if (isMoney(shown)) expect(Math.abs(micros(shown) - expected), name).toBeLessThanOrEqual(0.5);
    // A rate is shown to six digits.
    else expect(shown, name).toBe(Number(expected.toPrecision(6)));
  }
}

async function everyPage(args: Record<string, unknown>): Promise<{ rows: Metrics[]; totals: Metrics[] }> {
  const rows: Metrics[] = [];
  const totals: Metrics[] = [];
  let cursor: string | undefined;
  do {
    const page = await sandbox.call('get_campaign_performance', { ...args, ...(cursor && { cursor }) });
    rows.push(...page.rows.map((row: { metrics: Metrics }) => row.metrics));
    totals.push(page.totals);
    cursor = page.next_cursor;
  } while (cursor);
  return { rows, totals };
}

const SEPTEMBER = { start_date: '2026-09-01', end_date: '2026-09-30' };

describe('the totals on every page equal the sum over the rows of all pages', () => {
  test.each<[string, Record<string, unknown>, number]>([
    ['of the usual report', {}, 3],
    ['by day', { segments: ['date'] }, 40],
    ['by device', { segments: ['device'] }, 5],
    ['by week and network', { segments: ['week', 'ad_network_type'] }, 11],
    ['by month and device, ordered by a metric', { segments: ['month', 'device'], order_by: 'clicks DESC' }, 7],
    ['of explicit days by weekday', { ...SEPTEMBER, segments: ['day_of_week', 'device'] }, 29],
    ['of yesterday by network', { date_range: 'YESTERDAY', segments: ['network'] }, 3],
    ['of a range the platform has no word for', { date_range: 'LAST_90_DAYS', segments: ['month'] }, 4],
  ])('%s', async (_, args, limit) => {
    const metrics = [...COUNTS, ...HUNDREDTHS, ...MONEY, ...RATIOS];
    const { rows, totals } = await everyPage({ ...args, metrics, limit });
    expect(totals.length).toBeGreaterThan(1);
    const sums = addedUp(rows);
    for (const each of totals) expectTotals(each, sums);
  });

  test('of chosen campaigns, which are less than all of them', async () => {
    const metrics = [...COUNTS, ...HUNDREDTHS, ...MONEY, ...RATIOS];
    const all = await sandbox.call('get_campaign_performance', { metrics });
    const ids = all.rows.slice(0, 2).map((row: { campaign: { id: string } }) => row.campaign.id);
    const { rows, totals } = await everyPage({ campaign_ids: ids, segments: ['date', 'device'], metrics, limit: 50 });
    const sums = addedUp(rows);
    for (const each of totals) expectTotals(each, sums);
    expect(sums.clicks).toBeGreaterThan(0);
    expect(sums.clicks).toBeLessThan(all.totals.clicks);
  });

  test('in a currency without decimals', async () => {
    const workspaceId = await sandbox.workspaceNamed('Acme Japan');
    const metrics = [...COUNTS, ...HUNDREDTHS, ...MONEY, ...RATIOS];
    const { rows, totals } = await everyPage({ workspaceId, segments: ['date'], metrics, limit: 25 });
    for (const each of totals) expectTotals(each, addedUp(rows));
  });
});
