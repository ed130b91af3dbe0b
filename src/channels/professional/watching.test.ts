import { expect, test } from 'vitest';
import { sandboxed } from '../../../test/sandboxed.ts';
import { asking, refused } from '../../../test/watching/watched-channel.ts';
import { scriptedSession } from '../../upstream/scripted-session.testing.ts';
import type { UpstreamRequest } from '../../upstream/session.ts';
import { channel } from './channel.ts';
import { ProfessionalClient } from './client.ts';
import { watching } from './watching.ts';

const { call, client, accident, fault, clearFaults } = sandboxed('professional');
const { rejected, problems } = asking(watching, client);
const { signal } = new AbortController();
const account = async () => (await client()).account;

const ofScript = (answer: (path: string) => unknown) => {
  const replies = ({ url }: UpstreamRequest) => ({ body: answer(url) });
  const { session, sent } = scriptedSession({ platform: 'professional', dialect: channel.dialect!, replies });
  return { client: new ProfessionalClient(session), sent };
};

test('a creative that the review takes back is told with its group and the reason, until it may run again', async () => {
  const before = await rejected();
  expect(before).toMatchObject([
    { name: 'Miracle picture', reasons: [expect.stringContaining('MISLEADING_CLAIM'), expect.any(String)] },
  ]);
  const { creatives } = await call('list_creatives', { status: ['ACTIVE'] });
  const creative = creatives.find(({ review_status }: { review_status: string }) => review_status === 'APPROVED');
  const { campaigns } = await call('list_professional_campaigns', { campaign_ids: [creative.campaign_id] });
  const mend = await accident('ad_rejected', { account: await account(), object: creative.id });
  expect(await rejected()).toContainEqual({
    id: creative.id,
    name: creative.name ?? creative.id,
    campaign: { id: campaigns[0].campaign_group_id, name: expect.any(String) },
    reasons: ['misleading claim (MISLEADING_CLAIM)'],
  });
  await mend();
  expect(await rejected()).toEqual(before);
});

test('rejected creatives beyond the first page are read, up to the most', async () => {
  let page = 0;
  const creative = (n: number) => ({
    ...{ id: `urn:li:sponsoredCreative:${n}`, account: 'urn:li:sponsoredAccount:1', intendedStatus: 'ACTIVE' },
    ...{ campaign: 'urn:li:sponsoredCampaign:2', content: {}, isServing: false, servingHoldReasons: ['REJECTED'] },
    ...{ review: { status: n % 2 === 0 ? 'REJECTED' : 'APPROVED' }, createdAt: 1, lastModifiedAt: 1 },
  });
  const { client: scripted } = ofScript((url) => {
    const asked = decodeURIComponent(url);
    if (!asked.includes('/creatives') || asked.includes('creatives=')) return { elements: [], metadata: {} };
    page += 1;
    const elements = Array.from({ length: 100 }, (_, n) => creative(page * 100 + n));
    return { elements, metadata: page < 12 ? { nextPageToken: `page ${page}` } : {} };
  });
  expect(await watching.rejectedAds(scripted, '1', signal)).toHaveLength(500);
  expect(page).toBe(12);
});

test.each([
  ['payment_failed', { status: 'BILLING_HOLD', kind: 'payment', nextStep: expect.stringMatching(/card/) }],
  ['account_closed', { status: 'CANCELED', kind: 'closed', nextStep: expect.stringMatching(/Reopen/) }],
] as const)('an account after %s has its problem, and none once it is mended', async (kind, problem) => {
  expect(await problems()).toEqual([]);
  const mend = await accident(kind, { account: await account() });
  expect(await problems()).toMatchObject([problem]);
  await mend();
  expect(await problems()).toEqual([]);
});

test.each([
  [{ servingStatuses: ['ACCOUNT_TOTAL_BUDGET_HOLD'] }, ['balance_low']],
  [{ servingStatuses: ['ACCOUNT_END_DATE_HOLD'] }, ['closed']],
  [{ servingStatuses: ['RESTRICTED_HOLD', 'INTERNAL_HOLD'] }, ['restricted', 'restricted']],
  [{ status: 'DRAFT', servingStatuses: ['STOPPED'] }, ['restricted']],
  [{ status: 'REMOVED', servingStatuses: ['STOPPED'] }, ['closed']],
  [{ servingStatuses: ['RUNNABLE'] }, []],
  [{ servingStatuses: ['BILLING_HOLD'], test: true }, []],
])('an account with %j has %j', async (said, kinds) => {
  const body = { id: 1, name: 'A', currency: 'USD', status: 'ACTIVE', ...said };
  const found = await watching.accountProblems(ofScript(() => body).client, '1', signal);
  expect(found.map(({ kind }) => kind)).toEqual(kinds);
  expect(found.every(({ words, nextStep }) => words !== '' && nextStep !== '')).toBe(true);
});

test('the platform keeps no history of changes', () => {
  expect(watching.changes).toBeUndefined();
});

test('a platform that is busy or broken is a failure, never an empty answer', async () => {
  for (const kind of ['throttle', 'server_error']) {
    await fault(kind, 'GET /', { times: 50 });
    const codes = await Promise.all([rejected(), problems()].map(refused));
    expect(codes.every((code) => code === 'rate_limited' || code === 'upstream_unavailable')).toBe(true);
    await clearFaults();
  }
});
