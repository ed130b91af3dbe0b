import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id } from '../../../tools/fields.ts';
import { gather } from '../../../tools/listing.ts';
import { reportArguments, reportOutput, Subject } from '../../../tools/report/arguments.ts';
import { type AccountFacts, type ReportSource, readReport, type When } from '../../../tools/report/read-report.ts';
import { channel } from '../channel.ts';
import type { SearchClient } from '../client.ts';
import { queryText } from '../gaql.ts';
import { coinDigits } from '../money.ts';
import { camelCase, METRICS } from '../report/metrics.ts';
import { reworded } from '../report/refusal.ts';
import {
  CAMPAIGN_STATUSES,
  type CampaignReport,
  campaignReportProblems,
  metricsOf,
  OWN_RANGES,
  reportQuery,
  selectionOf,
} from '../report/request.ts';
import { SEGMENT_NAMES, SEGMENTS } from '../report/segments.ts';
import type { Row } from '../wire.ts';

export default defineTool(channel, {
  name: 'get_campaign_performance',
  title: 'Get campaign performance',
  description:
    "Metrics of campaigns over a period, in days of the account's time zone, optionally split by segments. Removed campaigns count unless `status` says otherwise. `totals` covers the whole selection, not only this page. Money has its currency; rates are fractions; null means there was nothing to divide by.",
  toolset: 'reporting',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({
    campaign_ids: z.array(Id).max(1000).optional().describe('Only these'),
    ...reportArguments({ metrics: METRICS.names, segments: SEGMENT_NAMES, statuses: CAMPAIGN_STATUSES }),
  }),
  output: z.object(reportOutput({ campaign: Subject })),
  rules: campaignReportProblems,
  async run(args, { client, account }) {
    const { background: _, ...report } = await readReport(args, sourceOf(client, account, args)).catch(reworded);
    return report;
  },
});

type Counted = Pick<Row, 'metrics'> & Partial<Row>;

function sourceOf(client: SearchClient, account: string, args: CampaignReport): ReportSource<Counted> {
  const selection = METRICS.select(metricsOf(args));
  const rowsQuery = (when: When) => queryText(reportQuery(args, selection.fields, when));
  const { segments = [], limit } = args;
  return {
    selection,
    scope: [account, args.campaign_ids, args.status, segments, args.order_by],
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
      const query = { select: selection.fields, from: 'campaign', where: selectionOf(args, when) };
      return { metrics: await client.summary(account, queryText(query)) };
    },
    about: ({ campaign, segments: split = {} }) => ({
      campaign: { id: campaign?.id ?? '', name: campaign?.name ?? '', status: campaign?.status ?? 'UNKNOWN' },
      segments: Object.fromEntries(
        segments.map((name) => [name, split[camelCase(SEGMENTS.get(name) ?? name)] ?? null]),
      ),
    }),
  };
}

/** The account's currency and time zone: they stand in every row, and are asked for only when there is none. */
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
