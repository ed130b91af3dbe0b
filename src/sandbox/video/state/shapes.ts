/** What is kept of each kind of object. Fields that the platform itself has stand there under its own names. */
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
  ReportTask: ReportTaskData;
  /** Something that was done to a campaign, an ad group or an ad. */
  Change: ChangeData;
  /** A history that was asked for. */
  ChangeTask: { asked: Fields; created: number };
  /** A copy of a campaign, and what is told of it once it is done. */
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
  /** What was paid in; what is left follows from what was spent. */
  paid: number;
  created: number;
  bc_id: string;
  /** The users who let applications act for it. */
  users: readonly string[];
  /** `LeadAds` was signed. */
  leadTerms: boolean;
  /** It is on the list of those who may copy campaigns. */
  copiesCampaigns: boolean;
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
  /** Whom it reached, by the dimensions of reports; everybody where a dimension is not named. */
  aim?: Readonly<Record<string, readonly string[]>>;
}

interface AdData extends Dated {
  operation_status: Switch;
  /** When the review that is under way, or was, ends. */
  reviewed: number;
  /** Its content was changed since it was made. */
  edited?: true;
  /** The Smart+ ad that it is a creative of, and the creative as it was sent there. */
  smart?: string;
  info?: Fields;
  /** The creative as it was sent. */
  creative: Fields;
  delivery: readonly Delivery[];
}

/** The platform combines what stands in its lists by itself. Its creatives are kept as ads. */
interface SmartAdData extends Dated {
  operation_status: Switch;
  ad_name: string;
  /** All but name and creatives, as it was sent. */
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
  /** When it has been transcoded. */
  ready: number;
}

export interface AudienceData {
  name: string;
  audience_type: string;
  calculate_type: string | null;
  created: number;
  /** When it has been matched. */
  ready: number;
  cover_num: number;
  deleted?: true;
  lookalike_spec?: Fields;
}

interface PixelData {
  pixel_code: string;
  pixel_name: string;
  events: readonly string[];
  created: number;
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
