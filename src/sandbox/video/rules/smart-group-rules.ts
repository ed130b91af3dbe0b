import { bad, Refusal } from '../errors.ts';
import { Input } from '../routes/input.ts';
import type { AdvertiserCall } from '../routes/serve.ts';
import type { AdGroupData, CampaignData, Fields } from '../state/shapes.ts';
import type { Entity } from '../state.ts';
import { changedAdGroup, type NewGroup, newAdGroup } from './ad-group-rules.ts';

const GROUPS_MAX = 30;
const DYNAMIC = 'BUDGET_MODE_DYNAMIC_DAILY_BUDGET';

/** Fields that belong in `targeting_spec`. */
export const SPEC_FIELDS = [
  'location_ids',
  'age_groups',
  'gender',
  'languages',
  'operating_systems',
  'interest_category_ids',
  'interest_keyword_ids',
  'purchase_intention_keyword_ids',
  'actions',
  'audience_ids',
  'excluded_audience_ids',
  'network_types',
  'device_model_ids',
  'device_price_ranges',
  'spending_power',
  'household_income',
  'smart_audience_enabled',
  'smart_interest_behavior_enabled',
  'saved_audience_id',
];

/** Fields that the platform ignores while the targeting is automatic. */
const AUTOMATIC_FIELDS = [
  'age_groups',
  'interest_category_ids',
  'interest_keyword_ids',
  'purchase_intention_keyword_ids',
  'actions',
];

/** Fields that all groups of a campaign have in common; more where the campaign shares its budget. */
const ALIKE = {
  shared: [
    'promotion_type',
    'promotion_target_type',
    'optimization_goal',
    'optimization_event',
    'billing_event',
    'bid_type',
    'bid_price',
    'conversion_bid_price',
    'deep_bid_type',
    'roas_bid',
  ],
  own: ['bid_type', 'deep_bid_type', 'vbo_window', 'budget_mode'],
};

export function newSmartAdGroup(call: AdvertiserCall, campaign: Entity<'Campaign'>): NewGroup {
  const { input, store } = call;
  if (!input.has('request_id')) throw input.missing('request_id');
  input.needChoice('bid_type', ['BID_TYPE_NO_BID', 'BID_TYPE_CUSTOM']);
  const spec = input.object('targeting_spec');
  if (!spec) throw input.missing('targeting_spec');
  const others = store.all('AdGroup', { campaign: campaign.id }).filter(({ data }) => !data.deleted);
  if (others.length >= GROUPS_MAX) throw new Refusal(40502, 'The number of ad groups has reached the limit.');
  const shared = campaign.data.budget_optimize_on;
  if (!shared) input.needChoice('budget_mode', [DYNAMIC, 'BUDGET_MODE_TOTAL']);
  const mode = targetingMode(input) ?? 'AUTOMATIC';
  const usual = {
    placement_type: 'PLACEMENT_TYPE_AUTOMATIC',
    pacing: 'PACING_MODE_SMOOTH',
    ...(shared && { budget_mode: campaign.data.budget_mode, budget: 0 }),
  };
  const flat = new Input({ ...usual, ...without(input.values, SPEC_FIELDS), ...heeded(spec.values, mode) }, false);
  const made = newAdGroup({ ...call, input: flat }, campaign);
  checkDaily(made, campaign.data);
  const more = { ...made.more, targeting_optimization_mode: mode };
  checkAlike({ ...made, more }, others.at(-1), shared);
  return { ...made, more };
}

/** `targeting_spec` replaces the stored one: omitted fields are cleared. */
export function changedSmartAdGroup(call: AdvertiserCall, group: Entity<'AdGroup'>): Partial<AdGroupData> {
  const { input } = call;
  const spec = input.object('targeting_spec');
  if (spec && !spec.has('location_ids')) throw spec.missing('location_ids');
  const mode = targetingMode(input) ?? String(group.data.more.targeting_optimization_mode ?? 'AUTOMATIC');
  const more = spec ? without(group.data.more, SPEC_FIELDS) : group.data.more;
  // The bid type cannot change.
  const given = without(input.values, [...SPEC_FIELDS, 'bid_type']);
  const flat = new Input({ ...given, ...(spec && heeded(spec.values, mode)) }, false);
  const changes = changedAdGroup({ ...call, input: flat }, { ...group, data: { ...group.data, more } });
  return { ...changes, more: { ...changes.more, targeting_optimization_mode: mode } };
}

function targetingMode(input: Input): string | undefined {
  return input.choice('targeting_optimization_mode', ['AUTOMATIC', 'MANUAL']);
}

function heeded(spec: Fields, mode: string): Fields {
  return mode === 'AUTOMATIC' ? without(spec, AUTOMATIC_FIELDS) : spec;
}

function without(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

/** A bid and a run without end need a daily budget. */
function checkDaily(made: NewGroup, campaign: CampaignData): void {
  const mode = campaign.budget_optimize_on ? campaign.budget_mode : made.budget_mode;
  if (mode === DYNAMIC) return;
  if (made.schedule_type === 'SCHEDULE_FROM_NOW') throw bad(`schedule_type: SCHEDULE_FROM_NOW needs ${DYNAMIC}.`);
  if (made.more.bid_type === 'BID_TYPE_CUSTOM') throw bad(`bid_type: BID_TYPE_CUSTOM needs ${DYNAMIC}.`);
  if (made.more.deep_bid_type === 'VO_MIN_ROAS') throw bad(`deep_bid_type: VO_MIN_ROAS needs ${DYNAMIC}.`);
}

function checkAlike(made: NewGroup, first: Entity<'AdGroup'> | undefined, shared: boolean): void {
  if (!first) return;
  const mine: Fields = { ...made.more, ...made };
  const theirs: Fields = { ...first.data.more, ...first.data };
  for (const field of shared ? ALIKE.shared : ALIKE.own) {
    if ((theirs[field] ?? null) !== (mine[field] ?? null))
      throw bad(`${field}: must be the same in all ad groups of an Upgraded Smart+ campaign.`);
  }
}
