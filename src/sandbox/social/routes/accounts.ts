import { DAY_MS, HOUR_MS } from '../../../ambient.ts';
import { zoneOffsetMs } from '../../calendar.ts';
import { filtered, fromArray } from '../../paging.ts';
import { GraphError } from '../errors.ts';
import { graphTime } from '../format.ts';
import { saveNode } from '../graph/changes.ts';
import { ADS_LIMIT, listDelivering } from '../graph/listing.ts';
import { type Operation, ofKind, stored } from '../graph/operation.ts';
import { spentSoFar } from '../insights/spend-so-far.ts';
import { majorText, minimumSpendCap, minimumsOf, offsetOf } from '../rules/currencies.ts';

const account = ofKind('AdAccount');

const TIMEZONE_IDS: Record<string, number> = {
  'America/New_York': 7,
  'America/Los_Angeles': 1,
  'Europe/Berlin': 47,
  'Europe/Paris': 57,
  'Asia/Tokyo': 77,
  'Europe/London': 58,
};
export const TASKS = ['DRAFT', 'ANALYZE', 'ADVERTISE', 'MANAGE'];

export const type = account.type(['account_id'], {
  account_id: (_, node) => node.id.slice('act_'.length),
  ...stored('name', 'currency', 'account_status'),
  disable_reason: (_, { data }) => (data.account_status === 2 ? 1 : 0),
  timezone_name: (_, { data }) => data.timezone,
  timezone_id: (_, { data }) => TIMEZONE_IDS[data.timezone],
  timezone_offset_hours_utc: (ctx, { data }) => zoneOffsetMs(ctx.world.now(), data.timezone) / HOUR_MS,
  amount_spent: (ctx, node) => String(spentSoFar(ctx, { account: node.id })),
  balance: (ctx, node) => String(spentSoFar(ctx, { account: node.id }) % (500 * offsetOf(node.data.currency))),
  spend_cap: (_, { data }) => String(data.spend_cap),
  min_daily_budget: (_, { data }) => minimumsOf(data.currency, data.country).impressions,
  min_campaign_group_spend_cap: (_, { data }) => String(minimumSpendCap(data.currency)),
  business: (ctx, { data }) => ctx.store.need('Business', data.business),
  business_country_code: (_, { data }) => data.country,
  owner: (_, { data }) => data.business,
  is_prepay_account: () => false,
  funding_source_details: (_, { data }) => ({
    type: 1,
    display_string: `Available balance (${majorText(0, data.currency)} ${data.currency})`,
  }),
  capabilities: () => ['CAN_CREATE_BRAND_LIFT_STUDY', 'BULK_INGEST_CUSTOM_AUDIENCE', 'CAN_USE_REACH_AND_FREQUENCY'],
  user_tasks: () => TASKS,
  tos_accepted: (_, { data }) => ({ custom_audience_tos: data.terms_open ? 0 : 1, web_custom_audience_tos: 1 }),
  age: (ctx, { data }) => (ctx.world.now() - data.created) / DAY_MS,
  created_time: (_, { data }) => graphTime(data.created, data.timezone),
  default_dsa_payor: (_, { data }) => data.dsa_payor,
  default_dsa_beneficiary: (_, { data }) => data.dsa_beneficiary,
  opportunity_score: () => 72,
});

export const operations: Operation[] = [
  account.list('campaigns', (ctx, node) => listDelivering(ctx, 'Campaign', { account: node.id }), { limit: ADS_LIMIT }),
  account.list('adsets', (ctx, node) => listDelivering(ctx, 'AdSet', { account: node.id }), { limit: ADS_LIMIT }),
  account.list('ads', (ctx, node) => listDelivering(ctx, 'Ad', { account: node.id }), { limit: ADS_LIMIT }),
  account.list('promote_pages', (ctx, node) =>
    filtered(ctx.store.list('Page'), (page) => page.data.business === node.data.business),
  ),
  account.list('instagram_accounts', (ctx, node) =>
    filtered(ctx.store.list('InstagramUser'), (user) => user.data.business === node.data.business),
  ),
  account.list('minimum_budgets', (_, { data }) => {
    const least = minimumsOf(data.currency, data.country);
    return fromArray([
      {
        currency: data.currency,
        min_daily_budget_imp: least.impressions,
        min_daily_budget_high_freq: least.frequent,
        min_daily_budget_low_freq: least.rare,
        min_daily_budget_video_views: least.frequent,
      },
    ]);
  }),
  account.create('assigned_users', (ctx, node, record) => {
    const id = ctx.params.requiredText('user');
    const user = ctx.store.findKind('SystemUser', id) ?? ctx.store.findKind('User', id);
    if (!user || user.data.business !== node.data.business)
      throw new GraphError(100, `(#100) User ${id} is not part of this business`);
    ctx.params.wordsOf('tasks', ['MANAGE', 'ADVERTISE', 'ANALYZE', 'DRAFT', 'AA_ANALYZE']);
    if (!user.data.accounts.includes(node.id)) user.data.accounts.push(node.id);
    saveNode(ctx, record, user, { assigned: node.id });
    return { success: true };
  }),
];
