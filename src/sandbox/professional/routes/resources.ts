import type { Resource } from '../restli/resource.ts';
import { adAccounts, adAccountUsers } from './accounts.ts';
import { adAnalytics } from './analytics.ts';
import { dmpSegmentCompanies, dmpSegments, dmpSegmentUsers } from './audiences.ts';
import { adCampaignGroups } from './campaign-groups.ts';
import { adCampaigns } from './campaigns.ts';
import { conversionEvents } from './conversion-events.ts';
import { campaignConversions, conversions } from './conversions.ts';
import { creatives, posts } from './creatives.ts';
import { documents, images, videos } from './files.ts';
import { leadForms } from './lead-forms.ts';
import { leadNotifications } from './lead-notifications.ts';
import { leadFormResponses } from './lead-responses.ts';
import { conversationAds, inMailContents, sponsoredMessageContents } from './messages.ts';
import { adSegments, organizationAcls, organizations } from './organizations.ts';
import { adBudgetPricing, adTargetingEntities, adTargetingFacets, audienceCounts } from './targeting.ts';
import { adTrackingParameters } from './tracking-parameters.ts';

export const RESOURCES: readonly Resource[] = [
  adAccounts,
  adAccountUsers,
  adCampaignGroups,
  adCampaigns,
  creatives,
  posts,
  inMailContents,
  conversationAds,
  sponsoredMessageContents,
  images,
  documents,
  videos,
  adAnalytics,
  adTargetingFacets,
  adTargetingEntities,
  audienceCounts,
  adBudgetPricing,
  conversions,
  campaignConversions,
  conversionEvents,
  adTrackingParameters,
  organizationAcls,
  organizations,
  leadForms,
  leadFormResponses,
  leadNotifications,
  adSegments,
  dmpSegments,
  dmpSegmentUsers,
  dmpSegmentCompanies,
];
