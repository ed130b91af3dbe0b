import type { Resource } from '../restli/resource.ts';
import { adAccounts, adAccountUsers } from './accounts.ts';
import { adAnalytics } from './analytics.ts';
import { adCampaigns } from './campaigns.ts';
import { campaignConversions, conversions } from './conversions.ts';
import { creatives, posts } from './creatives.ts';
import { adCampaignGroups } from './groups.ts';
import { documents, images } from './images.ts';
import { dmpSegmentCompanies, dmpSegments, dmpSegmentUsers } from './lists.ts';
import { adSegments, leadForms, organizationAcls, organizations } from './pages.ts';
import { adBudgetPricing, adTargetingEntities, adTargetingFacets, audienceCounts } from './targeting.ts';

export const RESOURCES: readonly Resource[] = [
  adAccounts,
  adAccountUsers,
  adCampaignGroups,
  adCampaigns,
  creatives,
  posts,
  images,
  documents,
  adAnalytics,
  adTargetingFacets,
  adTargetingEntities,
  audienceCounts,
  adBudgetPricing,
  conversions,
  campaignConversions,
  organizationAcls,
  organizations,
  leadForms,
  adSegments,
  dmpSegments,
  dmpSegmentUsers,
  dmpSegmentCompanies,
];
