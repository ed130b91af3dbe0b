import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { withoutUnset } from '../../../tools/set-fields.ts';
import { platformTimes } from '../resources/ad-set-fields.ts';
import { changedByPercent, holdsBudget, platformAmounts } from '../resources/budget.ts';
import { mergeTargeting } from '../resources/targeting.ts';
import { Ad, AdSet, Campaign, kind } from '../wire.ts';

const Names = z.array(z.string());
const Loose = z.record(z.string(), z.unknown());

/** Fields that are read from the source and sent again to create its copy. */
const Labels = z.array(z.object({ name: z.string() })).optional();
export const CAMPAIGN_COPY = kind(
  'campaigns',
  Campaign.pick({
    id: true,
    account_id: true,
    name: true,
    objective: true,
    bid_strategy: true,
    daily_budget: true,
    lifetime_budget: true,
    spend_cap: true,
    special_ad_categories: true,
    special_ad_category_country: true,
    is_adset_budget_sharing_enabled: true,
    start_time: true,
  }).extend({
    buying_type: z.string().optional(),
    smart_promotion_type: z.string().optional(),
    promoted_object: Loose.optional(),
    is_skadnetwork_attribution: z.boolean().optional(),
    adlabels: Labels,
  }),
  { adlabels: 'name' },
);
export const AD_SET_COPY = kind(
  'adsets',
  AdSet.omit({
    status: true,
    effective_status: true,
    budget_remaining: true,
    created_time: true,
    updated_time: true,
    issues_info: true,
  }).extend({
    bid_constraints: Loose.optional(),
    pacing_type: Names.optional(),
    regional_regulated_categories: Names.optional(),
    regional_regulation_identities: Loose.optional(),
    adlabels: Labels,
  }),
  { adlabels: 'name' },
);
export const AD_COPY = kind(
  'ads',
  Ad.pick({ id: true, account_id: true, adset_id: true, name: true, creative: true }).extend({
    conversion_domain: z.string().optional(),
    tracking_specs: z.array(Loose).optional(),
    adlabels: Labels,
  }),
  { creative: 'id', adlabels: 'name' },
);

/** What a copy has different from its source. The platform's own copy edge takes none of it, so such a copy is a create. */
export interface Overrides {
  name?: string | undefined;
  daily_budget?: string | undefined;
  lifetime_budget?: string | undefined;
  percent?: number | undefined;
  targeting?: Readonly<Record<string, unknown>> | undefined;
  creative_id?: string | undefined;
  start_time?: string | undefined;
  end_time?: string | undefined;
  into_campaign_id?: string | undefined;
  into_ad_set_id?: string | undefined;
}

export type CampaignSource = z.infer<typeof CAMPAIGN_COPY.schema>;
export type AdSetSource = z.infer<typeof AD_SET_COPY.schema>;
export type AdSource = z.infer<typeof AD_COPY.schema>;
type Fields = Record<string, unknown>;

export function campaignFields(source: CampaignSource, overrides: Overrides, currency: string): Fields {
  const { account_id: _, id: __, start_time: ___, ...held } = source;
  const budget = budgetOf(held, overrides, currency);
  return paused({
    ...held,
    ...budget,
    // The platform refuses a bid strategy without a campaign budget, and budget sharing with one.
    bid_strategy: holdsBudget(budget) ? held.bid_strategy : undefined,
    is_adset_budget_sharing_enabled: holdsBudget(budget) ? undefined : (held.is_adset_budget_sharing_enabled ?? false),
    // The platform's default is left out; other values of old campaigns can no longer be created.
    smart_promotion_type: held.smart_promotion_type === 'SMART_APP_PROMOTION' ? 'SMART_APP_PROMOTION' : undefined,
    name: overrides.name ?? held.name,
  });
}

interface AdSetPlace {
  currency: string;
  now: number;
  campaignHoldsBudget: boolean;
}

export function adSetFields(source: AdSetSource, overrides: Overrides, place: AdSetPlace): Fields {
  const { account_id: _, id: __, start_time, end_time, ...held } = source;
  const ahead = (time: string | undefined) => (Date.parse(time ?? '') > place.now ? time : undefined);
  return paused({
    ...held,
    ...budgetOf(held, overrides, place.currency),
    ...platformTimes(withoutUnset({ start_time: ahead(start_time), end_time: ahead(end_time) })),
    ...platformTimes(overrides),
    bid_strategy: place.campaignHoldsBudget ? undefined : held.bid_strategy,
    attribution_spec: isDeepStrictEqual(held.attribution_spec, USUAL_ATTRIBUTION) ? undefined : held.attribution_spec,
    destination_type: held.destination_type === 'UNDEFINED' ? undefined : held.destination_type,
    targeting: mergeTargeting(held.targeting ?? {}, overrides.targeting ?? {}),
    campaign_id: overrides.into_campaign_id ?? held.campaign_id,
    name: overrides.name ?? held.name,
  });
}

export function adFields(source: AdSource, overrides: Overrides): Fields {
  const { account_id: _, id: __, adset_id, creative, ...held } = source;
  return paused({
    ...held,
    name: overrides.name ?? held.name,
    adset_id: overrides.into_ad_set_id ?? adset_id,
    creative: { creative_id: overrides.creative_id ?? creative?.id },
  });
}

/** The platform's default, which it refuses for most goals when it is sent. */
const USUAL_ATTRIBUTION = [
  { event_type: 'CLICK_THROUGH', window_days: 7 },
  { event_type: 'VIEW_THROUGH', window_days: 1 },
];

type Budget = { daily_budget?: string | number | undefined; lifetime_budget?: string | number | undefined };

/** The caller's budget, or the source's own with its percent; the platform shows an unused one as "0". */
function budgetOf(held: Budget, { daily_budget, lifetime_budget, percent = 0 }: Overrides, currency: string) {
  const said = platformAmounts({ daily_budget, lifetime_budget }, currency);
  const own = (amount: string | number | undefined) =>
    Number(amount ?? 0) > 0 ? String(changedByPercent(Number(amount), percent)) : undefined;
  const [daily, lifetime] = [said.daily_budget, said.lifetime_budget].map((units) => units && String(units));
  return Object.keys(said).length > 0
    ? { daily_budget: daily || undefined, lifetime_budget: lifetime || undefined }
    : { daily_budget: own(held.daily_budget), lifetime_budget: own(held.lifetime_budget) };
}

function paused(fields: Record<string, unknown>): Record<string, unknown> {
  return withoutUnset({ ...fields, status: 'PAUSED' });
}
