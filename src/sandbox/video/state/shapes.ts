import type { Outage } from '../../accident.ts';

/** The stored fields of each kind of object. Fields of the platform have the platform's names. */
export interface Shapes {
  Advertiser: AdvertiserData;
  Campaign: CampaignData;
  AdGroup: AdGroupData;
  Ad: AdData;
  SmartAd: SmartAdData;
  Identity: IdentityData;
  Post: PostData;
  Image: ImageData;
  Video: VideoData;
  Audience: AudienceData;
  AudienceFile: { calculate_type: string; rows: number; created: number };
  Pixel: PixelData;
  /** A set that events of shops or of a customer system are sent to. */
  EventSet: EventSetData;
  InstantForm: InstantFormData;
  Lead: LeadData;
  /** Until when the leads of an ad, which has the same id, are made up. */
  LeadMark: { until: number };
  /** A file of leads that is made in the background; `polls` tells how often somebody looked. */
  LeadTask: { page: string; region: LeadData['region']; polls: number; created: number };
  Subscription: SubscriptionData;
  Music: MusicData;
  ReportTask: ReportTaskData;
  /** A change of a campaign, ad group or ad. */
  Change: ChangeData;
  /** A change log task. */
  ChangeTask: { asked: Fields; created: number };
  /** A campaign copy task with its result. */
  CopyTask: { created: number; answer: Fields };
  /** A daily budget of the ad group it belongs to, from a midnight on. */
  ScheduledBudget: { budget: number; at: number };
}

export type Kind = keyof Shapes;
export type Fields = Record<string, unknown>;
export type Switch = 'ENABLE' | 'DISABLE';
export type Automation = 'MANUAL' | 'UPGRADED_SMART_PLUS';

export interface AdvertiserData {
  name: string;
  company: string;
  currency: string;
  timezone: string;
  country: string;
  language: string;
  /** Money paid in; the balance is this minus the spend. */
  paid: number;
  created: number;
  bc_id: string;
  /** The users who let applications act for it. */
  users: readonly string[];
  /** `LeadAds` was signed. */
  leadTerms: boolean;
  /** It is on the platform's list of advertisers that may copy campaigns. */
  copiesCampaigns: boolean;
  /** Manual campaigns end after 2026-12-31; whether the platform will do so is not certain, so it is off for seeded ones. */
  manualEnds?: true;
  /** Its status, where the platform closed it. */
  status?: string;
  /** A charge failed: nothing is shown until it is settled. */
  unpaid?: boolean;
  /** When the website did not report what people did there. */
  pixelDead?: readonly Outage[];
}

interface Dated {
  created: number;
  modified: number;
  deleted?: true;
}

export interface CampaignData extends Dated {
  campaign_name: string;
  objective_type: string;
  budget: number;
  budget_mode: string;
  budget_optimize_on: boolean;
  operation_status: Switch;
  campaign_automation_type: Automation;
  special_industries: readonly string[];
  /** The other fields it was created with. */
  more: Fields;
}

export interface AdGroupData extends Dated {
  adgroup_name: string;
  budget: number;
  budget_mode: string;
  operation_status: Switch;
  optimization_goal: string;
  placements: readonly string[];
  placement_type: string;
  location_ids: readonly string[];
  start: number;
  end: number;
  schedule_type: string;
  more: Fields;
}

/** Money planned for an ad from one moment on, in major units a day. */
export interface Delivery {
  from: number;
  until?: number;
  daily: number;
  /** The part of a day in which the daily money is used up. */
  pace: number;
  /** The targeted values of each report dimension; all where a dimension is missing. */
  aim?: Readonly<Record<string, readonly string[]>>;
}

interface AdData extends Dated {
  operation_status: Switch;
  /** When the review ends or ended. */
  reviewed: number;
  /** A later review took it back. */
  rejected?: boolean;
  /** Its content was changed since it was made. */
  edited?: true;
  /** The Smart+ ad that it is a creative of, and the creative as it was sent there. */
  smart?: string;
  info?: Fields;
  /** The creative as it was sent. */
  creative: Fields;
  delivery: readonly Delivery[];
}

/** A Smart+ ad. Its creatives are stored as ads. */
interface SmartAdData extends Dated {
  operation_status: Switch;
  ad_name: string;
  /** All fields but name and creatives, as they were sent. */
  content: Fields;
}

interface IdentityData {
  identity_type: string;
  display_name: string;
  username?: string;
  bc_id?: string;
  available_status: string;
  ads_only_mode: boolean;
}

interface PostData {
  identity: string;
  item_type: 'VIDEO' | 'CAROUSEL';
  text: string;
  status: string;
  created: number;
}

interface ImageData {
  file_name: string;
  format: string;
  width: number;
  height: number;
  size: number;
  signature: string;
  created: number;
}

interface VideoData extends Omit<ImageData, 'format'> {
  format: string;
  duration: number;
  /** When transcoding ends. */
  ready: number;
}

export interface AudienceData {
  name: string;
  audience_type: string;
  calculate_type: string | null;
  created: number;
  /** When matching ends. */
  ready: number;
  cover_num: number;
  deleted?: true;
  lookalike_spec?: Fields;
}

interface PixelData {
  pixel_code: string;
  pixel_name: string;
  events: readonly PixelEvent[];
  created: number;
}

/** An event of a pixel, by which ad groups can be steered. */
export interface PixelEvent {
  event_id: string;
  /** As ad groups name it. */
  event_type: string;
  name: string;
  statistic_type: string;
  currency?: string;
  currency_value?: string;
}

interface EventSetData {
  source: 'offline' | 'crm';
  name: string;
  description: string;
  auto_tracking: boolean;
  created: number;
  deleted?: true;
}

/** A person's answers to a form. */
export interface LeadData {
  page: string;
  /** Where the platform keeps it: Europe, the United States, or with all others. */
  region: 'eu' | 'us' | '';
  at: number;
  answers: Readonly<Record<string, string>>;
  ad?: string;
  isTest?: true;
}

/** A form that opens inside the app, made in the platform's own tool. */
interface InstantFormData {
  title: string;
  status: 'EDITED' | 'PUBLISHED';
  created: number;
  /** The platform's names of what it asks for, or questions in the advertiser's own words. */
  fields: readonly string[];
}

/** Where new leads are pushed to. */
interface SubscriptionData {
  app: string;
  /** Of the app; pushes are signed with it. */
  secret: string;
  url: string;
  token: string;
  advertiser: string;
  page?: string;
}

/** A piece of music that carousels may use. */
interface MusicData {
  music_name: string;
  author: string;
  duration: number;
}

export interface ChangeData {
  at: number;
  operator: string;
  app_id: string;
  object_type: string;
  object_id: string;
  /** The part of its page that was changed. */
  object: string;
  details: readonly Fields[];
}

/** A report that is made in the background. */
interface ReportTaskData {
  /** Only the token that asked for it may fetch it. */
  token: string;
  asked: Fields;
  created: number;
  canceled?: true;
}
