import { z } from 'zod';
import { dated } from '../../ambient.ts';

/** A query value in Rest.li 2.0.0 notation: `List(…)` and `(key:value)` stay literal, texts inside are encoded. */
export type Param = string | number | boolean | readonly Param[] | { readonly [key: string]: Param | undefined };

export type Params = Readonly<Record<string, Param | undefined>>;

export function encodeParam(value: Param): string {
  if (typeof value === 'string') return value === '' ? "''" : encodeText(value);
  if (typeof value !== 'object') return String(value);
  if (isList(value)) return `List(${value.map(encodeParam).join()})`;
  const members = Object.entries(value).flatMap(([key, one]) =>
    one === undefined ? [] : [`${encodeText(key)}:${encodeParam(one)}`],
  );
  return `(${members.join()})`;
}

/** `fields` is a comma-separated list without `List(…)`, unlike every other parameter. */
export function encodeQuery(params: Params): string {
  return Object.entries(params)
    .flatMap(([name, value]) => {
      if (value === undefined) return [];
      return [`${name}=${name === 'fields' && isList(value) ? value.join() : encodeParam(value)}`];
    })
    .join('&');
}

/** Also encodes quotes and parentheses, which are separators in this notation. */
function encodeText(text: string): string {
  return encodeURIComponent(text).replace(/['()]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}

function isList(value: Param): value is readonly Param[] {
  return Array.isArray(value);
}

/** Shapes of replies, limited to the fields we read. Ids are numbers, times are epoch milliseconds. */
const NumericId = z.union([z.number(), z.string()]).transform(String);
const Names = z.array(z.string());

export const WireMoney = z.object({ amount: z.string(), currencyCode: z.string() });
export type WireMoney = z.infer<typeof WireMoney>;

const Moment = z.number().transform(dated);
const Schedule = z.object({ start: Moment, end: Moment.optional() });
const Stamps = z.object({ created: z.object({ time: Moment }), lastModified: z.object({ time: Moment }) }).optional();
const Facets = z.object({ or: z.record(z.string(), Names) });

export const WireTargeting = z.object({
  include: z.object({ and: z.array(Facets) }).optional(),
  exclude: Facets.optional(),
});
export type WireTargeting = z.infer<typeof WireTargeting>;

export const WireAccount = z.object({
  id: NumericId,
  name: z.string().default(''),
  currency: z.string(),
  type: z.string().optional(),
  status: z.string(),
  reference: z.string().optional(),
  test: z.boolean().default(false),
  servingStatuses: Names.default([]),
});
export type WireAccount = z.infer<typeof WireAccount>;

export const WireGroup = z.object({
  id: NumericId,
  account: z.string(),
  name: z.string(),
  status: z.string(),
  runSchedule: Schedule,
  totalBudget: WireMoney.optional(),
  dailyBudget: WireMoney.optional(),
  objectiveType: z.string().optional(),
  budgetOptimization: z.object({ bidStrategy: z.string(), budgetOptimizationStrategy: z.string() }).optional(),
  servingStatuses: Names.default([]),
  backfilled: z.boolean().default(false),
  changeAuditStamps: Stamps,
});
export type WireGroup = z.infer<typeof WireGroup>;

export const WireCampaign = z.object({
  id: NumericId,
  account: z.string(),
  campaignGroup: z.string(),
  name: z.string(),
  status: z.string(),
  type: z.string(),
  format: z.string().optional(),
  objectiveType: z.string().optional(),
  associatedEntity: z.string().optional(),
  locale: z.object({ country: z.string(), language: z.string() }).optional(),
  costType: z.string(),
  unitCost: WireMoney.optional(),
  dailyBudget: WireMoney.optional(),
  totalBudget: WireMoney.optional(),
  runSchedule: Schedule.optional(),
  targetingCriteria: WireTargeting.optional(),
  offsiteDeliveryEnabled: z.boolean().optional(),
  audienceExpansionEnabled: z.boolean().optional(),
  creativeSelection: z.string().optional(),
  optimizationTargetType: z.string().optional(),
  politicalIntent: z.string().optional(),
  pacingStrategy: z.string().optional(),
  optimizationPreference: z
    .looseObject({ frequencyOptimizationPreference: z.looseObject({ frequency: z.number() }).optional() })
    .optional(),
  offsitePreferences: z
    .looseObject({ publisherRestrictionFiles: z.looseObject({ exclude: z.array(z.string()) }).optional() })
    .optional(),
  servingStatuses: Names.default([]),
  changeAuditStamps: Stamps,
});
export type WireCampaign = z.infer<typeof WireCampaign>;
/** With all other fields kept, for copies. */
export const WholeCampaign = WireCampaign.loose();

export const WireCreative = z.object({
  id: z.string(),
  account: z.string().optional(),
  campaign: z.string(),
  content: z.record(z.string(), z.unknown()).default({}),
  intendedStatus: z.string(),
  isServing: z.boolean().optional(),
  name: z.string().optional(),
  review: z.object({ status: z.string(), rejectionReasons: z.array(z.unknown()).optional() }).optional(),
  servingHoldReasons: Names.default([]),
  leadgenCallToAction: z.object({ destination: z.string(), label: z.string() }).optional(),
  createdAt: Moment.optional(),
  lastModifiedAt: Moment.optional(),
});
export type WireCreative = z.infer<typeof WireCreative>;

export const WirePost = z.object({
  commentary: z.string().optional(),
  contentLandingPage: z.string().optional(),
  contentCallToActionLabel: z.string().optional(),
});

export const PagePost = WirePost.extend({
  content: z.looseObject({ media: z.looseObject({ id: z.string() }).optional().catch(undefined) }).optional(),
  id: z.string(),
  createdAt: Moment.optional(),
  lifecycleState: z.string().optional(),
});
export type WirePost = z.infer<typeof WirePost>;

/** `subContent` holds a button and where it leads, or the conversation that the message opens. */
export const WireMessage = z.object({
  id: z.string().optional(),
  account: z.string().optional(),
  name: z.string().optional(),
  subject: z.string().optional(),
  sender: z.string().optional(),
  htmlBody: z.string().optional(),
  subContent: z
    .looseObject({
      regular: z
        .looseObject({ callToActionText: z.string().optional(), callToActionLandingPageUrl: z.string().optional() })
        .optional(),
      guidedReplies: z.looseObject({ sponsoredConversation: z.string() }).optional(),
    })
    .default({}),
});
export type WireMessage = z.infer<typeof WireMessage>;

export const AccountUser = z.object({ account: z.string(), user: z.string() });

export const CreatedInline = z.object({ value: z.object({ creative: z.string() }) });
export const WireMedia = z.object({ status: z.string() });

export const CursorPage = z.object({
  elements: z.array(z.unknown()),
  metadata: z.object({ nextPageToken: z.string().optional() }).optional(),
});

export const IndexPage = z.object({
  elements: z.array(z.unknown()),
  paging: z
    .object({ total: z.number().optional(), links: z.array(z.object({ rel: z.string() })).default([]) })
    .optional(),
});

export const TargetingFacet = z.object({
  facetName: z.string(),
  adTargetingFacetUrn: z.string(),
  entityTypes: Names.default([]),
  availableEntityFinders: Names.default([]),
});
export type TargetingFacet = z.infer<typeof TargetingFacet>;

export const TargetingEntity = z.object({
  urn: z.string(),
  name: z.string().default(''),
  facetUrn: z.string().optional(),
});
export type TargetingEntity = z.infer<typeof TargetingEntity>;

export const AudienceCount = z.object({ total: z.number() });

export const Pricing = z.object({
  bidLimits: z.object({ min: WireMoney, max: WireMoney }).optional(),
  dailyBudgetLimits: z.object({ min: WireMoney, max: WireMoney, default: WireMoney.optional() }).optional(),
  suggestedBid: z.object({ min: WireMoney, max: WireMoney, default: WireMoney }).partial().optional(),
});

export const WireConversion = z.object({
  id: NumericId,
  name: z.string().default(''),
  type: z.string().default('UNKNOWN'),
  enabled: z.boolean().optional(),
  conversionMethod: z.string().optional(),
  attributionType: z.string().optional(),
  postClickAttributionWindowSize: z.number().optional(),
  viewThroughAttributionWindowSize: z.number().optional(),
  associatedCampaigns: z.array(z.object({ campaign: z.string() })).default([]),
  valueType: z.string().optional(),
  value: WireMoney.optional().catch(undefined),
  latestFirstPartyCallbackAt: Moment.optional(),
  /** An `<img>` for pages without scripts, whose address names the partner of the Insight Tag as `pid`. */
  imagePixelTag: z.string().optional().catch(undefined),
});
export type WireConversion = z.infer<typeof WireConversion>;

const Words = z.object({ localized: z.record(z.string(), z.string()) });
export type WireWords = z.infer<typeof Words>;

const FormQuestion = z.object({
  questionId: z.number(),
  name: z.string().optional(),
  predefinedField: z.string().optional(),
  question: Words.optional(),
  questionDetails: z
    .object({
      multipleChoiceQuestionDetails: z
        .object({ options: z.array(z.object({ id: z.number(), text: Words })) })
        .optional(),
    })
    .optional(),
});
export type WireFormQuestion = z.infer<typeof FormQuestion>;

const FormContent = z.object({
  questions: z.array(FormQuestion).default([]),
  legalInfo: z
    .object({
      privacyPolicyUrl: z.string().optional(),
      consents: z.array(z.object({ id: z.number(), consent: Words.optional() })).default([]),
    })
    .optional(),
});
export type WireFormContent = z.infer<typeof FormContent>;

export const WireLeadForm = z.object({
  id: NumericId,
  name: z.string().default(''),
  state: z.string().default('UNKNOWN'),
  owner: z.object({ sponsoredAccount: z.string().optional() }).optional(),
  created: Moment.optional(),
  content: FormContent.optional(),
});
export type WireLeadForm = z.infer<typeof WireLeadForm>;

/** `form` is the version that the lead was given with. */
export const WireLead = z.object({
  id: z.string(),
  submittedAt: Moment,
  testLead: z.boolean().default(false),
  versionedLeadGenFormUrn: z.string(),
  associatedEntity: z.object({ associatedCreative: z.string().optional() }).optional(),
  leadMetadata: z
    .object({ sponsoredLeadMetadata: z.object({ campaign: z.string().optional() }).optional() })
    .optional(),
  form: z.object({ content: FormContent.optional() }).optional(),
  formResponse: z.object({
    answers: z
      .array(
        z.object({
          questionId: z.number(),
          answerDetails: z.object({
            textQuestionAnswer: z.object({ answer: z.string().optional() }).optional(),
            multipleChoiceAnswer: z.object({ options: z.array(z.number()) }).optional(),
          }),
        }),
      )
      .default([]),
    consentResponses: z.array(z.object({ consentId: z.number(), accepted: z.boolean() })).default([]),
  }),
});
export type WireLead = z.infer<typeof WireLead>;

export const WireSegment = z.object({
  id: NumericId,
  name: z.string().default(''),
  type: z.string().default('UNKNOWN'),
  status: z.string().default('UNKNOWN'),
  approximateMemberCount: z.number().optional(),
});

export const WireList = z.object({
  id: NumericId,
  name: z.string().default(''),
  type: z.string(),
  inputCount: z.number().optional(),
  created: Moment.optional(),
  destinations: z
    .array(
      z.object({
        destinationSegmentId: z.string().optional(),
        status: z.string().optional(),
        audienceSize: z.number().optional(),
        matchedCount: z.number().optional(),
      }),
    )
    .default([]),
});
export type WireList = z.infer<typeof WireList>;

export const OrganizationRole = z.object({ organization: z.string(), role: z.string(), state: z.string().optional() });
export const WireOrganization = z.object({
  localizedName: z.string().default(''),
  vanityName: z.string().optional(),
});
const Members = z.record(z.string(), z.unknown()).default({});
export const Batch = z.object({ results: Members, errors: Members });
export const BatchMember = z.looseObject({ status: z.number(), error: z.unknown().optional() });
export const BatchCreated = z.object({
  elements: z.array(BatchMember.extend({ id: z.union([z.string(), z.number()]).optional() })),
});

const Input = z.object({
  code: z.string().optional(),
  description: z.string().default(''),
  input: z.object({ inputPath: z.object({ fieldPath: z.string() }).optional() }).optional(),
});

/** `code` and `errorDetails` come from newer resources only. */
export const ErrorReply = z.object({
  status: z.number().optional(),
  code: z.string().optional(),
  serviceErrorCode: z.number().optional(),
  message: z.string().default(''),
  errorDetails: z
    .object({ inputErrors: z.array(Input).default([]), conditionalInputErrors: z.array(Input).default([]) })
    .optional()
    .catch(undefined),
});
export type ErrorReply = z.infer<typeof ErrorReply>;
