import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type SearchSandbox, startSearch } from '../calls.testing.ts';
import { Earnings } from '../metrics/facts.ts';
import { seedLargeAccount } from '../seed/large-account.ts';
import { ACCOUNTS } from '../seed.ts';
import { Report } from './evaluate.ts';
import { Results, type Start } from './results.ts';

const CAMPAIGNS = 3_000;
const GROUPS = 2 * CAMPAIGNS;
const FIELDS = 'SELECT campaign.id, segments.date, metrics.clicks, metrics.cost_micros FROM campaign';
const account = { id: ACCOUNTS.stranger, timeZone: 'UTC', currency: 'USD', manager: false };

let sandbox: SearchSandbox;

beforeAll(async () => {
  sandbox = await startSearch({ records: false });
  seedLargeAccount(sandbox.world, ACCOUNTS.stranger, CAMPAIGNS);
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => sandbox.close());

function resultsOf(clauses: string): Results {
  const known = account as ConstructorParameters<typeof Results>[1];
  return new Results(sandbox.world, known, `${FIELDS} WHERE segments.date ${clauses}`);
}

async function firstRows(results: Results, count: number): Promise<string[]> {
  const texts: string[] = [];
  for await (const text of results.page()) {
    texts.push(text);
    if (texts.length === count) break;
  }
  return texts;
}

describe('the first rows of a month of three thousand campaigns', () => {
  test('are the only ones that are written', async () => {
    const written = vi.spyOn(Report.prototype, 'text');
    await firstRows(resultsOf('DURING LAST_30_DAYS ORDER BY metrics.cost_micros DESC'), 1000);
    expect(written).toHaveBeenCalledTimes(1000);
  });

  test('in the order of days need one day, and nothing of the others but that they are there', async () => {
    const earned = vi.spyOn(Earnings.prototype, 'addTo');
    await firstRows(resultsOf('DURING LAST_30_DAYS ORDER BY segments.date, campaign.id'), 1000);
    expect(earned.mock.calls.length).toBeLessThan(GROUPS + 20);
  });
});

test('pages are the sorted stream cut into pieces, whichever way it is sorted', async () => {
  // The status is the same for all rows, so that a page ends in the middle of a campaign.
  const orders = ['segments.date DESC', 'metrics.clicks, segments.date', 'segments.date, metrics.clicks DESC'];
  for (const order of [...orders, 'campaign.status']) {
    const results = resultsOf(`DURING LAST_14_DAYS ORDER BY ${order} LIMIT 23000`);
    const whole: string[] = [];
    for await (const text of results.stream()) whole.push(text);
    const paged: string[] = [];
    let start: Start | undefined;
    do {
      const page = results.page(start);
      let row = await page.next();
      for (; !row.done; row = await page.next()) paged.push(row.value);
      start = row.value as Start | undefined;
    } while (start);
    expect(new Set(paged).size, order).toBe(23_000);
    expect(paged, order).toEqual(whole);
  }
});
