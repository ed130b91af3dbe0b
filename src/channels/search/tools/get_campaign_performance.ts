import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Day, Id } from '../../../tools/fields.ts';
import { collect, listArguments, nextCursor } from '../../../tools/listing.ts';
import { channel } from '../channel.ts';
import type { SearchClient } from '../client.ts';
import { queryText } from '../gaql.ts';
import { METRIC_NAMES, totalFieldsFor } from '../report/metrics.ts';
import { camelCase, shownMetrics, totalMetrics } from '../report/numbers.ts';
import { DATE_WORDS, periodOf } from '../report/period.ts';
import { packPlace, type Sums, unpackPlace } from '../report/place.ts';
import {
  DEFAULT_RANGE,
  metricsOf,
  type ReportArguments,
  reportProblems,
  reportQuery,
  selectionOf,
} from '../report/request.ts';
import { SEGMENT_NAMES, SEGMENTS } from '../report/segments.ts';
import type { Row } from '../wire.ts';

export default defineTool(channel, {
  name: 'get_campaign_performance',
  title: 'Get campaign performance',
  description:
    "Metrics of campaigns over a period (LAST_30_DAYS unless told otherwise), in days of the account's time zone, optionally split by segments. `totals` covers the whole selection, not only this page. Money has its currency; rates are fractions; null means there was nothing to divide by.",
  toolset: 'reporting',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    date_range: z.enum(DATE_WORDS).optional().describe('Instead of start_date and end_date'),
    start_date: Day.optional().describe('First day; with end_date'),
    end_date: Day.optional().describe('Last day; with start_date'),
    campaign_ids: z.array(Id).max(1000).optional().describe('Only these'),
    metrics: z.array(z.enum(METRIC_NAMES)).max(60).optional().describe('Left out: the usual ones'),
    segments: z.array(z.enum(SEGMENT_NAMES)).max(8).optional().describe('Split each row by these'),
    order_by: z.string().max(100).optional().describe('`metric` or `metric DESC`'),
    ...listArguments(100),
  }),
  output: z.object({
    rows: z.array(
      z.object({
        campaign: z.object({ id: z.string(), name: z.string(), status: z.string() }),
        segments: z.record(z.string(), z.unknown()),
        metrics: z.record(z.string(), z.unknown()),
      }),
    ),
    totals: z.record(z.string(), z.unknown()),
    period: z.object({ start_date: z.string(), end_date: z.string(), time_zone: z.string() }),
    ...nextCursor,
  }),
  rules: reportProblems,
  async run(args, { client, account, now }) {
    const metrics = metricsOf(args);
    const segments = args.segments ?? [];
    const asked = now();
    const { items, next_cursor, sums } = await pageOf(client, account, args);
    const { currency, timeZone } = await customsOf(client, account, items[0]);
    const { start_date, end_date } = args;
    const period =
      start_date !== undefined && end_date !== undefined
        ? { start_date, end_date }
        : periodOf(args.date_range ?? DEFAULT_RANGE, asked, timeZone);
    return {
      rows: items.map((row) => ({
        campaign: {
          id: row.campaign?.id ?? '',
          name: row.campaign?.name ?? '',
          status: row.campaign?.status ?? 'UNKNOWN',
        },
        segments: Object.fromEntries(
          segments.map((name) => [name, row.segments[camelCase(SEGMENTS.get(name) ?? name)] ?? null]),
        ),
        metrics: shownMetrics(metrics, row.metrics, currency),
      })),
      totals: totalMetrics(metrics, sums, currency),
      period: { ...period, time_zone: timeZone },
      ...(next_cursor && { next_cursor }),
    };
  },
});

type Arguments = ReportArguments & { limit: number; cursor?: string | undefined };

/** One page of rows, and the sums over the whole selection: the first page asks for them, the others know them. */
async function pageOf(client: SearchClient, account: string, args: Arguments) {
  const rows = queryText(reportQuery(args));
  const summary = queryText({
    select: totalFieldsFor(metricsOf(args)),
    from: 'campaign',
    where: selectionOf(args),
  });
  let sums: Sums | undefined;
  const { limit, cursor } = args;
  const page = await collect({ limit, cursor, scope: [account, rows], pageMax: limit }, async (position, size) => {
    const place = position === undefined ? undefined : unpackPlace(position);
    const known = sums ?? place?.sums;
    const [{ items, next }, added] = await Promise.all([
      client.page(account, rows, { size, position: place?.position }),
      known ?? client.summary(account, summary),
    ]);
    sums = added;
    return { items, next: next === undefined ? undefined : packPlace({ position: next, sums }) };
  });
  return { ...page, sums: sums ?? {} };
}

/** The account's currency and time zone: they stand in every row, and are asked for only when there is none. */
async function customsOf(
  client: SearchClient,
  account: string,
  row: Row | undefined,
): Promise<{ currency: string; timeZone: string }> {
  const { customer } = row?.customer
    ? row
    : ((await client.row(account, {
        select: ['customer.currency_code', 'customer.time_zone'],
        from: 'customer',
      })) ?? {});
  return { currency: customer?.currencyCode ?? '', timeZone: customer?.timeZone ?? 'UTC' };
}
