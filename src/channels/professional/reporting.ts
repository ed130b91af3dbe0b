import { refuseHere } from '../../tools/report/not-here.ts';
import { readyChanges } from '../../tools/report/ready-changes.ts';
import type { ReportAccount, Reporting } from '../../tools/report/reporting.ts';
import type { ProfessionalClient } from './client.ts';
import { coinDigits } from './money.ts';
import { placedEntities, shownEntity } from './report/entities.ts';
import { METRICS } from './report/metrics.ts';
import { type AnalyticsArguments, analyticsProblems } from './report/request.ts';
import { Analytics, ROWS_MAX, SHOWN_AS } from './report/source.ts';
import { accountsOf } from './resources/identity.ts';

const LEVELS = { account: 'account', campaign: 'campaign_group', ad_group: 'campaign', ad: 'creative' } as const;
const TOOLS = { campaign: 'update_campaign_group', ad_group: 'update_professional_campaign', ad: 'update_creative' };

const named = (kind: keyof typeof SHOWN_AS) => ({ kind, shownAs: SHOWN_AS[kind] });

export const reporting: Reporting<ProfessionalClient> = {
  levels: {
    account: named('account'),
    campaign: named('campaign_group'),
    ad_group: named('campaign'),
    ad: named('creative'),
  },
  days: {
    completeAfterHours: 6,
    conversionsMoveDays: 90,
    attribution: 'set by campaign: 30-day click and 7-day view',
  },
  metrics: METRICS,
  accounts: async (client) => (await accountsOf(client, Number.POSITIVE_INFINITY)).map(accountOf),
  account: async (client, id) => accountOf(await client.account(id)),
  report(client, { id: account }, { level, days, byDay, metrics, order }) {
    // Rows are ordered here, by metrics only.
    const sorted = order !== undefined && METRICS.sortable.includes(order.by);
    const args: AnalyticsArguments = {
      level: LEVELS[level],
      ...days,
      metrics: [...metrics],
      ...(byDay && { segments: ['date'] }),
      ...(sorted && { order_by: `${order.by}${order.descending ? ' DESC' : ''}` }),
      limit: ROWS_MAX,
    };
    refuseHere(analyticsProblems(args));
    return { source: new Analytics(client, account, args), sorted };
  },
  async entities(client, { id }, level, ids) {
    const found = await placedEntities(client, id, LEVELS[level], ids);
    return new Map(found.map((one) => [one.id, shownEntity(one)]));
  },
  changes(target) {
    const { level, account, id } = target;
    if (level === 'account') return [];
    return readyChanges(target, {
      tool: TOOLS[level],
      named: { account_id: account, [`${LEVELS[level]}_id`]: id },
      running: 'ACTIVE',
      paused: 'PAUSED',
      budget: ({ amount, currency, period }) => {
        const name = period === 'DAILY' ? 'daily_budget' : 'total_budget';
        return { [`${name}_amount`]: amount, [`${name}_currency`]: currency };
      },
    });
  },
};

/** The platform reports in UTC days for every account. */
function accountOf(account: { id: string; name?: string; currency?: string; status?: string }): ReportAccount {
  const { id, name = '', currency: code = '', status = 'UNKNOWN' } = account;
  return { id, name, status, currency: { code, digits: coinDigits(code) }, timeZone: 'UTC' };
}
