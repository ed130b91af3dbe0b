import { routesOf } from '../coverage.ts';
import type { Coverage } from '../emulator.ts';
import { rules } from './rules/coverage.ts';

const SUPPORTED = `
GET /oauth/v2/authorization: the consent page, with approve and deny
POST /oauth/v2/authorization: the person's decision
POST /oauth/v2/accessToken: authorization_code, refresh_token
POST /oauth/v2/introspectToken
GET /rest/adAccounts: q=search, ids
GET /rest/adAccounts/{adAccountId}
POST /rest/adAccounts
POST /rest/adAccounts/{adAccountId}
DELETE /rest/adAccounts/{adAccountId}
DELETE /rest/adAccounts
GET /rest/adAccountUsers: q=authenticatedUser, q=accounts
GET /rest/adAccountUsers/{key}
GET /rest/adAccounts/{adAccountId}/adCampaignGroups
GET /rest/adAccounts/{adAccountId}/adCampaignGroups/{id}
POST /rest/adAccounts/{adAccountId}/adCampaignGroups: create, batch create, batch partial update
POST /rest/adAccounts/{adAccountId}/adCampaignGroups/{id}
DELETE /rest/adAccounts/{adAccountId}/adCampaignGroups/{id}
DELETE /rest/adAccounts/{adAccountId}/adCampaignGroups
GET /rest/adAccounts/{adAccountId}/adCampaigns
GET /rest/adAccounts/{adAccountId}/adCampaigns/{id}
POST /rest/adAccounts/{adAccountId}/adCampaigns: create, batch create, batch partial update
POST /rest/adAccounts/{adAccountId}/adCampaigns/{id}
DELETE /rest/adAccounts/{adAccountId}/adCampaigns/{id}
DELETE /rest/adAccounts/{adAccountId}/adCampaigns
GET /rest/adAccounts/{adAccountId}/creatives
GET /rest/adAccounts/{adAccountId}/creatives/{urn}
POST /rest/adAccounts/{adAccountId}/creatives: create, createInline, batches
POST /rest/adAccounts/{adAccountId}/creatives/{urn}
DELETE /rest/adAccounts/{adAccountId}/creatives/{urn}
DELETE /rest/adAccounts/{adAccountId}/creatives
GET /rest/adTargetingFacets
GET /rest/adTargetingEntities: a sample of each facet
GET /rest/audienceCounts
GET /rest/adBudgetPricing
GET /rest/conversions
GET /rest/conversions/{id}
POST /rest/conversions
POST /rest/conversions/{id}
GET /rest/campaignConversions
GET /rest/campaignConversions/{key}
PUT /rest/campaignConversions/{key}
DELETE /rest/campaignConversions/{key}
POST /rest/conversionEvents: one and batches, refused whole; no tag of a page sends any
GET /rest/adTrackingParameters: by ids only
GET /rest/adTrackingParameters/{key}
PUT /rest/adTrackingParameters/{key}: of campaigns
DELETE /rest/adTrackingParameters/{key}
GET /rest/organizationAcls
GET /rest/organizations
GET /rest/organizations/{id}
PUT /dms-uploads/{id}
`;

const PARTIAL = `
GET /rest/posts: q=author, ids
GET /rest/posts/{urn}: shares only
POST /rest/posts: no duplicates are noticed
POST /rest/posts/{urn}: words, link and label
GET /rest/images: by ids only
GET /rest/images/{urn}
POST /rest/images: initializeUpload
GET /rest/documents: by ids only
GET /rest/documents/{urn}
POST /rest/documents: initializeUpload
GET /rest/videos: by ids only
GET /rest/videos/{urn}
POST /rest/videos: initializeUpload, finalizeUpload; captions and thumbnails are not kept
GET /rest/adAnalytics: q=analytics and q=statistics
GET /rest/inMailContents: by ids only
GET /rest/inMailContents/{urn}
POST /rest/inMailContents: members with a role on the account may send
GET /rest/conversationAds: by ids only
GET /rest/conversationAds/{urn}
POST /rest/conversationAds
POST /rest/conversationAds/{urn}: the first message
POST /rest/conversationAds/{conversation}/sponsoredMessageContents: made from the last message to the first
GET /rest/leadForms: forms of ad accounts
GET /rest/leadForms/{id}
POST /rest/leadForms: of ad accounts
POST /rest/leadForms/{id}: another content makes the next version
GET /rest/leadFormResponses: q=owner, ids; leads of ad accounts, without those of message ads
GET /rest/leadFormResponses/{id}
GET /rest/leadNotifications: q=criteria, ids
GET /rest/leadNotifications/{id}
POST /rest/leadNotifications: of ad accounts
DELETE /rest/leadNotifications: ids
DELETE /rest/leadNotifications/{id}
GET /rest/adSegments: q=accounts
GET /rest/dmpSegments: q=account, ids
GET /rest/dmpSegments/{id}
DELETE /rest/dmpSegments: ids
DELETE /rest/dmpSegments/{id}: with its ad segment
POST /rest/dmpSegments: streamed lists; members are matched at once
POST /rest/dmpSegments/{id}/users: batches
POST /rest/dmpSegments/{id}/companies: batches
`;

const ABSENT = `
PUT /rest/adAccountUsers/{key}
DELETE /rest/adAccountUsers/{key}
DELETE /rest/posts/{urn}
POST /rest/adTargetingEntities
GET /rest/adSupplyForecasts
POST /rest/dmpSegments/{id}
`;

export const coverage: Coverage = {
  routes: [...routesOf('supported', SUPPORTED), ...routesOf('partial', PARTIAL), ...routesOf('absent', ABSENT)],
  rules,
};
