import { expect, test } from 'vitest';
import { isRejected } from '../resources/review.ts';
import { wordFindings } from './findings.ts';

/**
 * Every `secondary_status` of the platform's reference and what is told of it: nothing where the object is shown, or where its switch,
 * schedule, budget, balance or missing ads are told by findings of their own.
 */
const NOTHING = `
  CAMPAIGN_STATUS_ENABLE CAMPAIGN_STATUS_DISABLE CAMPAIGN_STATUS_BUDGET_EXCEED CAMPAIGN_STATUS_DELETE
  ADGROUP_STATUS_DELIVERY_OK ADGROUP_STATUS_PARTIAL_AUDIT_DELIVERY_OK ADGROUP_STATUS_REVIEW_PARTIALLY_APPROVED
  ADGROUP_STATUS_SHADOW_ADGROUP_REAUDIT ADGROUP_STATUS_SEARCH_KEYWORDS_PARTIAL_APPROVED ADGROUP_STATUS_CAMPAIGN_DISABLE
  ADGROUP_STATUS_DISABLE ADGROUP_STATUS_TIME_DONE ADGROUP_STATUS_CAMPAIGN_DELETE ADGROUP_STATUS_DELETE ADGROUP_STATUS_CREATE
  ADGROUP_STATUS_NOT_START ADGROUP_STATUS_CAMPAIGN_EXCEED ADGROUP_STATUS_BUDGET_EXCEED ADGROUP_STATUS_BALANCE_EXCEED
  ADGROUP_STATUS_FROZEN
  AD_STATUS_DELIVERY_OK AD_STATUS_PARTIAL_AUDIT_DELIVERY_OK AD_STATUS_REVIEW_PARTIALLY_APPROVED AD_STATUS_CAMPAIGN_DISABLE
  AD_STATUS_ADGROUP_DISABLE AD_STATUS_DISABLE AD_STATUS_DONE AD_STATUS_CAMPAIGN_DELETE AD_STATUS_ADGROUP_DELETE AD_STATUS_DELETE
  AD_STATUS_NOT_START AD_STATUS_CAMPAIGN_EXCEED AD_STATUS_BUDGET_EXCEED AD_STATUS_BALANCE_EXCEED`;

const TOLD: Readonly<Record<string, string>> = {
  CAMPAIGN_STATUS_AWAITING_RELEASE: 'status: holds the thing back',
  CAMPAIGN_STATUS_ADVERTISER_AUDIT: 'billing: reviewing the advertiser of the thing',
  CAMPAIGN_STATUS_ADVERTISER_AUDIT_DENY: 'billing: not approved the advertiser of the thing',
  CAMPAIGN_STATUS_IDENTITY_USED_BY_GMV_MAX_AD: 'parts: identity of the thing',
  ADVERTISER_ACCOUNT_PUNISH: 'billing: suspended the advertiser of the thing',
  ADVERTISER_CONTRACT_PENDING: 'billing: contract of the advertiser of the thing',
  ADGROUP_STATUS_AUDIT: 'review: reviewing the thing',
  ADGROUP_STATUS_REAUDIT: 'review: reviewing the thing',
  ADGROUP_STATUS_AUDIT_DENY: 'review: rejected the thing',
  ADGROUP_STATUS_PARTIAL_AUDIT_NO_DELIVERY: 'review: part of the thing',
  ADGROUP_STATUS_ADGROUP_PRE_ONLINE: 'status: preparing the thing',
  ADGROUP_STATUS_PIXEL_UNBIND: 'parts: pixel of the thing',
  ADGROUP_STATUS_ADVERTISER_AUDIT: 'billing: reviewing the advertiser of the thing',
  ADGROUP_STATUS_ADVERTISER_AUDIT_DENY: 'billing: not approved the advertiser of the thing',
  ADGROUP_STATUS_INDUSTRY_QUALIFICATION_MISSING: 'declaration: qualification',
  ADGROUP_STATUS_INDUSTRY_QUALIFICATION_EXPIRED: 'declaration: qualification',
  ADGROUP_STATUS_INDUSTRY_QUALIFICATION_DENY: 'declaration: qualification',
  ADGROUP_STATUS_ASSET_AUTHORIZATION_LOST: 'parts: identity or post of the thing',
  ADGROUP_STATUS_TRANSCODING_FAIL: 'parts: video of the thing',
  ADGROUP_STATUS_ADGROUP_QUOTA_LIMIT: 'parts: too many active',
  ADGROUP_STATUS_LIVE_NOT_START: 'parts: live stream of the thing',
  ADGROUP_STATUS_SEARCH_KEYWORDS_IN_REVIEW: 'review: search keywords of the thing',
  ADGROUP_STATUS_SEARCH_KEYWORDS_NOT_AVAILABLE: 'parts: search keywords of the thing',
  AD_STATUS_AUDIT: 'review: reviewing the thing',
  AD_STATUS_REAUDIT: 'review: reviewing the thing',
  AD_STATUS_AUDIT_DENY: 'review: rejected the thing',
  AD_STATUS_ADGROUP_AUDIT_DENY: 'review: rejected the ad group of the thing',
  AD_STATUS_ADVERTISER_AUDIT: 'billing: reviewing the advertiser of the thing',
  AD_STATUS_ADVERTISER_AUDIT_DENY: 'billing: not approved the advertiser of the thing',
  AD_STATUS_TRANSCODING_FAIL: 'parts: video of the thing',
  AD_STATUS_PROCESS_AUDIO: 'parts: sound of the thing',
  AD_STATUS_MUSIC_AUTHORIZATION_MISSING: 'parts: music of the thing',
  AD_STATUS_ASSET_AUTHORIZATION_LOST: 'parts: identity or post of the thing',
  AD_STATUS_AD_QUOTA_LIMIT: 'parts: too many active',
  AD_STATUS_AD_PRE_ONLINE: 'status: preparing the thing',
  AD_STATUS_LIVE_OFFLINE: 'parts: live stream of the thing',
  AD_STATUS_PRODUCT_UNAVAILABLE: 'parts: product of the thing',
  AD_STATUS_ANCHOR_UNAVAILABLE: 'parts: link in the video of the thing',
  AD_STAUS_PIXEL_UNBIND: 'parts: pixel of the thing',
};

function told(secondary_status: string, name = 'A') {
  const level = secondary_status.startsWith('ADGROUP')
    ? 'ad_group'
    : secondary_status.startsWith('AD_')
      ? 'ad'
      : 'campaign';
  return wordFindings({ level, id: '1', name, operation_status: 'ENABLE', secondary_status });
}

test.each(NOTHING.trim().split(/\s+/))('%s needs no words of its own', (status) => {
  expect(told(status)).toEqual([]);
});

test.each(Object.entries(TOLD))('%s is told as %s', (status, words) => {
  const [about, message] = words.split(': ') as [string, string];
  const [found, ...more] = told(status);
  expect(found?.about).toBe(about);
  expect(found?.message.replace(/the (campaign|ad group|ad) "A"/, 'the thing')).toContain(message);
  expect(more).toEqual([]);
});

test('only what the review rejected itself is called rejected, and mended by other content', () => {
  const all = [...NOTHING.trim().split(/\s+/), ...Object.keys(TOLD)];
  const rejected = all.filter((secondary_status) => isRejected({ secondary_status }));
  expect(rejected).toEqual(['ADGROUP_STATUS_AUDIT_DENY', 'AD_STATUS_AUDIT_DENY']);
  expect(all.filter((status) => told(status)[0]?.mend)).toEqual(['AD_STATUS_AUDIT_DENY', 'AD_STATUS_TRANSCODING_FAIL']);
});

test('a name with special characters is told as it stands', () => {
  expect(told('AD_STATUS_AUDIT', "$& $1 $'")[0]!.message).toContain(`"$& $1 $'"`);
});
