import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { known } from '../../../tools/known.ts';
import type { SocialClient } from '../client.ts';
import type { Level } from '../delivery/findings.ts';
import { platformTimes } from '../resources/ad-set-fields.ts';
import { holdsBudget, platformAmounts } from '../resources/budget.ts';
import { mergeTargeting } from '../resources/targeting.ts';
import { Ad, AdSet, CAMPAIGNS, Campaign, kind } from '../wire.ts';

const Names = z.array(z.string());
const Loose = z.record(z.string(), z.unknown());

/** Fields that are read from the source and sent again to create its copy. */
const Labels = z.array(z.object({ name: z.string() })).optional();
const CAMPAIGN_COPY = kind(
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
    promoted_object: Loose.optional(),
    is_skadnetwork_attribution: z.boolean().optional(),
    adlabels: Labels,
  }),
  { adlabels: 'name' },
);
const AD_SET_COPY = kind(
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
const AD_COPY = kind(
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
  targeting?: Readonly<Record<string, unknown>> | undefined;
  creative_id?: string | undefined;
  start_time?: string | undefined;
  end_time?: string | undefined;
  into_campaign_id?: string | undefined;
  into_ad_set_id?: string | undefined;
}

interface CopyRequest {
  edge: string;
  account: string;
  fields: Record<string, unknown>;
}

export function copyFields(client: SocialClient, level: Level, id: string, overrides: Overrides): Promise<CopyRequest> {
  return { campaign: campaignCopy, ad_set: adSetCopy, ad: adCopy }[level](client, id, overrides);
}

async function campaignCopy(client: SocialClient, id: string, overrides: Overrides): Promise<CopyRequest> {
  const { account_id: account, id: _, start_time: __, ...held } = await client.node(CAMPAIGN_COPY, id);
  const budget = await budgetOf(client, account, held, overrides);
  const fields = {
    ...held,
    ...budget,
    // The platform refuses a bid strategy without a campaign budget, and budget sharing with one.
    bid_strategy: holdsBudget(budget) ? held.bid_strategy : undefined,
    is_adset_budget_sharing_enabled: holdsBudget(budget) ? undefined : (held.is_adset_budget_sharing_enabled ?? false),
    name: overrides.name ?? held.name,
  };
  return { edge: 'campaigns', account, fields: paused(fields) };
}

async function adSetCopy(client: SocialClient, id: string, overrides: Overrides): Promise<CopyRequest> {
  const { account_id: account, campaign_id, id: _, start_time, end_time, ...held } = await client.node(AD_SET_COPY, id);
  const campaign = overrides.into_campaign_id ?? campaign_id;
  const budget = await budgetOf(client, account, held, overrides);
  const now = client.session.platformNow();
  const ahead = (time: string | undefined) => (Date.parse(time ?? '') > now ? time : undefined);
  const fields = {
    ...held,
    ...budget,
    ...platformTimes(known({ start_time: ahead(start_time), end_time: ahead(end_time) })),
    ...platformTimes(overrides),
    bid_strategy: holdsBudget(await client.node(CAMPAIGNS, campaign, account)) ? undefined : held.bid_strategy,
    attribution_spec: isDeepStrictEqual(held.attribution_spec, USUAL_ATTRIBUTION) ? undefined : held.attribution_spec,
    destination_type: held.destination_type === 'UNDEFINED' ? undefined : held.destination_type,
    targeting: mergeTargeting(held.targeting ?? {}, overrides.targeting ?? {}),
    campaign_id: campaign,
    name: overrides.name ?? held.name,
  };
  return { edge: 'adsets', account, fields: paused(fields) };
}

async function adCopy(client: SocialClient, id: string, overrides: Overrides): Promise<CopyRequest> {
  const { account_id: account, adset_id, creative, id: _, ...held } = await client.node(AD_COPY, id);
  const fields = {
    ...held,
    name: overrides.name ?? held.name,
    adset_id: overrides.into_ad_set_id ?? adset_id,
    creative: { creative_id: overrides.creative_id ?? creative?.id },
  };
  return { edge: 'ads', account, fields: paused(fields) };
}

/** The platform's default, which it refuses for most goals when it is sent. */
const USUAL_ATTRIBUTION = [
  { event_type: 'CLICK_THROUGH', window_days: 7 },
  { event_type: 'VIEW_THROUGH', window_days: 1 },
];

type Budget = { daily_budget?: string | number | undefined; lifetime_budget?: string | number | undefined };

/** The caller's budget, or the source's own; the platform shows an unused one as "0". */
async function budgetOf(
  client: SocialClient,
  account: string,
  held: Budget,
  { daily_budget, lifetime_budget }: Overrides,
) {
  const said = platformAmounts({ daily_budget, lifetime_budget }, await client.currency(account));
  const own = Object.keys(said).length > 0 ? said : held;
  const used = (amount: string | number | undefined) => (Number(amount ?? 0) > 0 ? String(amount) : undefined);
  return { daily_budget: used(own.daily_budget), lifetime_budget: used(own.lifetime_budget) };
}

function paused(fields: Record<string, unknown>): Record<string, unknown> {
  return known({ ...fields, status: 'PAUSED' });
}
