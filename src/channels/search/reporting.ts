import { Failure } from '../../errors.ts';
import { refuseHere } from '../../tools/report/not-here.ts';
import { readyChanges } from '../../tools/report/ready-changes.ts';
import type { ListedAccount, ReportAccount, Reporting } from '../../tools/report/reporting.ts';
import type { SearchClient } from './client.ts';
import { coinDigits } from './money.ts';
import { entitiesOf } from './report/entities.ts';
import { METRICS } from './report/metrics.ts';
import { type CampaignReport, campaignReportProblems } from './report/request.ts';
import { sourceOf } from './report/source.ts';
import { CUSTOMER_FIELDS, shownCustomer } from './resources/account.ts';
import { walkHierarchy } from './resources/account-hierarchy.ts';

const ROWS_AT_ONCE = 1000;

/** Metrics for which the platform's order is also ours. */
const SORTED = ['cost', 'impressions', 'clicks', 'link_clicks', 'conversions', 'conversion_value', 'video_views'];

export const reporting: Reporting<SearchClient> = {
  levels: {
    account: { kind: 'account', shownAs: 'Account' },
    campaign: { kind: 'campaign', shownAs: 'Campaign' },
    ad_group: { kind: 'ad_group', shownAs: 'Ad group' },
    ad: { kind: 'ad', shownAs: 'Ad' },
  },
  days: { completeAfterHours: 3, conversionsMoveDays: 90, attribution: 'data-driven, by day of the click' },
  metrics: METRICS,
  async accounts(client) {
    const found: ListedAccount[] = [];
    for await (const { is_manager, login_customer_id, ...customer } of walkHierarchy(
      client,
      (await client.accessibleCustomers()).sort(),
    )) {
      const through = login_customer_id && { through: { login_customer_id } };
      if (is_manager) continue;
      found.push({ ...(customer.problem === undefined ? accountOf(customer) : { id: customer.id }), ...through });
    }
    return found;
  },
  async account(client, id) {
    const row = await client.row(id, { select: CUSTOMER_FIELDS, from: 'customer' });
    if (!row?.customer) throw unreadable(id);
    const customer = shownCustomer(row.customer);
    return customer.is_manager ? undefined : accountOf(customer);
  },
  report(client, { id: account }, { level, days, byDay, metrics, order, rows }) {
    const sorted = !byDay && order !== undefined && SORTED.includes(order.by);
    const args: CampaignReport = {
      level,
      ...days,
      metrics: [...metrics],
      ...(byDay && { segments: ['date'] }),
      ...(sorted && { order_by: `${order.by}${order.descending ? ' DESC' : ''}` }),
      limit: Math.min(rows ?? ROWS_AT_ONCE, ROWS_AT_ONCE),
    };
    refuseHere(campaignReportProblems(args));
    return { source: sourceOf(client, account, args), sorted };
  },
  entities: (client, { id, currency }, level, ids) => entitiesOf(client, id, currency.code, level, ids),
  changes(target) {
    const { level, account, id, through } = target;
    if (level === 'account') return [];
    return readyChanges(target, {
      tool: `update_${level}`,
      named: { customer_id: account, ...through, [`${level}_id`]: id },
      running: 'ENABLED',
      paused: 'PAUSED',
      budget: ({ amount }) => ({ budget: amount }),
    });
  },
};

type Customer = Partial<ReturnType<typeof shownCustomer>> & { id: string };

function accountOf({
  id,
  name = '',
  status = 'UNKNOWN',
  currency: code = '',
  timezone = 'UTC',
}: Customer): ReportAccount {
  return { id, name, status, currency: { code, digits: coinDigits(code) }, timeZone: timezone };
}

function unreadable(id: string): Failure {
  return new Failure({
    code: 'permission_denied',
    message: `The platform shows nothing about the account ${id}.`,
    nextStep: 'Have the connected user given access to it, or leave it out with `accounts`.',
  });
}
