import type { Outage } from '../../accident.ts';

/** What is kept of each kind of object: the fields that can be written, in the platform's own names. */
export interface Money {
  amount: string;
  currencyCode: string;
}

export interface Schedule {
  start: number;
  end?: number;
}

export type Facets = Record<string, string[]>;
export interface Targeting {
  include?: { and: { or: Facets }[] };
  exclude?: { or: Facets };
}

export interface Account {
  name: string;
  currency: string;
  type: 'BUSINESS' | 'ENTERPRISE';
  status: string;
  reference?: string;
  test: boolean;
  /** When no charge could be made, or the account was closed: no field of the platform. */
  held?: readonly Outage[];
  unpaid?: boolean;
  /** When the website did not report what people did there. */
  pixelDead?: readonly Outage[];
}

export interface Group {
  account: string;
  name: string;
  status: string;
  runSchedule: Schedule;
  totalBudget?: Money;
  dailyBudget?: Money;
  objectiveType?: string;
  budgetOptimization?: { bidStrategy: string; budgetOptimizationStrategy: string };
  backfilled?: boolean;
}

export interface Campaign {
  account: string;
  campaignGroup: string;
  name: string;
  status: string;
  type: string;
  format?: string;
  objectiveType?: string;
  associatedEntity?: string;
  locale: { country: string; language: string };
  costType: string;
  unitCost?: Money;
  dailyBudget?: Money;
  totalBudget?: Money;
  runSchedule: Schedule;
  targetingCriteria?: Targeting;
  offsiteDeliveryEnabled: boolean;
  audienceExpansionEnabled?: boolean;
  creativeSelection?: string;
  optimizationTargetType?: string;
  politicalIntent?: string;
  pacingStrategy?: string;
  connectedTelevisionOnly?: boolean;
  optimizationPreference?: { frequencyOptimizationPreference?: Record<string, unknown> };
  [other: string]: unknown;
}

export interface Creative {
  campaign: string;
  content: Record<string, unknown>;
  intendedStatus: string;
  name?: string;
  leadgenCallToAction?: { destination: string; label: string };
  /** When the review began, which is when it left DRAFT. */
  reviewedFrom?: number;
  /** What the review found, where it rejected it. */
  rejectionReasons?: string[];
  /** When a later review had taken it back: it ran before. */
  takenBack?: readonly Outage[];
  /** How it does beside others: 1 is usual. */
  appeal?: { clicks: number; conversions: number };
}

interface Member {
  name: string;
}
interface AccountUser {
  account: string;
  user: string;
  role: string;
}
interface Organization {
  localizedName: string;
  vanityName: string;
}
interface OrganizationAcl {
  organization: string;
  roleAssignee: string;
  role: string;
  state: string;
}
interface Post {
  author: string;
  content?: Record<string, unknown>;
  [other: string]: unknown;
}
export interface Message {
  account: string;
  name: string;
  subject: string;
  sender: string;
  htmlBody: string;
  subContent: {
    regular?: { callToActionText: string; callToActionLandingPageUrl: string };
    guidedReplies?: { sponsoredConversation: string };
  };
}
interface Conversation {
  parentAccount: string;
  firstMessageContent?: string;
}
export interface MessageContent {
  bodySource: { text?: string; leadGenerationForm?: string };
  nextAction?: {
    options: { replyType: string; optionText: string; landingPage?: string; nextContent?: string }[];
  };
}
interface Image {
  owner: string;
  /** When its bytes came; it can be used a little later. */
  uploadedAt?: number;
  bytes?: number;
}
export interface Conversion {
  name: string;
  account: string;
  type: string;
  [other: string]: unknown;
}
interface CampaignConversion {
  campaign: string;
  conversion: string;
  associatedAt: number;
}
/** A conversion told by the advertiser's server. Of the person only a hash of the identifiers is kept. */
interface ConversionEvent {
  conversion: string;
  happenedAt: number;
  eventId?: string;
  value?: Money;
  /** A hash of the fields that identify the person. */
  person: string;
  /** Whether the platform knows the person. */
  matched: boolean;
  /** The lead it comes from. */
  lead?: string;
}

interface Localized {
  localized: Record<string, string>;
}

export interface FormQuestion {
  questionId: number;
  name?: string;
  predefinedField?: string;
  question?: Localized;
  responseRequired?: boolean;
  questionDetails?: {
    textQuestionDetails?: { maxResponseLength?: number };
    multipleChoiceQuestionDetails?: { options: { id: number; text: Localized }[] };
  };
}

export interface FormContent {
  headline: Localized;
  questions: FormQuestion[];
  legalInfo?: { privacyPolicyUrl?: string; consents?: { id: number; consent: Localized; checkRequired?: boolean }[] };
  [other: string]: unknown;
}

export interface LeadForm {
  owner: { sponsoredAccount?: string };
  name: string;
  state: string;
  creationLocale: { country: string; language: string };
  content: FormContent;
  hiddenFields?: { name: string; value: string }[];
  /** Contents of the earlier versions, in order, each until the moment of the next. */
  earlier: { content: FormContent; until: number }[];
}

/** A lead; its answers are made up from its id whenever it is shown. */
interface LeadResponse {
  form: string;
  submittedAt: number;
  test: boolean;
  creative?: string;
  campaign?: string;
  /** When the member withdraws it. */
  erasedAt?: number;
}

/** How far the leads of an account have come. */
interface LeadMark {
  until: number;
  /** Leads of each creative on the day of `until`. */
  onDay: Record<string, number>;
}

/** An address that the platform tells of leads. */
export interface LeadNotification {
  webhook: string;
  owner: { sponsoredAccount: string };
  leadType: string;
  versionedForm?: string;
  /** The app whose secret signs. */
  app: string;
  /** Leads and erasures until here were told. */
  toldUntil: number;
  /** When the address last proved to be the app's, and how often it failed since. */
  validatedAt?: number;
  failures: number;
}

interface Segment {
  name: string;
  account: string;
  type: string;
  status: string;
  approximateMemberCount: number;
}

export interface DmpSegment {
  name: string;
  account: string;
  type: string;
  sourcePlatform: string;
  /** What campaigns can be aimed at. */
  adSegment: string;
  /** Hashes of people, or names of companies. */
  members: string[];
  [other: string]: unknown;
}

interface Video extends Image {
  fileSizeBytes: number;
  /** What each uploaded part was answered with, by its place. */
  parts: Record<string, string>;
}

export interface Shapes {
  account: Account;
  group: Group;
  campaign: Campaign;
  creative: Creative;
  member: Member;
  accountUser: AccountUser;
  organization: Organization;
  organizationAcl: OrganizationAcl;
  post: Post;
  message: Message;
  conversation: Conversation;
  messageContent: MessageContent;
  image: Image;
  document: Image;
  video: Video;
  conversion: Conversion;
  campaignConversion: CampaignConversion;
  conversionEvent: ConversionEvent;
  leadForm: LeadForm;
  leadResponse: LeadResponse;
  leadMark: LeadMark;
  leadNotification: LeadNotification;
  trackingParameters: Record<string, unknown>;
  segment: Segment;
  dmpSegment: DmpSegment;
}
export type Kind = keyof Shapes;
