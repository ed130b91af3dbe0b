import { readyChanges } from '../../tools/report/ready-changes.ts';
import type { ReportAccount, Reporting } from '../../tools/report/reporting.ts';
import type { SocialClient } from './client.ts';
import { digitsOf } from './money.ts';
import { entitiesOf, shownEntity } from './report/entities.ts';
import { METRICS } from './report/metrics.ts';
import type { InsightArguments } from './report/request.ts';
import { Insights } from './report/source.ts';
import { adAccountOf } from './resources/account.ts';
import { INSIGHT_PAGE_MAX } from './resources/insights.ts';
import { AD_ACCOUNTS, type AdAccount } from './wire.ts';

const LEVELS = { account: 'account', campaign: 'campaign', ad_group: 'ad_set', ad: 'ad' } as const;
const TOOLS = { campaign: 'update_social_campaign', ad_group: 'update_ad_set', ad: 'update_social_ad' };

/** Metrics that the platform can sort by and counts as we do. */
const SORTED = ['cost', 'impressions', 'clicks', 'link_clicks'];

export const reporting: Reporting<SocialClient> = {
  levels: {
    account: { kind: 'account', shownAs: 'Ad account' },
    campaign: { kind: 'campaign', shownAs: 'Campaign' },
    ad_group: { kind: 'ad_set', shownAs: 'Ad set' },
    ad: { kind: 'ad', shownAs: 'Ad' },
  },
  days: {
    completeAfterHours: 6,
    conversionsMoveDays: 28,
    attribution: '7-day click and 1-day view, by day of the impression',
  },
  metrics: METRICS,
  async accounts(client) {
    const { items } = await client.list(AD_ACCOUNTS, 'me', { limit: Number.POSITIVE_INFINITY });
    return items.map(accountOf);
  },
  account: async (client, id) => accountOf(await client.account(AD_ACCOUNTS, id)),
  report(client, { id, currency, timeZone }, { level, days, byDay, metrics, order, rows }, { progress }) {
    const sorted = !byDay && order !== undefined && SORTED.includes(order.by);
    const args: InsightArguments = {
      level: LEVELS[level],
      ...days,
      metrics: [...metrics],
      ...(byDay && { segments: ['date'] }),
      ...(sorted && { order_by: `${order.by}${order.descending ? ' DESC' : ''}` }),
      limit: Math.min(rows ?? INSIGHT_PAGE_MAX, INSIGHT_PAGE_MAX),
    };
    const insights = new Insights(client, id, args, { progress }, { currency, timeZone });
    return { source: insights, sorted };
  },
  async entities(client, { id, currency }, level, ids) {
    const found = await entitiesOf(client, id, LEVELS[level], ids);
    return new Map(found.map((one) => [one.id, shownEntity(one, currency.code)]));
  },
  changes(target) {
    const { level, id } = target;
    if (level === 'account') return [];
    return readyChanges(target, {
      tool: TOOLS[level],
      named: { [`${LEVELS[level]}_id`]: id },
      running: 'ACTIVE',
      paused: 'PAUSED',
      budget: ({ amount, period }) => ({ [period === 'DAILY' ? 'daily_budget' : 'lifetime_budget']: amount }),
    });
  },
};

function accountOf(wire: AdAccount): ReportAccount {
  const { account_id: id, currency, timezone_name: timeZone = 'UTC' } = wire;
  const { name, status } = adAccountOf(wire);
  return { id, name, status, currency: { code: currency, digits: digitsOf(currency) }, timeZone };
}
