import * as accounts from '../routes/accounts.ts';
import * as activities from '../routes/activities.ts';
import * as adSets from '../routes/ad-sets.ts';
import * as ads from '../routes/ads.ts';
import * as audiences from '../routes/audiences.ts';
import * as budgetSchedules from '../routes/budget-schedules.ts';
import * as business from '../routes/business.ts';
import * as campaigns from '../routes/campaigns.ts';
import * as catalogs from '../routes/catalogs.ts';
import * as copies from '../routes/copies.ts';
import * as creatives from '../routes/creatives.ts';
import * as customConversions from '../routes/custom-conversions.ts';
import * as datasetQuality from '../routes/dataset-quality.ts';
import * as datasets from '../routes/datasets.ts';
import * as estimates from '../routes/estimates.ts';
import * as images from '../routes/images.ts';
import * as insights from '../routes/insights.ts';
import * as labels from '../routes/labels.ts';
import * as leads from '../routes/leads.ts';
import * as pages from '../routes/pages.ts';
import * as people from '../routes/people.ts';
import * as posts from '../routes/posts.ts';
import * as previews from '../routes/previews.ts';
import * as subscriptions from '../routes/subscriptions.ts';
import * as targetingSearch from '../routes/targeting-search.ts';
import * as tokens from '../routes/tokens.ts';
import * as videos from '../routes/videos.ts';
import type { Kind } from '../state/shapes.ts';
import type { ListOperation, NodeType, Operation } from './operation.ts';
import type { Method } from './request.ts';

export const nodeTypes: Record<Kind, NodeType> = {
  AdAccount: accounts.type,
  Ad: ads.type,
  AdCreative: creatives.type,
  AdImage: images.imageType,
  AdLabel: labels.labelType,
  AdReportRun: insights.runType,
  AdSet: adSets.type,
  AdVideo: videos.videoType,
  AdsPixel: datasets.datasetType,
  Application: business.applicationType,
  Business: business.businessType,
  Campaign: campaigns.type,
  CustomAudience: audiences.audienceType,
  CustomConversion: customConversions.conversionType,
  InstagramMedia: posts.mediaType,
  InstagramUser: pages.instagramType,
  Lead: leads.leadType,
  LeadgenForm: leads.formType,
  Page: pages.pageType,
  PagePost: posts.postType,
  ProductCatalog: catalogs.catalogType,
  ProductSet: catalogs.productSetType,
  SystemUser: people.systemUserType,
  User: people.userType,
};

export const operations: readonly Operation[] = [
  accounts,
  activities,
  adSets,
  ads,
  audiences,
  budgetSchedules,
  business,
  campaigns,
  catalogs,
  copies,
  creatives,
  customConversions,
  datasetQuality,
  datasets,
  estimates,
  images,
  insights,
  labels,
  leads,
  people,
  posts,
  previews,
  subscriptions,
  targetingSearch,
  tokens,
  videos,
].flatMap((routes) => routes.operations);

const byPlace = new Map(
  operations.map((operation) => [placeOf(operation.on, operation.edge ?? '', operation.method), operation]),
);

function placeOf(on: string, edge: string, method: string): string {
  return `${method} ${on}/${edge}`;
}

export function findOperation(on: Kind | 'Root', edge: string, method: Method): Operation | undefined {
  return byPlace.get(placeOf(on, edge, method));
}

export function listOperation(on: Kind, edge: string): ListOperation | undefined {
  const operation = findOperation(on, edge, 'GET');
  return operation && 'list' in operation ? operation : undefined;
}
