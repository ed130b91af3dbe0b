import { expect, test } from 'vitest';
import { keptBy } from '../../../tools/diagnosis.ts';
import type { ProfessionalClient } from '../client.ts';
import { WireCampaign, WireGroup } from '../wire.ts';
import { bidFindings as suggestedBids } from './deeper-findings.ts';
import {
  accountFindings,
  bidFindings,
  budgetFindings,
  holdFindings,
  partsFindings,
  reviewFindings,
  scheduleFindings,
  statusFindings,
} from './findings.ts';

const owners = { account: '1', campaign_group: '2', campaign: '3', creative: '4' };

test('each hold is told of the object it is about; what statuses and dates tell is not told twice', () => {
  const found = holdFindings(owners, 'creative', [
    'STOPPED',
    'CAMPAIGN_START_DATE_HOLD',
    'BILLING_HOLD',
    'CAMPAIGN_TOTAL_BUDGET_HOLD',
    'FORM_HOLD',
    'SOMETHING_NEW',
  ]);
  expect(found.map(({ level, id, about }) => [level, id, about])).toEqual([
    ['account', '1', 'billing'],
    ['campaign', '3', 'budget'],
    ['creative', '4', 'parts'],
    ['creative', '4', 'status'],
  ]);
  expect(found[1]?.mend).toEqual({
    tool: 'update_professional_campaign',
    arguments: { campaign_id: '3', total_budget_amount: '…' },
  });
  expect(found[3]?.message).toContain('SOMETHING_NEW');
});

test('a rejection tells its reasons, in any form the platform gives them', () => {
  const creative = { id: 'urn:li:sponsoredCreative:4', campaign: 'urn:li:sponsoredCampaign:3' };
  const base = { content: {}, intendedStatus: 'ACTIVE', servingHoldReasons: [] };
  const review = { status: 'REJECTED', rejectionReasons: ['BROKEN_LINK', 'The page cannot be reached', { id: 7 }] };
  const [told] = keptBy(reviewFindings({ ...creative, ...base, review }));
  expect(told).toContain('broken link (BROKEN_LINK); The page cannot be reached; {"id":7}');
  expect(told).toContain('create_creative {"campaign_id":"3"}');
  expect(reviewFindings({ ...creative, ...base, review: { status: 'APPROVED' } })).toEqual([]);
});

test('a test account shows nothing', () => {
  const account = { id: '1', name: '', currency: 'USD', status: 'DRAFT', test: true, servingStatuses: [] };
  expect(accountFindings(account).map(({ message }) => message)).toMatchObject([
    expect.stringContaining('test account'),
    expect.stringContaining('DRAFT'),
  ]);
});

const owner = { account: 'urn:li:sponsoredAccount:1' };
const campaign = (more: object = {}) =>
  WireCampaign.parse({
    ...owner,
    id: 3,
    campaignGroup: 'urn:li:sponsoredCampaignGroup:2',
    name: 'c',
    status: 'ACTIVE',
    type: 'TEXT_AD',
    costType: 'CPM',
    targetingCriteria: {},
    ...more,
  });
const group = (more: object = {}) =>
  WireGroup.parse({ ...owner, id: 2, name: 'g', status: 'ACTIVE', runSchedule: { start: 0 }, ...more });
const dollars = (amount: string) => ({ amount, currencyCode: 'USD' });

test('what is removed or cancelled is final, and has no call that would mend it', () => {
  for (const status of ['CANCELED', 'PENDING_DELETION', 'REMOVED'])
    expect(statusFindings('campaign', { id: '3', status })).toEqual([
      expect.objectContaining({ message: expect.stringContaining('which is final') }),
    ]);
  expect(statusFindings('campaign', { id: '3', status: 'REMOVED' })[0]).not.toHaveProperty('mend');
  expect(statusFindings('campaign', { id: '3', status: 'PAUSED' })[0]).toHaveProperty('mend');
});

test('parts are missed only where the platform needs them, and a conversion only where none is known to be attached', () => {
  const about = (more: object, has?: boolean) => partsFindings(campaign(more), has).map((one) => one.about);
  expect(about({})).toEqual([]);
  expect(about({ type: 'SPONSORED_UPDATES' })).toEqual(['parts']);
  const converting = { optimizationTargetType: 'MAX_CONVERSION' };
  expect([about(converting, false), about(converting, true), about(converting, undefined)]).toEqual([
    ['parts'],
    [],
    [],
  ]);
  expect(about({ targetingCriteria: undefined })).toEqual(['audience']);
});

test('a campaign without a budget may stand in a group that shares its own', () => {
  const shared = { budgetOptimization: { bidStrategy: 'MAX', budgetOptimizationStrategy: 'DYNAMIC' } };
  expect(budgetFindings(campaign(), group())).toHaveLength(1);
  expect(budgetFindings(campaign(), group(shared))).toEqual([]);
  expect(budgetFindings(campaign({ totalBudget: dollars('5') }), group())).toEqual([]);
});

test('a hold that is listed twice is told once', () => {
  expect(holdFindings(owners, 'campaign', ['BILLING_HOLD', 'BILLING_HOLD'])).toHaveLength(1);
});

test('what begins now has begun, and what ends now has ended', () => {
  const message = (runSchedule: { start: number; end?: number }) =>
    scheduleFindings('campaign', { id: '3', runSchedule }, 1_000).map((one) => /begins|ended/.exec(one.message)?.[0]);
  expect(message({ start: 1_000 })).toEqual([]);
  expect(message({ start: 1_001 })).toEqual(['begins']);
  expect(message({ start: 0, end: 1_000 })).toEqual(['ended']);
  expect(message({ start: 0, end: 1_001 })).toEqual([]);
});

test('a bid by hand is held against what others bid, and stops only what was not shown at all', async () => {
  expect(bidFindings(campaign({ unitCost: dollars('0') }))).toHaveLength(1);
  expect(bidFindings(campaign({ unitCost: dollars('0'), optimizationTargetType: 'MAX_CLICK' }))).toEqual([]);
  const client = {
    found: async () => [{ suggestedBid: { min: dollars('2'), max: dollars('9'), default: dollars('4') } }],
  } as unknown as ProfessionalClient;
  const stops = async (bid: string, shown: number | undefined, more: object = {}) =>
    (await suggestedBids(client, '1', campaign({ unitCost: dollars(bid), ...more }), shown)).map((one) => one.stops);
  expect(await stops('1.99', 0)).toEqual([true]);
  expect(await stops('1.99', 5)).toEqual([false]);
  expect(await stops('1.99', undefined)).toEqual([false]);
  expect(await stops('2', 0)).toEqual([]);
  expect(await stops('0', 5)).toEqual([true]);
  expect(await stops('1', 0, { optimizationTargetType: 'MAX_CLICK' })).toEqual([]);
});
