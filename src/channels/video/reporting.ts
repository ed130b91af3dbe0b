import { refuseHere } from '../../tools/report/not-here.ts';
import { lengthOf } from '../../tools/report/period.ts';
import { readyChanges } from '../../tools/report/ready-changes.ts';
import type { Reporting } from '../../tools/report/reporting.ts';
import type { VideoClient } from './client.ts';
import { digitsOf } from './money.ts';
import { shownEntities } from './report/entities.ts';
import { METRICS } from './report/metrics.ts';
import { longestDays, type VideoReport, videoReportProblems } from './report/request.ts';
import { IntegratedReport } from './report/source.ts';

const ROWS_AT_ONCE = 1000;
const LEVELS = { account: 'advertiser', campaign: 'campaign', ad_group: 'ad_group', ad: 'ad' } as const;

/** Metrics by which the platform's order is the same as ours. */
const SORTED = ['cost', 'impressions', 'clicks', 'link_clicks', 'conversions', 'conversion_value', 'video_views'];

export const reporting: Reporting<VideoClient> = {
  levels: {
    account: { kind: 'advertiser', shownAs: 'Advertiser' },
    campaign: { kind: 'campaign', shownAs: 'Campaign' },
    ad_group: { kind: 'ad_group', shownAs: 'Ad group' },
    ad: { kind: 'ad', shownAs: 'Ad' },
  },
  days: { completeAfterHours: 11, conversionsMoveDays: 3, attribution: '7-day click and 1-day view' },
  metrics: METRICS,
  accounts: (client) => client.advertisers(),
  async account(client, id) {
    const { name, status, currency, timezone: timeZone } = await client.advertiser(id);
    return { id, name, status, currency: { code: currency, digits: digitsOf(currency) }, timeZone };
  },
  report(client, { id: account }, { level, days, byDay, metrics, order, rows }) {
    const segments = byDay ? ['date'] : [];
    const sorted =
      !byDay && order !== undefined && SORTED.includes(order.by) && lengthOf(days) <= longestDays({ segments });
    const args: VideoReport = {
      level: LEVELS[level],
      ...days,
      metrics: [...metrics],
      segments,
      ...(sorted && { order_by: `${order.by}${order.descending ? ' DESC' : ''}` }),
      limit: Math.min(rows ?? ROWS_AT_ONCE, ROWS_AT_ONCE),
    };
    refuseHere(videoReportProblems(args));
    return { source: new IntegratedReport(client, account, args), sorted };
  },
  entities: (client, { id, currency }, level, ids) => shownEntities(client, id, level, ids, currency.code),
  changes(target) {
    const { level, account, id } = target;
    if (level === 'account') return [];
    return readyChanges(target, {
      tool: `update_${level}`,
      named: { advertiser_id: account, [`${level}_id`]: id },
      running: 'ENABLE',
      paused: 'DISABLE',
      budget: ({ amount }) => ({ budget: amount }),
    });
  },
};
