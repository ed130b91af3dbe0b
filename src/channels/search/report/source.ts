import { gather } from '../../../tools/listing.ts';
import type { AccountFacts, ReportSource, When } from '../../../tools/report/read-report.ts';
import type { SearchClient } from '../client.ts';
import { coinDigits } from '../money.ts';
import { camelCase, queryText } from '../resources/wire/gaql.ts';
import type { Row } from '../resources/wire/row.ts';
import { adNames, placeNames } from './entity-names.ts';
import { isAboutPlaces, levelOf, subjectsOf } from './levels.ts';
import { METRICS } from './metrics.ts';
import { type CampaignReport, metricsOf, OWN_RANGES, reportQuery, selectionOf } from './request.ts';
import { SEGMENTS, segmentField } from './segments.ts';

type Counted = Pick<Row, 'metrics'> & Partial<Row>;

/** A report for the engine: one query for the rows, one for their sum. */
export function sourceOf(client: SearchClient, account: string, args: CampaignReport): ReportSource<Counted> {
  const selection = METRICS.select(metricsOf(args));
  const rowsQuery = (when: When) => queryText(reportQuery(args, selection.fields, when));
  const { segments = [], limit, level = 'campaign' } = args;
  const names = new Map<string, string>();
  return {
    selection,
    scope: [
      account,
      level,
      args.campaign_ids,
      args.ad_group_ids,
      args.status,
      args.without_conversions,
      segments,
      args.order_by,
    ],
    ownRanges: OWN_RANGES,
    account: (row) => factsOf(client, account, row),
    platformNow: () => client.platformNow(),
    rows(when, position) {
      const query = rowsQuery(when);
      return gather<Counted>({ position, limit, pageMax: limit }, (place, size) =>
        client.page(account, query, { size, position: place }),
      );
    },
    async totals(when) {
      const { from, fields } = levelOf(level);
      // Some resources allow only selected fields in WHERE. Rows that are chosen by their metrics have to be those of the report, which
      // its segments cut.
      const cuts = args.without_conversions ? segments.map(segmentField) : [];
      const query = { select: [...fields, ...cuts, ...selection.fields], from, where: selectionOf(args, when) };
      return { metrics: await client.summary(account, queryText(query)) };
    },
    async learn(rows) {
      const read = isAboutPlaces(level) ? placeNames : level === 'ad' ? adNames : undefined;
      const subjects = rows.map((row): { id?: string | undefined; name?: string | undefined } =>
        levelOf(level).subject(row),
      );
      const ids = subjects.filter(({ name }) => !name).map(({ id }) => id ?? '');
      for (const [id, name] of (await read?.(client, account, ids)) ?? []) names.set(id, name);
    },
    about: ({ segments: split = {}, ...row }) => ({
      ...subjectsOf(level, { ...row, segments: split }, names),
      segments: Object.fromEntries(
        segments.map((name) => [name, split[camelCase(SEGMENTS.get(name) ?? name)] ?? null]),
      ),
    }),
  };
}

/** The account's currency and time zone, from a row of the report, or by a query of their own when it has no rows. */
async function factsOf(client: SearchClient, account: string, row: Counted | undefined): Promise<AccountFacts> {
  const { customer } = row?.customer
    ? row
    : ((await client.row(account, {
        select: ['customer.currency_code', 'customer.time_zone'],
        from: 'customer',
      })) ?? {});
  const code = customer?.currencyCode ?? '';
  return { currency: { code, digits: coinDigits(code) }, timeZone: customer?.timeZone ?? 'UTC' };
}
