import { bad, Refusal } from '../errors.ts';
import type { AdvertiserCall } from '../routes/serve.ts';
import type { CampaignData } from '../state/shapes.ts';
import { checkBudget } from './budget.ts';
import { checkName } from './names.ts';

export const OBJECTIVES = [
  'REACH',
  'TRAFFIC',
  'VIDEO_VIEWS',
  'ENGAGEMENT',
  'LEAD_GENERATION',
  'APP_PROMOTION',
  'WEB_CONVERSIONS',
  'PRODUCT_SALES',
  'RF_REACH',
];
const MODES = ['BUDGET_MODE_INFINITE', 'BUDGET_MODE_DAY', 'BUDGET_MODE_DYNAMIC_DAILY_BUDGET', 'BUDGET_MODE_TOTAL'];
const APP_TYPES = ['APP_INSTALL', 'APP_RETARGETING', 'APP_PREREGISTRATION'];
const INDUSTRIES = ['HOUSING', 'EMPLOYMENT', 'CREDIT'];
const OLD_DAY_OBJECTIVES = ['REACH', 'VIDEO_VIEWS', 'ENGAGEMENT'];
const CAMPAIGNS_MAX = 999;
/** Manual campaigns can be created until then, where their end is switched on. */
const MANUAL_ENDS = Date.parse('2027-01-01T00:00:00Z');
const REPEAT_WINDOW_MS = 10_000;

/** Stored and returned without further effect. */
const KEPT = [
  'app_promotion_type',
  'virtual_objective_type',
  'sales_destination',
  'campaign_product_source',
  'campaign_type',
  'app_id',
  'po_number',
  'rf_campaign_type',
  'rta_id',
  'is_search_campaign',
  'catalog_enabled',
];

type Made = Omit<CampaignData, 'created' | 'modified' | 'campaign_automation_type'>;

export function newCampaign(call: AdvertiserCall): Made {
  const { input, now, advertiser } = call;
  if (advertiser.data.manualEnds && now >= MANUAL_ENDS)
    throw new Refusal(41001, 'The creation of manual campaigns is offline. Use Upgraded Smart+.');
  const campaign_name = input.needText('campaign_name');
  checkName('campaign_name', campaign_name, 512);
  const objective_type = objectiveOf(call);
  const budget_optimize_on = input.flag('budget_optimize_on') ?? false;
  const money = budgetOf(call, objective_type, budget_optimize_on);
  checkParts(call, objective_type);
  const operation_status = statusOf(call);
  if (objective_type === 'RF_REACH' && operation_status === 'DISABLE') {
    throw bad('operation_status: a RF_REACH campaign cannot be created disabled.');
  }
  const special_industries = input.choices('special_industries', INDUSTRIES) ?? [];
  checkNew(call, campaign_name);
  const more = Object.fromEntries(KEPT.flatMap((name) => (input.has(name) ? [[name, input.values[name]]] : [])));
  return { campaign_name, objective_type, budget_optimize_on, ...money, operation_status, special_industries, more };
}

const SMART_OBJECTIVES = ['APP_PROMOTION', 'WEB_CONVERSIONS', 'LEAD_GENERATION'];

/** Smart+ campaigns need `request_id`, and share their budget unless that is switched off. */
export function newSmartCampaign(call: AdvertiserCall): Made {
  const { input, advertiser } = call;
  if (!input.has('request_id')) throw input.missing('request_id');
  const campaign_name = input.needText('campaign_name');
  checkName('campaign_name', campaign_name, 512);
  const objective_type = input.needChoice('objective_type', SMART_OBJECTIVES);
  if (objective_type === 'WEB_CONVERSIONS') input.needChoice('sales_destination', ['WEBSITE']);
  if (objective_type === 'APP_PROMOTION') input.needChoice('app_promotion_type', APP_TYPES);
  const budget_optimize_on = input.flag('budget_optimize_on') ?? true;
  const modes = budget_optimize_on
    ? ['BUDGET_MODE_DYNAMIC_DAILY_BUDGET', 'BUDGET_MODE_TOTAL']
    : ['BUDGET_MODE_INFINITE', 'BUDGET_MODE_DAY', 'BUDGET_MODE_TOTAL'];
  const budget_mode = input.choice('budget_mode', modes) ?? modes[0]!;
  const budget = budget_mode === 'BUDGET_MODE_INFINITE' ? 0 : input.number('budget');
  if (budget === undefined) throw input.missing('budget');
  if (budget > 0) checkBudget(budget, { currency: advertiser.data.currency, floor: 50 });
  const special_industries = input.choices('special_industries', INDUSTRIES) ?? [];
  checkRepeat(call);
  const more = input.has('sales_destination') ? { sales_destination: input.text('sales_destination') } : {};
  const operation_status = statusOf(call);
  return {
    campaign_name,
    objective_type,
    budget_optimize_on,
    budget_mode,
    budget,
    operation_status,
    special_industries,
    more,
  };
}

export function statusOf({ input }: AdvertiserCall): 'ENABLE' | 'DISABLE' {
  return input.choice('operation_status', ['ENABLE', 'DISABLE']) === 'DISABLE' ? 'DISABLE' : 'ENABLE';
}

function objectiveOf({ input }: AdvertiserCall): string {
  const objective = input.needText('objective_type');
  if (!OBJECTIVES.includes(objective)) throw bad("This campaign objective isn't supported.");
  return objective;
}

function budgetOf(call: AdvertiserCall, objective: string, cbo: boolean): Pick<Made, 'budget' | 'budget_mode'> {
  const { input, advertiser } = call;
  if (objective === 'RF_REACH') {
    if ((input.choice('budget_mode', MODES) ?? MODES[0]) !== MODES[0])
      throw bad('budget_mode: a RF_REACH campaign needs BUDGET_MODE_INFINITE.');
    return { budget: 0, budget_mode: 'BUDGET_MODE_INFINITE' };
  }
  const budget_mode = input.needChoice('budget_mode', MODES);
  if (budget_mode === 'BUDGET_MODE_INFINITE' && cbo)
    throw bad('budget_mode: BUDGET_MODE_INFINITE is not supported with budget_optimize_on.');
  if (budget_mode === 'BUDGET_MODE_DYNAMIC_DAILY_BUDGET' && !cbo)
    throw bad('budget_mode: BUDGET_MODE_DYNAMIC_DAILY_BUDGET needs budget_optimize_on.');
  if (budget_mode === 'BUDGET_MODE_DAY' && !cbo && OLD_DAY_OBJECTIVES.includes(objective))
    throw bad(`budget_mode: BUDGET_MODE_DAY is no longer supported for ${objective}.`);
  if (budget_mode === 'BUDGET_MODE_INFINITE') return { budget: 0, budget_mode };
  const budget = input.number('budget');
  if (!budget) throw input.missing('budget');
  const floor = input.text('campaign_product_source') === 'STORE' ? 10 : 50;
  checkBudget(budget, { currency: advertiser.data.currency, floor });
  return { budget, budget_mode };
}

/** Fields that belong to some objectives only, or go together. */
function checkParts({ input }: AdvertiserCall, objective: string): void {
  if (objective === 'APP_PROMOTION') input.needChoice('app_promotion_type', APP_TYPES);
  if (objective === 'PRODUCT_SALES') input.needChoice('campaign_product_source', ['CATALOG', 'STORE']);
  if (input.has('virtual_objective_type') !== input.has('sales_destination'))
    throw bad('virtual_objective_type and sales_destination must be given together.');
  const destination = input.choice('sales_destination', ['TIKTOK_SHOP', 'WEBSITE', 'APP', 'WEB_AND_APP']);
  if (
    destination !== undefined &&
    !destinationsOf(input.text('campaign_product_source'), objective).includes(destination)
  )
    throw bad(`sales_destination: ${destination} does not fit ${objective}.`);
  const type = input.choice('campaign_type', ['REGULAR_CAMPAIGN', 'IOS14_CAMPAIGN']);
  if (type === 'IOS14_CAMPAIGN') {
    const fits =
      objective === 'PRODUCT_SALES' ||
      (objective === 'APP_PROMOTION' && input.text('app_promotion_type') === 'APP_INSTALL');
    if (!fits) throw bad(`campaign_type: IOS14_CAMPAIGN is not supported for ${objective}.`);
    if (!input.has('app_id')) throw input.missing('app_id');
  } else if (input.has('campaign_app_profile_page_state')) {
    throw bad('campaign_app_profile_page_state: only for IOS14_CAMPAIGN.');
  }
  if (input.has('rf_campaign_type') && objective !== 'RF_REACH') throw bad('rf_campaign_type: only for RF_REACH.');
  if (input.flag('rta_bid_enabled') && !input.has('rta_id')) throw input.missing('rta_id');
}

function destinationsOf(source: string | undefined, objective: string): string[] {
  if (objective === 'WEB_CONVERSIONS') return ['WEBSITE'];
  if (objective !== 'PRODUCT_SALES') return [];
  return source === 'STORE' ? ['TIKTOK_SHOP'] : ['WEBSITE', 'APP', 'WEB_AND_APP'];
}

function checkNew(call: AdvertiserCall, name: string): void {
  const { store, advertiser } = call;
  const alive = store.all('Campaign', { advertiser: advertiser.id }).filter(({ data }) => !data.deleted);
  if (alive.length >= CAMPAIGNS_MAX) throw new Refusal(40502, 'The number of campaigns has reached the limit.');
  checkRepeat(call);
  if (!call.input.has('request_id') && alive.some(({ data }) => data.campaign_name === name))
    throw bad('Campaign name already exists. Please try another one.');
}

/** The idempotency key of a create: digits, and good for ten seconds. */
export function checkRepeat({ input, store, advertiser, now }: AdvertiserCall): void {
  const requestId = input.text('request_id');
  if (requestId === undefined) return;
  if (!/^\d{1,19}$/.test(requestId) || BigInt(requestId) > 2n ** 63n - 1n)
    throw bad('request_id: Not a valid integer.');
  if (store.isRepeated(advertiser.id, requestId, now, REPEAT_WINDOW_MS))
    throw new Refusal(40050, 'Duplicate request. The request_id was used before.');
}

/** What an update changes; what it leaves out stays. */
export function changedCampaign(call: AdvertiserCall, held: CampaignData, spent: () => number): Partial<CampaignData> {
  const { input, advertiser } = call;
  const changes: Partial<CampaignData> = {};
  const name = input.text('campaign_name');
  if (name !== undefined) {
    checkName('campaign_name', name, 512);
    const others = call.store.all('Campaign', { advertiser: advertiser.id }).filter(({ data }) => !data.deleted);
    const isTaken = others.some(({ id, data }) => id !== input.id('campaign_id') && data.campaign_name === name);
    if (isTaken) throw bad('Campaign name already exists. Please try another one.');
    changes.campaign_name = name;
  }
  const budget = input.number('budget');
  if (budget !== undefined) {
    if (held.budget_mode === 'BUDGET_MODE_INFINITE') throw bad('budget: the campaign has BUDGET_MODE_INFINITE.');
    const floor = held.more.campaign_product_source === 'STORE' ? 10 : 50;
    checkBudget(budget, { currency: advertiser.data.currency, floor, spent: spent() });
    changes.budget = budget;
  }
  const industries = input.choices('special_industries', INDUSTRIES);
  if (industries !== undefined) {
    if (industries.length > 0 && industries.join() !== held.special_industries.join())
      throw bad('special_industries: can be cleared, never added or changed.');
    changes.special_industries = industries;
  }
  for (const field of ['budget_mode', 'objective_type', 'budget_optimize_on'] as const) {
    if (input.has(field) && input.values[field] !== held[field]) throw bad(`${field}: cannot be changed.`);
  }
  return changes;
}
