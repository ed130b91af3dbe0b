import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { listArguments, nextCursor } from '../../../tools/listing.ts';
import { channel } from '../channel.ts';
import { reportPage } from '../client/insights.ts';
import { accountNode, type SocialClient } from '../client.ts';
import { insightFields, insightRules, isHeavy, rowsQuery, totalsQuery } from '../insight-query.ts';
import { MetricRow, metricRowOf, metricsOf, type RowContext } from '../insight-rows.ts';
import { type Report, readReport } from '../report.ts';
import { CAMPAIGN_STATUS, type InsightRow } from '../wire.ts';

/** So that the list of ids fits into an address. */
const IDS_PER_CALL = 100;

export default defineTool(channel, {
  name: 'get_social_insights',
  title: 'Get performance numbers',
  description:
    'Impressions, clicks, cost, reach and chosen actions by level, dates and breakdowns, in the account time zone. A large report is made in the background; when it is not ready in time, call again with next_cursor.',
  toolset: 'reporting',
  access: 'read',
  repeat: 'safe',
  scopes: ['ads_read'],
  input: z.strictObject({ ...insightFields, ...listArguments(100) }),
  output: z.object({
    rows: z.array(MetricRow),
    totals: z.record(z.string(), z.unknown()).optional().describe('metrics over all rows; first page only'),
    report: z.object({
      made: z.enum(['at_once', 'in_background']),
      ready: z.boolean(),
      percent: z.number().optional(),
    }),
    ...nextCursor,
  }),
  rules: insightRules,
  async run({ limit, cursor, ...args }, { client, account, progress }) {
    const first = cursor === undefined;
    const [currency, report, totals] = await Promise.all([
      client.currency(account),
      readReport(client, account, { query: rowsQuery(args), limit, cursor, heavy: isHeavy(args), progress }),
      first ? reportPage(client, account, totalsQuery(args)) : undefined,
    ]);
    const context: RowContext = {
      currency,
      statuses: await campaignStatuses(client, account, report.rows),
      breakdowns: args.breakdowns ?? [],
      actionTypes: args.action_types ?? [],
      windows: args.attribution_windows ?? [],
    };
    const [total] = totals?.items ?? [];
    return {
      rows: report.rows.map((row) => metricRowOf(row, context)),
      ...(total && { totals: metricsOf(total, context) }),
      report: stateOf(report),
      ...(report.next_cursor && { next_cursor: report.next_cursor }),
    };
  },
});

/** Reports do not tell a campaign's status, and a reader should not have to ask for it row by row. */
async function campaignStatuses(client: SocialClient, account: string, rows: readonly InsightRow[]) {
  const ids = [...new Set(rows.flatMap(({ campaign_id }) => (typeof campaign_id === 'string' ? [campaign_id] : [])))];
  const pages = Array.from({ length: Math.ceil(ids.length / IDS_PER_CALL) }, (_, page) => {
    const value = ids.slice(page * IDS_PER_CALL, (page + 1) * IDS_PER_CALL);
    const filtering = [{ field: 'id', operator: 'IN', value }];
    const query = { filtering, effective_status: ['ACTIVE', 'PAUSED', 'ARCHIVED', 'IN_PROCESS', 'WITH_ISSUES'] };
    return client.list(CAMPAIGN_STATUS, accountNode(account), { limit: IDS_PER_CALL, query, account });
  });
  return new Map(
    (await Promise.all(pages)).flatMap(({ items }) => items.map(({ id, status }) => [id, status] as const)),
  );
}

function stateOf({ background, ready, percent }: Report) {
  return {
    made: background ? ('in_background' as const) : ('at_once' as const),
    ready,
    ...(percent !== undefined && { percent }),
  };
}
