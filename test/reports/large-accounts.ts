import { z } from 'zod';
import { longestTurnMs } from '../../src/event-loop/turn-length.testing.ts';
import { Turns } from '../../src/event-loop/turns.ts';
import { peakMemory } from '../../src/process/peak-memory.testing.ts';
import { compare } from '../../src/reports/compare.ts';
import { reportCsv } from '../../src/reports/csv.ts';
import { questionArguments } from '../../src/reports/question.ts';
import { report } from '../../src/reports/report.ts';
import type { Channel } from '../../src/tools/channel.ts';
import { MetricTable } from '../../src/tools/report/metrics.ts';
import { quantityOf } from '../../src/tools/report/quantity.ts';
import type { Reporting } from '../../src/tools/report/reporting.ts';
import { ACCOUNTS, CAMPAIGNS } from './large-accounts-size.ts';
import { contextOf } from './report-context.ts';

/**
 * An agency's forty accounts of many campaigns each, made row by row, read the hardest way: an order that no
 * platform sorts by, so that every row is looked at. Run by itself, so that its memory is its own; prints what it took.
 */
const PAGE = 500;

interface Row {
  id: string;
  name: string;
  numbers: Record<string, string>;
}

const count = (name: string, unit: 'number' | 'money' = 'number') => ({
  unit,
  fields: [name],
  read: (row: Row) => quantityOf(row.numbers[name]),
});
const METRICS = new MetricTable<Row>({
  sums: {
    impressions: count('impressions'),
    clicks: count('clicks'),
    cost: count('cost', 'money'),
    conversions: count('conversions'),
  },
});

/**
 * Every row an object of its own. Made without `JSON.parse`: V8 keeps each short text it parses in a table, and growing
 * that table takes some 50 ms at once.
 */
function rowOf(account: string, index: number): Row {
  const mixed = (Number(account) * 7919 + index * 104_729) % 1_000_003;
  const numbers = { impressions: mixed * 10, clicks: mixed, cost: mixed / 7, conversions: mixed % 97 };
  return {
    id: `${account}${String(index).padStart(6, '0')}`,
    name: `Campaign ${index} of account ${account}, with a name as long as names are`,
    numbers: Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, String(value)])),
  };
}

const reporting: Reporting = {
  levels: {
    account: { kind: 'account', shownAs: 'Account' },
    campaign: { kind: 'campaign', shownAs: 'Campaign' },
    ad_group: { kind: 'ad_group', shownAs: 'Ad group' },
    ad: { kind: 'ad', shownAs: 'Ad' },
  },
  days: { completeAfterHours: 3, conversionsMoveDays: 30, attribution: 'none' },
  metrics: METRICS,
  accounts: async () => Array.from({ length: ACCOUNTS }, (_, index) => ({ id: String(100 + index) })),
  account: async (_, id) => ({
    id,
    name: `Account ${id}`,
    status: 'ACTIVE',
    currency: { code: Number(id) % 2 ? 'USD' : 'EUR', digits: 2 },
    timeZone: 'UTC',
  }),
  report: (_, { id: account }, { metrics }) => ({
    sorted: false,
    source: {
      selection: METRICS.select(metrics),
      scope: account,
      account: () => Promise.reject(new Error('is known')),
      platformNow: Date.now,
      async rows(_when, position = '0') {
        await new Promise(setImmediate);
        const start = Number(position);
        const places = Array.from({ length: PAGE }, (_unused, index) => start + index);
        const items = await new Turns().map(places, (place) => rowOf(account, place));
        return { items, ...(start + PAGE < CAMPAIGNS && { next: String(start + PAGE) }) };
      },
      totals: async () => rowOf(account, 1),
      about: (row) => ({ campaign: { id: (row as Row).id, name: (row as Row).name }, segments: {} }),
    },
  }),
  entities: async (_, __, ___, ids) => new Map(ids.map((id) => [id, { name: `Now ${id}`, status: 'ACTIVE' }])),
  changes: () => [],
};

const channel = { name: 'large', account: { argument: 'id', schema: z.string() }, reporting } as unknown as Channel;
const context = contextOf(channel, undefined);

const question = {
  ...z.object(questionArguments).parse({ start_date: '2025-01-01', end_date: '2025-01-31', order_by: 'ctr DESC' }),
  limit: 1000,
};
const started = performance.now();
let lines = 0;
const heldMs = await longestTurnMs(async () => {
  switch (process.argv[2]) {
    case 'compare':
      lines = (await compare({ ...question, against: 'previous_period' }, context)).rows.length;
      break;
    case 'csv':
      for await (const text of reportCsv({ ...question, order_by: undefined, limit: undefined }, context))
        lines += text.split('\r\n').length - 1;
      break;
    default:
      lines = (await report(question, context)).rows.length;
  }
});
const peakMb = peakMemory() / 1024 ** 2;
console.log(JSON.stringify({ lines, peakMb, heldMs, ms: performance.now() - started }));
