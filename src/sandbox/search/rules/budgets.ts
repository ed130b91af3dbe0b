import { billingUnitMicros } from '../metrics/facts.ts';
import type { Complaints, Session } from '../mutate/session.ts';
import type { Doc } from '../state.ts';
import type { Kind } from './kind.ts';

const NAME_BYTES_MAX = 255;
const SHARED_MAX = 11_000;
const UNSHARED_MAX = 20_000;
const AMOUNT_MAX_MICROS = 1_000_000_000_000_000;

/** Shared unless said otherwise; an unshared one takes the name of its only campaign. */
export const campaignBudget: Kind = {
  name: 'campaign_budget',
  collection: 'campaignBudgets',
  changeType: 'CAMPAIGN_BUDGET',
  create(session, body, complaints, _operation, temporary) {
    const doc: Doc = {
      delivery_method: 'STANDARD',
      explicitly_shared: true,
      period: 'DAILY',
      type: 'STANDARD',
      ...body,
      status: 'ENABLED',
      reference_count: 0,
      has_recommended_budget: false,
    };
    checkBudget(session, doc, complaints);
    if (doc.explicitly_shared === true) complaints.require(doc, 'name');
    if (typeof doc.name === 'string') checkBudgetName(session, doc.name, undefined, complaints);
    checkCount(session, doc.explicitly_shared === true, complaints);
    const id = session.claimId(temporary);
    return { key: String(id), parent: null, doc: { ...doc, id } };
  },
  update(session, entity, after, complaints, { mask }) {
    checkBudget(session, after, complaints);
    if (entity.doc.explicitly_shared === true && after.explicitly_shared === false)
      complaints.add(
        'campaignBudgetError.CANNOT_UPDATE_CAMPAIGN_BUDGET_TO_IMPLICITLY_SHARED',
        'A shared budget stays shared.',
        'explicitly_shared',
      );
    if (entity.doc.explicitly_shared === false && after.explicitly_shared === true && !mask?.includes('name'))
      complaints.add(
        'campaignBudgetError.CANNOT_UPDATE_CAMPAIGN_BUDGET_TO_EXPLICITLY_SHARED_WITHOUT_NAME',
        'A shared budget needs a name.',
        'explicitly_shared',
      );
    if (after.name !== entity.doc.name) checkBudgetName(session, String(after.name ?? ''), entity.key, complaints);
  },
  remove(_session, entity, complaints) {
    if (Number(entity.doc.reference_count) > 0)
      complaints.add('campaignBudgetError.CAMPAIGN_BUDGET_IN_USE', 'The campaign budget is in use by a campaign.');
  },
  touch({ store, account, touchedCampaigns }, entity) {
    const users = store.prepare(
      "SELECT key FROM search_entities WHERE customer = ? AND kind = 'campaign' AND parent = ?",
    );
    for (const { key } of users.all(account.id, entity.key)) touchedCampaigns.add(String(key));
  },
};

function checkBudgetName(session: Session, name: string, own: string | undefined, complaints: Complaints): void {
  const bytes = Buffer.byteLength(name.trim());
  if (bytes === 0) complaints.add('stringLengthError.TOO_SHORT', 'The name is empty.', 'name');
  if (bytes > NAME_BYTES_MAX) complaints.add('stringLengthError.TOO_LONG', `At most ${NAME_BYTES_MAX} bytes.`, 'name');
  const taken = session.store
    .named(session.account.id, 'campaign_budget', name)
    .some(({ key, doc }) => key !== own && doc.status === 'ENABLED' && doc.explicitly_shared === true);
  if (taken)
    complaints.add('campaignBudgetError.DUPLICATE_NAME', 'A campaign budget with this name already exists.', 'name', {
      trigger: name,
    });
}

/** The limit counts budgets that are not removed; they are counted exactly only when the total reaches it. */
function checkCount({ store, account }: Session, isShared: boolean, complaints: Complaints): void {
  const max = isShared ? SHARED_MAX : UNSHARED_MAX;
  const count = (where: string) =>
    Number(
      store
        .prepare(`SELECT count(*) AS n FROM search_entities WHERE customer = ? AND kind = 'campaign_budget' ${where}`)
        .get(account.id)?.n,
    );
  if (count('') < max || count(`AND doc ->> 'status' = 'ENABLED' AND doc ->> 'explicitly_shared' = ${+isShared}`) < max)
    return;
  complaints.add(
    'resourceCountLimitExceededError.ACCOUNT_LIMIT',
    `An account has at most ${max} budgets that are ${isShared ? '' : 'not '}shared.`,
  );
}

function checkBudget(session: Session, doc: Doc, complaints: Complaints): void {
  if (doc.delivery_method === 'ACCELERATED')
    complaints.add(
      'campaignBudgetError.CANNOT_USE_ACCELERATED_DELIVERY_MODE',
      'Accelerated delivery is not available.',
      'delivery_method',
    );
  const daily = doc.period !== 'CUSTOM_PERIOD';
  if (daily && doc.total_amount_micros !== undefined)
    complaints.add(
      'campaignBudgetError.TOTAL_BUDGET_AMOUNT_MUST_BE_UNSET_FOR_BUDGET_PERIOD_DAILY',
      'A daily budget has no total amount.',
      'total_amount_micros',
    );
  if (!daily && doc.amount_micros !== undefined)
    complaints.add(
      'campaignBudgetError.BUDGET_AMOUNT_MUST_BE_UNSET_FOR_CUSTOM_BUDGET_PERIOD',
      'A budget for a custom period has a total amount only.',
      'amount_micros',
    );
  const field = daily ? 'amount_micros' : 'total_amount_micros';
  if (complaints.require(doc, field)) checkAmount(session, Number(doc[field]), field, complaints);
}

function checkAmount(session: Session, amount: number, field: string, complaints: Complaints): void {
  const unit = billingUnitMicros(session.account.currency);
  const fail = (code: string, message: string) =>
    complaints.add(`campaignBudgetError.${code}`, message, field, { trigger: amount });
  if (amount <= 0) fail('NEGATIVE_MONEY_AMOUNT', 'The amount must be more than nothing.');
  else if (amount < unit)
    fail('MONEY_AMOUNT_LESS_THAN_CURRENCY_MINIMUM_CPC', 'The amount is less than the smallest bid.');
  else if (amount % unit !== 0)
    fail('NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT', `The amount must be a multiple of ${unit} micros.`);
  else if (amount > AMOUNT_MAX_MICROS) fail('MONEY_AMOUNT_TOO_LARGE', 'The amount is too large.');
}
