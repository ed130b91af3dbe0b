import { dayOf, dayText } from '../metrics/calendar.ts';
import type { Complaints, Session } from '../mutate/session.ts';
import type { Doc, Entity } from '../state.ts';
import { checkBidding, checkShared, typeShown } from './bidding.ts';
import { checkNetworks, checkOwnNetworks, checkSettings, checkSubType } from './campaign-settings.ts';
import { hasControlLetters } from './checks.ts';
import type { Kind } from './kind.ts';
import { checkTracking } from './urls.ts';

const NAME_MAX = 256;
const MOMENT = /^\d{4}-\d\d-\d\d ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;

/** Campaigns: the channel type decides bidding, networks and whether budgets may be shared. */
export const campaign: Kind = {
  name: 'campaign',
  collection: 'campaigns',
  changeType: 'CAMPAIGN',
  create(session, body, complaints, operation, temporary) {
    const doc = withDefaults(session, body);
    complaints.require(doc, 'advertising_channel_type');
    complaints.require(doc, 'contains_eu_political_advertising');
    if (complaints.require(doc, 'name')) checkCampaignName(session, String(doc.name), undefined, complaints);
    checkVideo(doc, complaints);
    checkWhole(session, doc, undefined, complaints);
    checkOwnNetworks(body, undefined, complaints);
    checkSubType(doc, complaints);
    checkBudgetUse(session, doc, undefined, complaints);
    checkMaxCount(session, doc, complaints);
    complaints.throwIfAny();
    const id = session.claimId(temporary);
    session.createdCampaigns.set(String(id), operation);
    const budget = session.byName(doc.campaign_budget, 'campaign_budget')!;
    return {
      key: String(id),
      parent: budget.key,
      doc: { ...doc, id, bidding_strategy_type: typeShown(session, doc) },
    };
  },
  update(session, entity, after, complaints) {
    checkVideo(after, complaints);
    checkEnded(session, entity.doc, after, complaints);
    if (after.name !== entity.doc.name) checkCampaignName(session, String(after.name ?? ''), entity.key, complaints);
    checkBudgetUse(session, after, entity, complaints);
    if (after.contains_eu_political_advertising === undefined)
      complaints.add(
        'fieldError.FIELD_CANNOT_BE_CLEARED',
        'The declaration cannot be taken back.',
        'contains_eu_political_advertising',
      );
    after.missing_eu_political_advertising_declaration = false;
    checkWhole(session, after, entity.doc, complaints);
    checkOwnNetworks(after, entity.doc.network_settings, complaints);
    after.bidding_strategy_type = typeShown(session, after);
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
    missing_eu_political_advertising_declaration: false,
    ...(channel === 'PERFORMANCE_MAX' && { brand_guidelines_enabled: true }),
    ...body,
  };
}

/** Rules for creates and updates alike. */
function checkWhole(session: Session, doc: Doc, before: Doc | undefined, complaints: Complaints): void {
  checkBidding(session, doc, complaints, before === undefined);
  checkNetworks(doc, complaints);
  checkDates(session, doc, before, complaints);
  checkSettings(doc, before, complaints);
  checkTracking(doc, complaints);
}

/** VIDEO campaigns are read-only in this API. */
function checkVideo(doc: Doc, complaints: Complaints): void {
  if (doc.advertising_channel_type === 'VIDEO')
    complaints.add('mutateError.MUTATE_NOT_ALLOWED', 'Mutates are not allowed for the requested resource.', undefined, {
      trigger: 'VIDEO',
    });
}

/** An ended campaign cannot be changed before its end date is moved. */
function checkEnded({ now }: Session, before: Doc, after: Doc, complaints: Complaints): void {
  const isOver = (end: Doc[string]) => typeof end === 'string' && end < now.text;
  if (isOver(before.end_date_time) && isOver(after.end_date_time))
    complaints.add(
      'campaignError.INVALID_OPERATION_IF_SERVING_STATUS_HAS_ENDED',
      'The campaign has ended: extend its end date first.',
    );
}

const MAX_CAMPAIGNS_MAX = 100;

function checkMaxCount({ store, account }: Session, doc: Doc, complaints: Complaints): void {
  if (doc.advertising_channel_type !== 'PERFORMANCE_MAX') return;
  const row = store
    .prepare(
      `SELECT count(*) AS count FROM search_entities WHERE customer = ? AND kind = 'campaign'
       AND doc ->> 'advertising_channel_type' = 'PERFORMANCE_MAX' AND doc ->> 'status' <> 'REMOVED'`,
    )
    .get(account.id);
  if (Number(row?.count) >= MAX_CAMPAIGNS_MAX)
    complaints.add(
      'resourceCountLimitExceededError.ACCOUNT_LIMIT',
      `An account has at most ${MAX_CAMPAIGNS_MAX} Performance Max campaigns.`,
    );
}

function checkCampaignName(session: Session, name: string, own: string | undefined, complaints: Complaints): void {
  if (name.trim() === '' || hasControlLetters(name))
    complaints.add('campaignError.INVALID_CAMPAIGN_NAME', 'A name is one line of text.', 'name');
  if (name.length > NAME_MAX) complaints.add('stringLengthError.TOO_LONG', `At most ${NAME_MAX} characters.`, 'name');
  const taken = session.store
    .named(session.account.id, 'campaign', name)
    .some(({ key, doc }) => key !== own && doc.status !== 'REMOVED');
  if (taken)
    complaints.add('campaignError.DUPLICATE_CAMPAIGN_NAME', 'A campaign with this name already exists.', 'name', {
      trigger: name,
    });
}

function checkBudgetUse(session: Session, doc: Doc, own: Entity | undefined, complaints: Complaints): void {
  const budget = session.reference(doc, 'campaign_budget', 'campaign_budget', complaints);
  if (!budget) return;
  const fail = (code: string, message: string) =>
    complaints.add(`campaignBudgetError.${code}`, message, 'campaign_budget', { trigger: String(doc.campaign_budget) });
  checkShared(budget.doc, doc, complaints);
  if (budget.doc.period === 'CUSTOM_PERIOD' && doc.end_date_time === undefined)
    complaints.add(
      'campaignError.END_DATE_TIME_REQUIRED_FOR_TOTAL_BUDGET',
      'A budget for the whole run needs an end.',
      'end_date_time',
    );
  if (doc.campaign_budget === own?.doc.campaign_budget) return;
  if (budget.doc.status === 'REMOVED') fail('CAMPAIGN_BUDGET_REMOVED', 'The campaign budget was removed.');
  if (budget.doc.explicitly_shared === false && usersOf(session, budget).some((key) => key !== own?.key))
    fail(
      'CANNOT_USE_IMPLICITLY_SHARED_CAMPAIGN_BUDGET_WITH_MULTIPLE_CAMPAIGNS',
      'A budget that is not shared serves one campaign.',
    );
  const before = own && session.byName(own.doc.campaign_budget, 'campaign_budget');
  if (before && before.doc.period !== budget.doc.period)
    complaints.add('campaignError.CANNOT_CHANGE_BUDGET_PERIOD', 'The budget is for another period.', 'campaign_budget');
}

function usersOf({ store, account }: Session, budget: Entity): string[] {
  return store
    .prepare("SELECT key, doc FROM search_entities WHERE customer = ? AND kind = 'campaign' AND parent = ?")
    .all(account.id, budget.key)
    .filter(({ doc }) => (JSON.parse(String(doc)) as Doc).status !== 'REMOVED')
    .map(({ key }) => String(key));
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
