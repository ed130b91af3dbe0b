import { z } from 'zod';
import { ReplyCache } from '../memory/reply-cache.ts';
import type { Channel } from '../tools/channel.ts';
import { MetricTable } from '../tools/report/metrics.ts';
import type { Days } from '../tools/report/period.ts';
import { quantityOf } from '../tools/report/quantity.ts';
import type { Reporting } from '../tools/report/reporting.ts';
import type { ReportContext } from './fan-out.ts';

/** A number of a platform; undefined: the platform told none. */
interface Row {
  id?: string;
  name?: string;
  date?: string;
  cost?: number | undefined;
  clicks?: number | undefined;
  conversions?: number | undefined;
  reach?: number | undefined;
}
export interface Account {
  id: string;
  zone?: string;
  currency?: string;
  /** The same on all days, or by the days that were asked for. */
  rows: readonly Row[] | ((days: Days) => readonly Row[]);
  totals?: Row;
}

const number = (name: 'clicks' | 'conversions' | 'reach') => ({
  unit: 'number' as const,
  fields: [name],
  read: (row: Row) => quantityOf(row[name]),
});
const table = new MetricTable<Row>({
  sums: {
    cost: { unit: 'money', fields: ['cost'], read: (row) => quantityOf(row.cost) },
    clicks: number('clicks'),
    conversions: number('conversions'),
    reach: { ...number('reach'), adds: false },
  },
});

/** A channel whose accounts have these rows; it notes the days it was asked about. */
export function channelOf(name: string, accounts: readonly Account[], asked: Days[] = []): Channel {
  const listed = accounts.map(({ id, zone = 'UTC', currency = 'USD' }) => ({
    id,
    name: `${name} ${id}`,
    status: 'ACTIVE',
    currency: { code: currency, digits: 2 },
    timeZone: zone,
  }));
  const level = { kind: 'campaign', shownAs: 'Campaign' };
  const reporting: Reporting = {
    levels: { account: { kind: 'account', shownAs: 'Account' }, campaign: level, ad_group: level, ad: level },
    days: { completeAfterHours: 0, conversionsMoveDays: 28, attribution: 'by click' },
    metrics: table,
    accounts: async () => listed,
    account: async () => undefined,
    report: (_, { id }, { metrics, days }) => {
      asked.push(days);
      const own = accounts.find((one) => one.id === id)!;
      const rows = typeof own.rows === 'function' ? own.rows(days) : own.rows;
      const source = {
        selection: table.select(metrics),
        scope: 0,
        account: async () => ({ currency: { code: 'USD', digits: 2 }, timeZone: 'UTC' }),
        platformNow: () => 0,
        rows: async () => ({ items: rows }),
        totals: async () => own.totals ?? rows[0],
        about: ({ id: campaign = '1', name: called = 'C', date }: Row) => ({
          campaign: { id: campaign, name: called, objective: 'SALES' },
          segments: { date },
        }),
      };
      return { source: source as never, sorted: false };
    },
    entities: async (_, __, ___, ids) =>
      new Map(ids.map((id) => [id, { name: `Now ${id}`, status: id === '2' ? 'PAUSED' : 'ENABLED' }])),
    changes: () => [],
  };
  return {
    name,
    title: name.toUpperCase(),
    instructions: '',
    hosts: {},
    needsConnection: true,
    connect: () => 0,
    account: { argument: 'account_id', schema: z.string(), choices: async () => [] },
    reporting,
  };
}

export function contextOf(channels: readonly Channel[], now: string): ReportContext {
  const at = () => Date.parse(now);
  return {
    signal: new AbortController().signal,
    progress() {},
    now: at,
    reach: {
      memory: new ReplyCache({ bytesMax: 1_000_000, lifeMs: 60_000, now: at }),
      channelDeadlineMs: 60_000,
      unexpected(error: unknown): never {
        throw error;
      },
      channels: async () =>
        channels.map((channel) => ({
          workspace: { id: 'ws', name: 'Acme' },
          channel,
          mode: 'live' as const,
          configured: undefined,
          fence: undefined,
          identity: channel.name,
          connect: () => ({ client: 0, platformNow: at }),
        })),
    },
  };
}
