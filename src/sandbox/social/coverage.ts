import { routesOf } from '../coverage.ts';
import type { Coverage, RouteCoverage } from '../emulator.ts';
import { platformEdges } from './graph/platform-names.ts';
import { placeOf, served } from './graph/served-paths.ts';
import { rules } from './rules/coverage.ts';

/** Paths follow the version (`/v26.0`), which may be left out. */
const SUPPORTED = `
POST /: batch; operations run in order
GET /{version}/dialog/oauth: the login page, with approve and deny; config_id is not looked at
POST /{version}/dialog/oauth: the person's decision
GET /oauth/access_token: code, fb_exchange_token, client_credentials
POST /oauth/access_token
GET /oauth/revoke
GET /debug_token
GET /{node-id}: ad, ad set, app, audience, business, campaign, catalog, creative, custom conversion, image, Instagram post and user, label, lead, lead form, page, page post, pixel, product set, report run, system user, user, video; me
POST /{node-id}: ad, ad set, audience, campaign (without adset_budgets), creative, custom conversion, lead form (its status), pixel
DELETE /{node-id}: ad, ad set, audience, campaign, creative, custom conversion, lead, page post (by the page's own token), video; ad sets aimed at a deleted audience show WITH_ISSUES and stop
GET /{user-id|system-user-id|audience-id}/adaccounts
GET /{user-id|system-user-id}/assigned_ad_accounts
GET /{user-id|system-user-id}/accounts
GET /{user-id|system-user-id}/assigned_pages
GET /{user-id|system-user-id}/businesses
GET /{user-id|system-user-id}/permissions
DELETE /{user-id}/permissions
POST /{system-user-id}/access_tokens
DELETE /{system-user-id}/access_tokens
POST /{system-user-id}/applications
GET /{business-id}/owned_ad_accounts
GET /{business-id}/client_ad_accounts
GET /{business-id}/owned_pages
GET /{business-id}/owned_product_catalogs
GET /{business-id}/client_product_catalogs
GET /{catalog-id}/product_sets
GET /{page-id}/published_posts: by the page's own token
GET /{instagram-user-id}/media
GET /{business-id}/system_users
POST /{business-id}/system_users
GET /act_{ad-account-id}
GET /act_{ad-account-id}/campaigns
GET /act_{ad-account-id}/adsets
GET /act_{ad-account-id}/ads
POST /act_{ad-account-id}/ads
GET /{campaign-id}/adsets
GET /{campaign-id|adset-id|audience-id}/ads
GET /{adset-id|ad-id}/adcreatives
GET /{campaign-id|adset-id}/budget_schedules
GET /act_{ad-account-id}/adcreatives
GET /act_{ad-account-id}/adlabels
POST /act_{ad-account-id}/adlabels
POST /{campaign-id|adset-id|ad-id|creative-id}/adlabels
GET /act_{ad-account-id}/adimages
POST /act_{ad-account-id}/adimages
DELETE /act_{ad-account-id}/adimages
GET /act_{ad-account-id}/advideos
DELETE /act_{ad-account-id}/advideos
GET /{video-id}/thumbnails
GET /act_{ad-account-id}/customaudiences
POST /act_{ad-account-id}/customaudiences
POST /{audience-id}/users
DELETE /{audience-id}/users
GET /act_{ad-account-id}/adspixels
POST /act_{ad-account-id}/adspixels
POST /{pixel-id}/events: events that name a click or a lead count for its ad, others for no ad
GET /act_{ad-account-id}/customconversions
GET /{page-id}/leadgen_forms
POST /{page-id}/leadgen_forms
GET /{form-id|ad-id}/leads: as many as the reports count for the ads of the form
GET /{form-id}/test_leads
GET /{page-id}/subscribed_apps
POST /{page-id}/subscribed_apps: leadgen only
DELETE /{page-id}/subscribed_apps
GET /{app-id}/subscriptions
DELETE /{app-id}/subscriptions
POST /{form-id}/test_leads
POST /act_{ad-account-id}/customconversions
GET /act_{ad-account-id}/promote_pages
GET /act_{ad-account-id}/instagram_accounts
GET /act_{ad-account-id}/minimum_budgets
POST /act_{ad-account-id}/assigned_users
GET /act_{ad-account-id}/targetingsearch
GET /act_{ad-account-id}/targetingbrowse
GET /act_{ad-account-id}/targetingsuggestions
GET /act_{ad-account-id}/targetingvalidation
GET /act_{ad-account-id}/reachestimate
GET /act_{ad-account-id}/delivery_estimate
GET /{adset-id}/delivery_estimate
POST /act_{ad-account-id}/insights
POST /{campaign-id|adset-id|ad-id}/insights`;

const NUMBERS =
  'everything adds up over ads, days and breakdowns but reach, frequency and unique clicks, which are estimates and never additive; product, app and SKAdNetwork breakdowns have no data, and actions are split by type only';

const PARTIAL = `
GET /search: every type but adgeolocationmeta
GET /act_{ad-account-id}/insights: ${NUMBERS}
GET /{campaign-id|adset-id|ad-id|report-run-id}/insights: ${NUMBERS}
POST /{app-id}/subscriptions: leads of pages only; the address is asked a few seconds later, and told of leads once it answered
GET /dataset_quality: of web events, a day late; without acr and the feedback about repeats
GET /{pixel-id}/stats: by event, event_source, match_keys, had_pii and host, of events sent by servers
GET /act_{ad-account-id}/activities: of campaigns, ad sets and ads; without who did it and what was before
GET /{adset-id}/activities: likewise
GET /{creative-id|ad-id}/previews: eleven formats; the page inside the frame is not here
POST /{campaign-id|adset-id|ad-id}/copies: without parameter_overrides and creative_parameters
POST /{campaign-id|adset-id}/budget_schedules: they raise no spend here
POST /act_{ad-account-id}/campaigns: without budget schedules, SKAdNetwork and split tests
POST /act_{ad-account-id}/adsets: without inline campaign_spec and value rules
POST /act_{ad-account-id}/adcreatives: identical creatives are not deduplicated
POST /act_{ad-account-id}/advideos: a file_url is not fetched, the video is made up`;

/** Beside what the official SDK knows. */
const ABSENT = `
GET /act_{ad-account-id}/campaignsbylabels
GET /act_{ad-account-id}/adcreativesbylabels
POST /act_{ad-account-id}/video_ads`;

/** All edges the official SDK knows of the kinds of nodes that are here; a kind that lacks what another has is not told apart. */
function absentEdges(): string {
  const shape = (method: string, path: string) => `${method} ${path.replace(/\{[^}]+\}/g, '{}')}`;
  const taken = new Set([
    ...served.map(({ method, path }) => shape(method, path)),
    ...routesOf('absent', ABSENT).map(({ method, path }) => shape(method, path)),
  ]);
  const calls = new Map<string, string>();
  for (const { kind, method, edge } of platformEdges) {
    const path = placeOf(kind, edge);
    if (!taken.has(shape(method, path)) && !calls.has(shape(method, path)))
      calls.set(shape(method, path), `${method} ${path}`);
  }
  return [...calls.values()].join('\n');
}

const routes: readonly RouteCoverage[] = [
  ...routesOf('supported', SUPPORTED),
  ...routesOf('partial', PARTIAL),
  ...routesOf('absent', ABSENT),
  ...routesOf('absent', absentEdges()),
];

export const coverage: Coverage = { routes, rules };
