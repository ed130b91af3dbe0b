import { expect, test } from 'vitest';
import { keptBy } from '../../../tools/diagnosis.ts';
import { accountFindings, holdFindings, reviewFindings } from './findings.ts';

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
