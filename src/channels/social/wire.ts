import { z } from 'zod';

/** Replies of the platform, as far as they are read. Ids are digits as text; unset fields are left out. */
const Reference = z.object({ id: z.string() });
const Named = z.object({ name: z.string() });
const Minor = z.union([z.string(), z.number()]).transform(String);
const Names = z.array(z.string());
const Loose = z.record(z.string(), z.unknown());

/** A kind of object: the edge that lists it on its owner, and exactly the fields that are read. */
export interface Kind<T> {
  edge: string;
  fields: readonly string[];
  schema: z.ZodType<T>;
}

/** The fields asked for are those of the schema; `nested` names the fields inside one of them. */
export function kind<Shape extends z.ZodRawShape>(
  edge: string,
  schema: z.ZodObject<Shape>,
  nested: Record<string, string> = {},
) {
  const fields = Object.keys(schema.shape).map((name) => (nested[name] ? `${name}{${nested[name]}}` : name));
  return { edge, fields, schema } satisfies Kind<z.infer<z.ZodObject<Shape>>>;
}

export const Created = z.object({ id: z.string() });

export const ListReply = z.object({
  data: z.array(z.unknown()),
  paging: z
    .object({ next: z.string().optional(), cursors: z.object({ after: z.string().optional() }).optional() })
    .optional(),
});

/** `error_data` is an object, or the same as JSON text. */
const ErrorData = z.preprocess(
  (value) => (typeof value === 'string' ? parsedOrNothing(value) : value),
  z.object({ blame_field_specs: z.array(z.array(z.union([z.string(), z.number()]))).optional() }).optional(),
);

const PlatformError = z.object({
  message: z.string().default(''),
  code: z.number(),
  error_subcode: z.number().optional(),
  is_transient: z.boolean().optional(),
  error_user_title: z.string().optional(),
  error_user_msg: z.string().optional(),
  error_data: ErrorData.optional().catch(undefined),
  fbtrace_id: z.string().optional(),
});
export type PlatformError = z.infer<typeof PlatformError>;
export const ErrorReply = z.object({ error: PlatformError });

export function parsedOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const AdAccount = z.object({
  id: z.string(),
  account_id: z.string(),
  name: z.string().optional(),
  account_status: z.number().optional(),
  disable_reason: z.number().optional(),
  currency: z.string(),
  timezone_name: z.string().optional(),
  amount_spent: Minor.optional(),
  balance: Minor.optional(),
  spend_cap: Minor.optional(),
  min_daily_budget: Minor.optional(),
  business: z.object({ id: z.string(), name: z.string().optional() }).optional(),
});
export const AD_ACCOUNTS = kind('adaccounts', AdAccount, { business: 'id,name' });
export type AdAccount = z.infer<typeof AdAccount>;

/** An account's currency, for amounts on its objects. */
export const ACCOUNT_CURRENCY = kind('adaccounts', z.object({ account_id: z.string(), currency: z.string() }));
/** An account's currency and time zone, for reports. */
export const ACCOUNT_FACTS = kind(
  'adaccounts',
  z.object({ account_id: z.string(), currency: z.string(), timezone_name: z.string().default('UTC') }),
);
/** The account that any object belongs to. */
export const OWNED = kind('', z.object({ account_id: z.string() }));
export const ACCOUNT_BUSINESS = kind(
  'adaccounts',
  z.object({ account_id: z.string(), business: Reference.optional() }),
);

const Issue = z.object({
  error_summary: z.string().optional(),
  error_message: z.string().optional(),
  error_type: z.string().optional(),
});
/** The fields of an account that can stop its ads. */
export const ACCOUNT_HEALTH = kind(
  'adaccounts',
  z.object({
    account_id: z.string(),
    account_status: z.number().optional(),
    disable_reason: z.number().optional(),
    currency: z.string(),
    amount_spent: Minor.optional(),
    spend_cap: Minor.optional(),
    default_dsa_payor: z.string().optional(),
    default_dsa_beneficiary: z.string().optional(),
  }),
);
export type AccountHealth = z.infer<typeof ACCOUNT_HEALTH.schema>;

export const Campaign = z.object({
  id: z.string(),
  account_id: z.string(),
  name: z.string(),
  objective: z.string().optional(),
  status: z.string(),
  effective_status: z.string(),
  bid_strategy: z.string().optional(),
  daily_budget: Minor.optional(),
  lifetime_budget: Minor.optional(),
  budget_remaining: Minor.optional(),
  spend_cap: Minor.optional(),
  special_ad_categories: Names.optional(),
  special_ad_category_country: Names.optional(),
  is_adset_budget_sharing_enabled: z.boolean().optional(),
  start_time: z.string().optional(),
  stop_time: z.string().optional(),
  created_time: z.string().optional(),
  updated_time: z.string().optional(),
  issues_info: z.array(Issue).optional(),
});
export const CAMPAIGNS = kind('campaigns', Campaign);
export type Campaign = z.infer<typeof Campaign>;

/** Objects as the rows of a report name them. */
const WithStatus = z.object({ id: z.string(), name: z.string().default(''), status: z.string() });
const WithBudget = WithStatus.extend({ daily_budget: Minor.optional(), lifetime_budget: Minor.optional() });
export type WithStatus = z.infer<typeof WithStatus> & Partial<z.infer<typeof WithBudget>>;
export const CAMPAIGN_STATUS = kind('campaigns', WithBudget);
export const AD_SET_STATUS = kind('adsets', WithBudget);
export const AD_STATUS = kind('ads', WithStatus);

export const AdSet = z.object({
  id: z.string(),
  account_id: z.string(),
  campaign_id: z.string(),
  name: z.string(),
  status: z.string(),
  effective_status: z.string(),
  optimization_goal: z.string().optional(),
  billing_event: z.string().optional(),
  destination_type: z.string().optional(),
  bid_strategy: z.string().optional(),
  bid_amount: Minor.optional(),
  daily_budget: Minor.optional(),
  lifetime_budget: Minor.optional(),
  budget_remaining: Minor.optional(),
  bid_constraints: z.object({ roas_average_floor: z.number().optional() }).optional(),
  dsa_payor: z.string().optional(),
  dsa_beneficiary: z.string().optional(),
  is_dynamic_creative: z.boolean().optional(),
  attribution_spec: z.unknown().optional(),
  frequency_control_specs: z.unknown().optional(),
  adset_schedule: z.unknown().optional(),
  daily_min_spend_target: Minor.optional(),
  daily_spend_cap: Minor.optional(),
  lifetime_min_spend_target: Minor.optional(),
  lifetime_spend_cap: Minor.optional(),
  regional_regulated_categories: Names.optional(),
  regional_regulation_identities: Loose.optional(),
  promoted_object: Loose.optional(),
  targeting: Loose.optional(),
  start_time: z.string().optional(),
  end_time: z.string().optional(),
  created_time: z.string().optional(),
  updated_time: z.string().optional(),
  issues_info: z.array(Issue).optional(),
});
/** With the name of its campaign, which lists show beside the id. */
export const AD_SETS = kind('adsets', AdSet.extend({ campaign: Named.optional() }), { campaign: 'name' });
export type ListedAdSet = z.infer<typeof AD_SETS.schema>;
export type AdSet = z.infer<typeof AdSet>;

/** An ad set as `delivery/` reads it, alone and with its campaign. */
export const AD_SET_HEALTH = kind(
  'adsets',
  AdSet.extend({
    learning_stage_info: z
      .object({ status: z.string().optional(), last_sig_edit_ts: z.number().optional() })
      .optional(),
  }),
);
export type AdSetHealth = z.infer<typeof AD_SET_HEALTH.schema>;
export const AD_SET_WITH_PARENTS = kind('adsets', AD_SET_HEALTH.schema.extend({ campaign: Campaign }), {
  campaign: CAMPAIGNS.fields.join(),
});

/** Ad sets read only for their budgets, and only for the audiences they use. */
export const AD_SET_BUDGETS = kind(
  'adsets',
  z.object({ id: z.string(), name: z.string(), daily_budget: Minor.optional(), lifetime_budget: Minor.optional() }),
);
export const AD_SET_TARGETING = kind(
  'adsets',
  z.object({ id: z.string(), name: z.string(), effective_status: z.string(), targeting: Loose.optional() }),
);

export const Ad = z.object({
  id: z.string(),
  account_id: z.string(),
  campaign_id: z.string(),
  adset_id: z.string(),
  name: z.string(),
  status: z.string(),
  effective_status: z.string(),
  creative: Reference.optional(),
  created_time: z.string().optional(),
  updated_time: z.string().optional(),
  issues_info: z.array(Issue).optional(),
  ad_review_feedback: z.object({ global: Loose.optional() }).optional(),
});
export type Ad = z.infer<typeof Ad>;
export const ADS = kind(
  'ads',
  Ad.extend({
    campaign: Named.optional(),
    adset: Named.optional(),
    creative: Reference.extend({ name: z.string().optional() }).optional(),
  }),
  { campaign: 'name', adset: 'name', creative: 'id,name' },
);
export type ListedAd = z.infer<typeof ADS.schema>;

const SHOWN_CREATIVE = 'id,object_type,product_set_id';
/** An ad as `delivery/` reads it, alone and with its ad set and campaign. */
export const AD_HEALTH = kind(
  'ads',
  Ad.extend({
    creative: Reference.extend({
      object_type: z.string().optional(),
      product_set_id: z.string().optional(),
    }).optional(),
  }),
  { creative: SHOWN_CREATIVE },
);
export type AdHealth = z.infer<typeof AD_HEALTH.schema>;
export const AD_WITH_PARENTS = kind('ads', AD_HEALTH.schema.extend({ adset: AD_SET_WITH_PARENTS.schema }), {
  creative: SHOWN_CREATIVE,
  adset: AD_SET_WITH_PARENTS.fields.join(),
});

/** Which creative an ad uses and since when, to join creatives with the numbers of their ads. */
export const AD_CREATIVE_USE = kind(
  'ads',
  z.object({
    id: z.string(),
    name: z.string(),
    effective_status: z.string(),
    created_time: z.string().optional(),
    creative: Reference.optional(),
  }),
  { creative: 'id' },
);

export const Creative = z.object({
  id: z.string(),
  account_id: z.string().optional(),
  name: z.string().optional(),
  status: z.string().optional(),
  object_type: z.string().optional(),
  object_story_spec: Loose.optional(),
  asset_feed_spec: Loose.optional(),
  object_story_id: z.string().optional(),
  source_instagram_media_id: z.string().optional(),
  product_set_id: z.string().optional(),
  effective_object_story_id: z.string().optional(),
  call_to_action_type: z.string().optional(),
  title: z.string().optional(),
  body: z.string().optional(),
  image_hash: z.string().optional(),
  video_id: z.string().optional(),
  thumbnail_url: z.string().optional(),
  url_tags: z.string().optional(),
});
export const CREATIVES = kind('adcreatives', Creative);
export type Creative = z.infer<typeof Creative>;

/** Everything needed to create the same creative again. */
export const CREATIVE_CONTENT = kind(
  'adcreatives',
  Creative.extend({
    degrees_of_freedom_spec: Loose.optional(),
    contextual_multi_ads: Loose.optional(),
    destination_spec: Loose.optional(),
    authorization_category: z.string().optional(),
    template_url: z.string().optional(),
    adlabels: z.array(z.object({ name: z.string() })).optional(),
  }),
  { adlabels: 'name' },
);
export type CreativeContent = z.infer<typeof CREATIVE_CONTENT.schema>;

const Health = z.object({ code: z.number(), description: z.string().optional() });

export const Audience = z.object({
  id: z.string(),
  account_id: z.string().optional(),
  name: z.string(),
  description: z.string().optional(),
  subtype: z.string().optional(),
  approximate_count_lower_bound: z.number().optional(),
  approximate_count_upper_bound: z.number().optional(),
  delivery_status: Health.optional(),
  operation_status: Health.optional(),
  retention_days: z.number().optional(),
  rule: z.string().optional(),
  lookalike_spec: Loose.optional(),
  lookalike_audience_ids: Names.optional(),
  time_created: z.number().optional(),
  time_updated: z.number().optional(),
});
export const AUDIENCES = kind('customaudiences', Audience);
export type Audience = z.infer<typeof Audience>;

const Page = z.object({ id: z.string(), name: z.string(), instagram_business_account: Reference.optional() });
/** `tasks` (a person's rights on a page) exist only on the list of the person's pages, not on the page itself. */
export const PAGE = kind('accounts', Page);
export const PAGES = kind('accounts', Page.extend({ tasks: Names.optional() }));
/** Sets of a catalogue are read with it: an ad names a set. */
const ProductSet = z.object({ id: z.string(), name: z.string(), product_count: z.number().optional() });
export const CATALOGS = kind(
  'owned_product_catalogs',
  z.object({
    id: z.string(),
    name: z.string(),
    product_count: z.number().optional(),
    product_sets: z.object({ data: z.array(ProductSet) }).optional(),
  }),
  { product_sets: 'id,name,product_count' },
);
export const PRODUCT_SET = kind('product_sets', ProductSet);
/** Posts of a page, which only the page's own token can read, and posts of its photo-network account. */
export const PAGE_TOKEN = kind('accounts', z.object({ id: z.string(), access_token: z.string().optional() }));
export const PAGE_POSTS = kind(
  'published_posts',
  z.object({
    id: z.string(),
    message: z.string().optional(),
    created_time: z.string().optional(),
    permalink_url: z.string().optional(),
  }),
);
export const PHOTO_POSTS = kind(
  'media',
  z.object({
    id: z.string(),
    caption: z.string().optional(),
    timestamp: z.string().optional(),
    permalink: z.string().optional(),
  }),
);
export const PIXELS = kind('adspixels', z.object({ id: z.string(), name: z.string().optional() }));
export const SYSTEM_USERS = kind(
  'system_users',
  z.object({ id: z.string(), name: z.string(), role: z.string().optional() }),
);
