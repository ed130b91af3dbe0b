import type { Outage } from '../../accident.ts';

/** What is stored of each kind of object. Money is in the account currency's minor units, times in milliseconds. */
export interface Shapes {
  AdAccount: AdAccountData;
  Campaign: CampaignData;
  AdSet: AdSetData;
  Ad: AdData;
  AdCreative: AdCreativeData;
  AdImage: AdImageData;
  AdVideo: AdVideoData;
  AdLabel: { name: string; created: number };
  CustomAudience: AudienceData;
  CustomConversion: CustomConversionData;
  AdReportRun: ReportRunData;
  AdsPixel: DatasetData;
  Application: ApplicationData;
  Business: { name: string; created: number; pages: string[] };
  InstagramMedia: PostData & { owner: string; media_type: 'IMAGE' | 'VIDEO' | 'CAROUSEL_ALBUM' };
  InstagramUser: { username: string; page: string; business: string };
  Lead: LeadData;
  LeadgenForm: LeadFormData;
  Page: PageData;
  PagePost: PostData & { page: string; deleted?: boolean };
  ProductCatalog: { name: string; business: string; vertical: string };
  ProductSet: { name: string; business: string; catalog: string; filter?: string; products: number };
  SystemUser: PersonData & { role: 'ADMIN' | 'EMPLOYEE'; apps: string[] };
  User: PersonData;
}

export type Kind = keyof Shapes;
export type Json = Record<string, unknown>;

/** Something a page or its Instagram account showed to its followers, which an ad can show to others. */
interface PostData {
  business: string;
  text: string;
  created: number;
}

interface PersonData {
  name: string;
  business: string;
  /** `act_…` of the accounts the person has a task on. */
  accounts: string[];
}

export type ConfiguredStatus = 'ACTIVE' | 'PAUSED' | 'ARCHIVED' | 'DELETED';

export interface AdAccountData {
  name: string;
  currency: string;
  timezone: string;
  country: string;
  business: string;
  account_status: number;
  spend_cap: number;
  created: number;
  dsa_payor?: string;
  dsa_beneficiary?: string;
  /** The terms for customer lists are not accepted. */
  terms_open?: boolean;
  /** When the website did not report what people did there. */
  pixel_dead?: readonly Outage[];
}

interface Budgeted {
  daily_budget?: number | undefined;
  lifetime_budget?: number | undefined;
  bid_strategy?: string;
  budget_schedules?: BudgetSchedule[];
}

/** A time at which more than the daily budget may be spent. */
export interface BudgetSchedule {
  id: string;
  budget_value: number;
  budget_value_type: string;
  recurrence_type: string;
  time_start: number;
  time_end: number;
}

interface Labelled {
  name: string;
  status: ConfiguredStatus;
  adlabels?: { id: string; name: string }[];
  created: number;
  updated: number;
}

export interface CampaignData extends Labelled, Budgeted {
  objective: string;
  buying_type: string;
  special_ad_categories: string[];
  special_ad_category_country?: string[];
  spend_cap?: number;
  is_adset_budget_sharing_enabled?: boolean;
  is_skadnetwork_attribution?: boolean;
  promoted_object?: Json;
  start_time?: number;
  stop_time?: number;
  source_campaign_id?: string;
  smart_promotion_type?: string;
}

export interface AdSetData extends Labelled, Budgeted {
  targeting: Json;
  optimization_goal: string;
  billing_event: string;
  bid_amount?: number;
  bid_constraints?: Json;
  promoted_object?: Json;
  destination_type?: string;
  start_time: number;
  end_time?: number;
  is_dynamic_creative: boolean;
  attribution_spec?: unknown[];
  frequency_control_specs?: unknown[];
  pacing_type?: string[];
  adset_schedule?: unknown[];
  dsa_payor?: string;
  dsa_beneficiary?: string;
  regional_regulated_categories?: string[];
  regional_regulation_identities?: Json;
  daily_min_spend_target?: number;
  daily_spend_cap?: number;
  lifetime_min_spend_target?: number;
  lifetime_spend_cap?: number;
  /** When the present learning phase began. */
  learning_since?: number;
  source_adset_id?: string;
  /** When the budget was changed: the platform allows four changes an hour. */
  budget_edits: number[];
}

interface AdData extends Labelled {
  /** Review of the present creative began then. */
  review_started: number;
  disapproved?: string;
  tracking_specs?: unknown[];
  conversion_domain?: string;
  source_ad_id?: string;
  delivery: DeliverySpan[];
}

/** A stretch of time in which an ad was delivered at an even share of a budget. Past spans never change. */
export interface DeliverySpan {
  from: number;
  until?: number;
  daily: number;
}

export interface AdCreativeData {
  name: string;
  status: 'ACTIVE' | 'DELETED';
  /** Exactly what was sent of the platform's creative parameters. */
  content: Json;
  adlabels?: { id: string; name: string }[];
  post_id: string;
  created: number;
}

interface AdImageData {
  hash: string;
  name: string;
  width: number;
  height: number;
  status: 'ACTIVE' | 'DELETED';
  created: number;
}

interface AdVideoData {
  title: string;
  description?: string;
  bytes: number;
  seconds: number;
  /** Absent while chunks are still arriving. */
  uploaded?: number;
  status: 'ACTIVE' | 'DELETED';
  created: number;
}

export interface AudienceData {
  name: string;
  description?: string;
  subtype: string;
  customer_file_source?: string;
  rule?: unknown;
  retention_days?: number;
  pixel_id?: string;
  lookalike_spec?: Json;
  origin?: string;
  opt_out_link?: string;
  is_value_based?: boolean;
  people: number;
  /** Its people are being gathered until then. */
  populated: number;
  deleted?: boolean;
  created: number;
  updated: number;
}

/** A dataset and a pixel are one object. */
interface DatasetData {
  name: string;
  created: number;
  /** Absent until the first event. */
  last_fired?: number;
  enable_automatic_matching?: boolean;
  data_use_setting?: string;
}

/** A name for some of the events of a dataset. */
export interface CustomConversionData {
  name: string;
  description?: string;
  dataset?: string;
  rule: Json;
  custom_event_type: string;
  default_conversion_value: number;
  first_fired?: number;
  last_fired?: number;
  deleted?: boolean;
  created: number;
}

interface ApplicationData {
  name: string;
  secret: string;
  proof_required: boolean;
  business: string;
  in_development?: boolean;
  /** Where it wants to be told of new leads; `told` is the place of the last lead that it was told of. */
  subscription?: { callback_url: string; verify_token: string; verified?: boolean; told?: number };
}

interface PageData {
  name: string;
  category: string;
  business: string;
  instagram?: string;
  link: string;
  /** The business lets only some people and apps see leads of the page, and no user of the sandbox is among them. */
  leads_closed?: boolean;
  /** Apps that are told of new leads. */
  told_apps?: string[];
}

/** A question as it is shown; `key` names its answers. */
export interface FormQuestion {
  id: string;
  key: string;
  type: string;
  label: string;
  options?: { key: string; value: string }[];
}

export interface LeadFormData {
  page: string;
  business: string;
  name: string;
  status: string;
  locale: string;
  questions: FormQuestion[];
  privacy_policy: Json;
  follow_up_action_url?: string;
  context_card?: Json;
  thank_you_page?: Json;
  custom_disclaimer?: Json;
  question_page_custom_headline?: string;
  is_optimized_for_quality?: boolean;
  created: number;
}

export interface LeadData {
  form: string;
  page: string;
  business: string;
  /** Absent for leads that no ad brought. */
  ad?: string;
  created: number;
  field_data: { name: string; values: string[] }[];
  custom_disclaimer_responses?: { checkbox_key: string; is_checked: string }[];
  test?: boolean;
  deleted?: boolean;
}

interface ReportRunData {
  /** Node whose insights were asked for. */
  target: string;
  params: [string, unknown][];
  /** Rows the query touches: bigger reports take longer. */
  weight: number;
  created: number;
}
