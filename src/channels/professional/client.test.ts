import { expect, test } from 'vitest';
import { quotaOf } from './client.ts';

test('calls are counted by resource and method, as the platform counts them', () => {
  const counted = (method: 'GET' | 'POST', path: string, headers = {}) =>
    quotaOf({ method, url: `https://api.linkedin.com/rest${path}`, headers });
  expect([
    counted('GET', '/adAnalytics?q=analytics&fields=clicks'),
    counted('POST', '/adAnalytics', { 'x-http-method-override': 'GET' }),
    counted('GET', '/adAccounts/5/adCampaigns?q=search'),
    counted('GET', '/adAccounts/5/adCampaigns/7'),
    counted('POST', '/adAccounts/6/adCampaigns', { 'x-restli-method': 'CREATE' }),
    counted('GET', '/adAccounts/5/creatives/urn%3Ali%3AsponsoredCreative%3A7'),
    counted('GET', '/adAccounts/5'),
  ]).toEqual([
    'adAnalytics FINDER',
    'adAnalytics FINDER',
    'adCampaigns FINDER',
    'adCampaigns GET',
    'adCampaigns CREATE',
    'creatives GET',
    'adAccounts GET',
  ]);
});
