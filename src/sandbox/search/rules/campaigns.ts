import { dayOf, dayText } from '../metrics/calendar.ts';
import type { Complaints, Session } from '../mutate/session.ts';
import type { Doc, Entity } from '../state.ts';
import { checkName, checkStatus } from './checks.ts';
import type { Kind } from './kind.ts';

/** Bidding fields of the one-of, and what the strategy is then called. */
const STRATEGIES: Readonly<Record<string, string>> = {
  manual_cpc: 'MANUAL_CPC',
  manual_cpm: 'MANUAL_CPM',
  manual_cpv: 'MANUAL_CPV',
  manual_cpa: 'MANUAL_CPA',
  maximize_conversions: 'MAXIMIZE_CONVERSIONS',
  maximize_conversion_value: 'MAXIMIZE_CONVERSION_VALUE',
  target_cpa: 'TARGET_CPA',
  target_roas: 'TARGET_ROAS',
  target_spend: 'TARGET_SPEND',
  target_impression_share: 'TARGET_IMPRESSION_SHARE',
  target_cpm: 'TARGET_CPM',
  target_cpv: 'TARGET_CPV',
  target_cpc: 'TARGET_CPC',
  percent_cpc: 'PERCENT_CPC',
  commission: 'COMMISSION',
  fixed_cpm: 'FIXED_CPM',
};
const MAX_STRATEGIES = ['maximize_conversions', 'maximize_conversion_value'];
const MOMENT = /^\d{4}-\d\d-\d\d ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;

/** What follows from the channel differs most: bidding, networks, whether budgets may be shared. */
export const campaign: Kind = {
  name: 'campaign',
  collection: 'campaigns',
  changeType: 'CAMPAIGN',
  create(session, body, complaints, operation, temporary) {
    const doc = withDefaults(session, body);
    complaints.require(doc, 'advertising_channel_type');
    complaints.require(doc, 'contains_eu_political_advertising');
    if (complaints.require(doc, 'name')) checkCampaignName(session, String(doc.name), undefined, complaints);
    const strategy = strategyOf(doc);
    if (strategy === undefined)
      complaints.add('fieldError.REQUIRED', 'The required field was not present.', 'campaign_bidding_strategy');
    checkStrategy(doc, complaints);
    checkBudgetUse(session, doc, undefined, complaints);
    checkNetworks(doc, complaints);
    checkDates(session, doc, undefined, complaints);
    if (doc.advertising_channel_type === 'PERFORMANCE_MAX' && doc.advertising_channel_sub_type !== undefined)
      complaints.add(
        'campaignError.INVALID_ADVERTISING_CHANNEL_SUB_TYPE',
        'This channel type takes no sub type.',
        'advertising_channel_sub_type',
      );
    complaints.throwIfAny();
    const id = session.claimId(temporary);
    session.createdCampaigns.set(String(id), operation);
    const budget = session.byName(doc.campaign_budget, 'campaign_budget')!;
    return { key: String(id), parent: budget.key, doc: { ...doc, id, bidding_strategy_type: STRATEGIES[strategy!]! } };
  },
  update(session, entity, after, complaints) {
    checkStatus(after, complaints);
    if (after.name !== entity.doc.name) checkCampaignName(session, String(after.name ?? ''), entity.key, complaints);
    if (after.campaign_budget !== entity.doc.campaign_budget) checkBudgetUse(session, after, entity.key, complaints);
    if (after.contains_eu_political_advertising === undefined)
      complaints.add(
        'fieldError.FIELD_CANNOT_BE_CLEARED',
        'The declaration cannot be taken back.',
        'contains_eu_political_advertising',
      );
    checkStrategy(after, complaints);
    checkNetworks(after, complaints);
    checkDates(session, after, entity.doc, complaints);
    const strategy = strategyOf(after);
    if (strategy === undefined)
      complaints.add('fieldError.REQUIRED', 'The required field was not present.', 'campaign_bidding_strategy');
    else after.bidding_strategy_type = STRATEGIES[strategy]!;
  },
  remove() {},
  touch(session, entity) {
    session.touchedCampaigns.add(entity.key);
  },
};

function withDefaults({ now }: Session, body: Doc): Doc {
  const channel = body.advertising_channel_type;
  const search = channel === 'SEARCH';
  return {
    status: 'ENABLED',
    ad_serving_optimization_status: 'OPTIMIZE',
    start_date_time: `${dayText(now.day)} 00:00:00`,
    network_settings: {
      target_google_search: search,
      target_search_network: search,
      target_content_network: channel === 'DISPLAY',
      target_partner_search_network: false,
    },
    geo_target_type_setting: { positive_geo_target_type: 'PRESENCE_OR_INTEREST', negative_geo_target_type: 'PRESENCE' },
    payment_mode: 'CLICKS',
    experiment_type: 'BASE',
    optimization_score: 0.75,
    ...(channel === 'PERFORMANCE_MAX' && { brand_guidelines_enabled: true }),
    ...body,
  };
}

function strategyOf(doc: Doc): string | undefined {
  return Object.keys(STRATEGIES).find((name) => doc[name] !== undefined);
}

function checkCampaignName(session: Session, name: string, own: string | undefined, complaints: Complaints): void {
  checkName(name, complaints);
  if (name.trim() === '') complaints.add('campaignError.INVALID_CAMPAIGN_NAME', 'The name is empty.', 'name');
  const taken = session.store
    .named(session.account.id, 'campaign', name)
    .some(({ key, doc }) => key !== own && doc.status !== 'REMOVED');
  if (taken)
    complaints.add('campaignError.DUPLICATE_CAMPAIGN_NAME', 'A campaign with this name already exists.', 'name', {
      trigger: name,
    });
}

function checkStrategy(doc: Doc, complaints: Complaints): void {
  const strategy = strategyOf(doc);
  if (
    doc.advertising_channel_type === 'PERFORMANCE_MAX' &&
    strategy !== undefined &&
    !MAX_STRATEGIES.includes(strategy)
  ) {
    complaints.add(
      'biddingError.CANNOT_CREATE_CAMPAIGN_WITH_BIDDING_STRATEGY',
      'Performance Max takes maximize_conversions or maximize_conversion_value.',
      strategy,
    );
  }
  const roas = (doc.target_roas as Doc | undefined)?.target_roas;
  if (typeof roas === 'number' && (roas < 0.01 || roas > 1000))
    complaints.add(
      roas < 0.01 ? 'rangeError.TOO_LOW' : 'rangeError.TOO_HIGH',
      'The target must be between 0.01 and 1000.',
      'target_roas.target_roas',
    );
}

function checkBudgetUse(session: Session, doc: Doc, own: string | undefined, complaints: Complaints): void {
  const budget = session.reference(doc, 'campaign_budget', 'campaign_budget', complaints);
  if (!budget) return;
  const fail = (code: 'campaignBudgetError' | 'campaignError', name: string, message: string) =>
    complaints.add(`${code}.${name}`, message, 'campaign_budget', { trigger: String(doc.campaign_budget) });
  if (budget.doc.status === 'REMOVED')
    fail('campaignBudgetError', 'CAMPAIGN_BUDGET_REMOVED', 'The campaign budget was removed.');
  if (doc.advertising_channel_type === 'PERFORMANCE_MAX' && budget.doc.explicitly_shared === true)
    fail('campaignError', 'CAMPAIGN_CANNOT_USE_SHARED_BUDGET', 'Performance Max cannot use a shared budget.');
  if (budget.doc.explicitly_shared === false && usersOf(session, budget).some((key) => key !== own)) {
    fail(
      'campaignBudgetError',
      'CANNOT_USE_IMPLICITLY_SHARED_CAMPAIGN_BUDGET_WITH_MULTIPLE_CAMPAIGNS',
      'A budget that is not shared serves one campaign.',
    );
  }
}

function usersOf({ store, account }: Session, budget: Entity): string[] {
  return store
    .prepare("SELECT key, doc FROM search_entities WHERE customer = ? AND kind = 'campaign' AND parent = ?")
    .all(account.id, budget.key)
    .filter(({ doc }) => (JSON.parse(String(doc)) as Doc).status !== 'REMOVED')
    .map(({ key }) => String(key));
}

function checkNetworks(doc: Doc, complaints: Complaints): void {
  const networks = doc.network_settings as Doc | undefined;
  if (!networks || (doc.advertising_channel_type !== 'SEARCH' && doc.advertising_channel_type !== 'DISPLAY')) return;
  const fail = (code: string, message: string, field: string) =>
    complaints.add(`campaignError.${code}`, message, `network_settings.${field}`);
  if (networks.target_search_network === true && networks.target_google_search !== true)
    fail(
      'CANNOT_TARGET_SEARCH_NETWORK_WITHOUT_GOOGLE_SEARCH',
      'Search partners need Google search.',
      'target_search_network',
    );
  if (networks.target_partner_search_network === true)
    fail(
      'CANNOT_TARGET_PARTNER_SEARCH_NETWORK',
      'The partner search network is for selected advertisers only.',
      'target_partner_search_network',
    );
  if (networks.target_google_search !== true && networks.target_content_network !== true)
    complaints.add(
      'campaignError.CAMPAIGN_MUST_TARGET_AT_LEAST_ONE_NETWORK',
      'At least one network must be targeted.',
      'network_settings',
    );
}

function checkDates(session: Session, doc: Doc, before: Doc | undefined, complaints: Complaints): void {
  const { start_date_time: start, end_date_time: end } = doc;
  const fresh = (field: string) => typeof doc[field] === 'string' && doc[field] !== before?.[field];
  for (const [field, time, code] of [
    ['start_date_time', '00:00:00', 'DATE_RANGE_ERROR_START_TIME_MUST_BE_THE_START_OF_A_DAY'],
    ['end_date_time', '23:59:59', 'DATE_RANGE_ERROR_END_TIME_MUST_BE_THE_END_OF_A_DAY'],
  ] as const) {
    if (!fresh(field)) continue;
    const text = String(doc[field]);
    if (!MOMENT.test(text) || dayText(dayOf(text.slice(0, 10)) || 0) !== text.slice(0, 10))
      complaints.add(
        'dateError.INVALID_STRING_DATE_TIME_SECONDS',
        'The date must be written yyyy-MM-dd HH:mm:ss.',
        field,
        { trigger: text },
      );
    else if (text.slice(11) !== time)
      complaints.add(`dateError.${code}`, `The time must be ${time}.`, field, { trigger: text });
    else if (dayOf(text.slice(0, 10)) < session.now.day)
      complaints.add('campaignError.CANNOT_SET_DATE_TO_PAST', 'The date is in the past.', field, { trigger: text });
  }
  if (before && fresh('start_date_time') && String(before.start_date_time) <= session.now.text)
    complaints.add(
      'campaignError.CANNOT_MODIFY_START_DATE_IF_ALREADY_STARTED',
      'The campaign has started.',
      'start_date_time',
    );
  if (typeof start === 'string' && typeof end === 'string' && start > end)
    complaints.add('dateRangeError.START_DATE_AFTER_END_DATE', 'The start is after the end.', 'end_date_time');
}
