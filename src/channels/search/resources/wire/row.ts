import { z } from 'zod';
import { BoundedMap } from '../../../../memory/bounded-map.ts';
import { CriterionContent } from './criterion-row.ts';
import { LeadFormAsset, LeadFormSubmission } from './lead-row.ts';

const text = z.string().optional();
const int64 = z.string().optional();
const double = z.number().optional();
const flag = z.boolean().optional();
const texts = z.array(z.string()).default([]);
const resourceName = z.string();

const Account = {
  id: int64,
  descriptiveName: text,
  currencyCode: text,
  timeZone: text,
  status: text,
  manager: flag,
  testAccount: flag,
};

/** How clicks are followed. */
const Tracking = {
  trackingUrlTemplate: text,
  finalUrlSuffix: text,
  urlCustomParameters: z.array(z.object({ key: z.string().default(''), value: z.string().default('') })).default([]),
};

const TargetingSetting = z
  .object({ targetRestrictions: z.array(z.object({ targetingDimension: text, bidOnly: flag })).default([]) })
  .optional();

const Customer = z.object({ resourceName, ...Account, trackingUrlTemplate: text, finalUrlSuffix: text });

const CustomerClient = z.object({ resourceName, ...Account, level: int64, hidden: flag });

const CampaignBudget = z.object({
  resourceName,
  id: int64,
  name: text,
  status: text,
  amountMicros: int64,
  totalAmountMicros: int64,
  period: text,
  explicitlyShared: flag,
  referenceCount: int64,
});

const Campaign = z.object({
  resourceName,
  id: int64,
  name: text,
  status: text,
  servingStatus: text,
  advertisingChannelType: text,
  primaryStatus: text,
  primaryStatusReasons: texts,
  biddingStrategyType: text,
  biddingStrategy: text,
  campaignBudget: text,
  startDateTime: text,
  endDateTime: text,
  containsEuPoliticalAdvertising: text,
  missingEuPoliticalAdvertisingDeclaration: flag,
  brandGuidelinesEnabled: flag,
  networkSettings: z.record(z.string(), z.boolean()).optional(),
  geoTargetTypeSetting: z.record(z.string(), z.string()).optional(),
  ...Tracking,
  targetingSetting: TargetingSetting,
  shoppingSetting: z.object({ merchantId: int64 }).optional(),
  maximizeConversions: z.object({ targetCpaMicros: int64 }).optional(),
  maximizeConversionValue: z.object({ targetRoas: double }).optional(),
  targetCpa: z.object({ targetCpaMicros: int64 }).optional(),
  targetRoas: z.object({ targetRoas: double }).optional(),
  targetSpend: z.object({ cpcBidCeilingMicros: int64 }).optional(),
  targetImpressionShare: z
    .object({ cpcBidCeilingMicros: int64, location: text, locationFractionMicros: int64 })
    .optional(),
});

const BiddingStrategy = z.object({
  resourceName,
  id: int64,
  name: text,
  status: text,
  type: text,
  maximizeConversions: z.object({ targetCpaMicros: int64, cpcBidCeilingMicros: int64 }).optional(),
  maximizeConversionValue: z.object({ targetRoas: double, cpcBidCeilingMicros: int64 }).optional(),
  targetCpa: z.object({ targetCpaMicros: int64, cpcBidCeilingMicros: int64 }).optional(),
  targetRoas: z.object({ targetRoas: double, cpcBidCeilingMicros: int64 }).optional(),
  targetSpend: z.object({ cpcBidCeilingMicros: int64 }).optional(),
  targetImpressionShare: z
    .object({ cpcBidCeilingMicros: int64, location: text, locationFractionMicros: int64 })
    .optional(),
});

const AdGroup = z.object({
  resourceName,
  id: int64,
  name: text,
  status: text,
  type: text,
  primaryStatus: text,
  cpcBidMicros: int64,
  targetCpaMicros: int64,
  targetRoas: double,
  targetingSetting: TargetingSetting,
  campaign: text,
  ...Tracking,
});

const AdText = z.object({ text: z.string().default(''), pinnedField: text });

const Ad = z.object({
  resourceName: text,
  id: int64,
  name: text,
  type: text,
  finalUrls: texts,
  ...Tracking,
  responsiveSearchAd: z
    .object({
      headlines: z.array(AdText).default([]),
      descriptions: z.array(AdText).default([]),
      path1: text,
      path2: text,
    })
    .optional(),
});

const AdGroupAd = z.object({
  resourceName,
  status: text,
  adStrength: text,
  primaryStatus: text,
  ad: Ad.optional(),
  policySummary: z
    .object({
      approvalStatus: text,
      reviewStatus: text,
      policyTopicEntries: z.array(z.object({ topic: text, type: text })).default([]),
    })
    .optional(),
});

const Keyword = z.object({ text: z.string().default(''), matchType: text });

const AdGroupCriterion = z.object({
  resourceName,
  criterionId: int64,
  status: text,
  negative: flag,
  type: text,
  bidModifier: double,
  ...CriterionContent,
  cpcBidMicros: int64,
  effectiveCpcBidMicros: int64,
  approvalStatus: text,
  systemServingStatus: text,
  positionEstimates: z.object({ firstPageCpcMicros: int64 }).optional(),
  finalUrls: texts,
  ...Tracking,
  qualityInfo: z.object({ qualityScore: z.number().optional() }).optional(),
});

const CampaignCriterion = z.object({
  resourceName,
  criterionId: int64,
  status: text,
  negative: flag,
  type: text,
  displayName: text,
  bidModifier: double,
  ...CriterionContent,
});

const Asset = z.object({
  resourceName,
  id: int64,
  name: text,
  type: text,
  textAsset: z.object({ text }).optional(),
  imageAsset: z
    .object({
      fileSize: int64,
      mimeType: text,
      fullSize: z.object({ widthPixels: int64, heightPixels: int64, url: text }).optional(),
    })
    .optional(),
  youtubeVideoAsset: z.object({ youtubeVideoId: text, youtubeVideoTitle: text }).optional(),
  finalUrls: texts,
  ...Tracking,
  sitelinkAsset: z
    .object({ linkText: text, description1: text, description2: text, startDate: text, endDate: text })
    .optional(),
  structuredSnippetAsset: z.object({ header: text, values: texts }).optional(),
  callAsset: z.object({ countryCode: text, phoneNumber: text }).optional(),
  calloutAsset: z.object({ calloutText: text, startDate: text, endDate: text }).optional(),
  priceAsset: z.looseObject({}).optional(),
  promotionAsset: z.looseObject({}).optional(),
  policySummary: z.object({ approvalStatus: text }).optional(),
  leadFormAsset: LeadFormAsset.optional(),
});

const AssetLink = z.object({ resourceName, fieldType: text, status: text });

const AssetGroup = z.object({
  resourceName,
  id: int64,
  name: text,
  status: text,
  primaryStatus: text,
  adStrength: text,
  finalUrls: texts,
  path1: text,
  path2: text,
});

const ConversionAction = z.object({
  resourceName,
  id: int64,
  name: text,
  status: text,
  type: text,
  category: text,
  origin: text,
  ownerCustomer: text,
  primaryForGoal: flag,
  includeInConversionsMetric: flag,
  countingType: text,
  clickThroughLookbackWindowDays: int64,
  viewThroughLookbackWindowDays: int64,
  valueSettings: z.object({ defaultValue: double, defaultCurrencyCode: text, alwaysUseDefaultValue: flag }).optional(),
  attributionModelSettings: z.object({ attributionModel: text }).optional(),
  tagSnippets: z.array(z.object({ eventSnippet: text })).optional(),
});

const SharedSet = z.object({
  resourceName,
  id: int64,
  name: text,
  status: text,
  memberCount: int64,
  referenceCount: int64,
});

const SharedCriterion = z.object({ resourceName, criterionId: int64, keyword: Keyword.optional() });

const Label = z.object({
  resourceName,
  id: int64,
  name: text,
  status: text,
  textLabel: z.object({ backgroundColor: text, description: text }).optional(),
});

const Impact = z.object({
  impressions: double,
  clicks: double,
  conversions: double,
  conversionsValue: double,
  costMicros: int64,
});

const Recommendation = z.looseObject({
  resourceName,
  type: text,
  dismissed: flag,
  campaign: text,
  adGroup: text,
  campaignBudget: text,
  impact: z.object({ baseMetrics: Impact.optional(), potentialMetrics: Impact.optional() }).optional(),
});

const Changed = z.record(z.string(), z.unknown()).optional();

const ChangeEvent = z.object({
  resourceName,
  changeDateTime: text,
  userEmail: text,
  clientType: text,
  resourceChangeOperation: text,
  changeResourceType: text,
  changeResourceName: text,
  changedFields: text,
  oldResource: Changed,
  newResource: Changed,
  campaign: text,
  adGroup: text,
});

/** The parts a result row can have. */
const Resources = z.object({
  customer: Customer.optional(),
  customerClient: CustomerClient.optional(),
  campaignBudget: CampaignBudget.optional(),
  biddingStrategy: BiddingStrategy.optional(),
  campaign: Campaign.optional(),
  adGroup: AdGroup.optional(),
  adGroupAd: AdGroupAd.optional(),
  userLocationView: z.object({ resourceName, countryCriterionId: int64, targetingLocation: flag }).optional(),
  landingPageView: z.object({ resourceName, unexpandedFinalUrl: text }).optional(),
  detailPlacementView: z
    .object({ resourceName, placement: text, displayName: text, targetUrl: text, placementType: text })
    .optional(),
  adGroupAdAssetView: z.object({ resourceName, fieldType: text, performanceLabel: text, enabled: flag }).optional(),
  geoTargetConstant: z.object({ resourceName, id: int64, canonicalName: text }).optional(),
  searchTermView: z.object({ resourceName, searchTerm: text, status: text }).optional(),
  adGroupCriterion: AdGroupCriterion.optional(),
  campaignCriterion: CampaignCriterion.optional(),
  asset: Asset.optional(),
  assetGroup: AssetGroup.optional(),
  assetGroupAsset: AssetLink.optional(),
  assetGroupSignal: z
    .object({
      resourceName,
      searchTheme: z.object({ text }).optional(),
      audience: z.object({ audience: text }).optional(),
    })
    .optional(),
  customerAsset: AssetLink.optional(),
  campaignAsset: AssetLink.optional(),
  adGroupAsset: AssetLink.optional(),
  conversionAction: ConversionAction.optional(),
  leadFormSubmissionData: LeadFormSubmission.optional(),
  recommendation: Recommendation.optional(),
  changeEvent: ChangeEvent.optional(),
  sharedSet: SharedSet.optional(),
  sharedCriterion: SharedCriterion.optional(),
  campaignSharedSet: z.object({ resourceName, status: text }).optional(),
  label: Label.optional(),
  languageConstant: z.object({ resourceName, id: int64, code: text, name: text }).optional(),
  userList: z
    .object({
      resourceName,
      id: int64,
      name: text,
      description: text,
      type: text,
      membershipStatus: text,
      membershipLifeSpan: int64,
      sizeForSearch: int64,
      sizeForDisplay: int64,
      logicalUserList: z
        .object({
          rules: z
            .array(z.object({ operator: text, ruleOperands: z.array(z.object({ userList: z.string() })).default([]) }))
            .default([]),
        })
        .optional(),
      lookalikeUserList: z.object({ seedUserListIds: texts }).optional(),
    })
    .optional(),
});

export const Row = Resources.extend({
  metrics: z.record(z.string(), z.unknown()).default({}),
  segments: z.record(z.string(), z.unknown()).default({}),
});
export type Row = z.infer<typeof Row>;

/** Schemas by the resources that a row holds: a query's rows all have the same ones. */
const narrowed = new BoundedMap<string, z.ZodType<Row>>(100);

/** A schema for just the resources in this row: checking for all thirty costs more than reading the one or two that are there. */
export function rowSchema(row: unknown): z.ZodType<Row> {
  const names = Object.keys(row ?? {}).filter((name) => Object.hasOwn(Resources.shape, name));
  const key = names.join();
  let schema = narrowed.get(key);
  if (!schema) {
    const held = Object.fromEntries(names.map((name) => [name, true as const]));
    schema = Row.pick({ ...held, metrics: true, segments: true }) as z.ZodType<Row>;
    narrowed.set(key, schema);
  }
  return schema;
}
