import { expect, test } from 'vitest';
import { sandboxed } from '../../../test/sandboxed.ts';
import { asking, refused } from '../../../test/watching/watched-channel.ts';
import { HOUR_MS } from '../../ambient.ts';
import { scriptedSession } from '../../upstream/scripted-session.testing.ts';
import type { UpstreamRequest } from '../../upstream/session.ts';
import { channel } from './channel.ts';
import { VideoClient } from './client.ts';
import { watching } from './watching.ts';

const { call, client, accident, fault, clearFaults, control } = sandboxed('video');
const { rejected, problems, changes } = asking(watching, client);
const { signal } = new AbortController();
const now = async () => Date.parse((await control('/clock')).now);
const account = async () => (await client()).account;

const ofScript = (answer: (path: string, query: URLSearchParams) => unknown) => {
  const replies = ({ url }: UpstreamRequest) => {
    const { pathname, searchParams } = new URL(url);
    return { body: { code: 0, message: 'OK', request_id: 'r', data: answer(pathname, searchParams) } };
  };
  const { session, sent } = scriptedSession({ platform: 'video', dialect: channel.dialect!, replies });
  return { client: new VideoClient(session), sent };
};

test('an ad that the review takes back is told with its campaign and the reasons, until it may run again', async () => {
  const before = await rejected();
  expect(before).toMatchObject([{ reasons: [expect.stringContaining('Exaggerated claims'), expect.any(String)] }]);
  const { ads } = await call('list_ads', { limit: 100 });
  const ad = ads.find(({ id, status, automation }: Record<string, string>) => {
    return status === 'ENABLE' && automation === 'MANUAL' && id !== before[0]!.id;
  });
  const mend = await accident('ad_rejected', { account: await account(), object: ad.id });
  expect(await rejected()).toContainEqual({
    id: ad.id,
    name: ad.name,
    campaign: { id: ad.campaign_id, name: expect.any(String) },
    reasons: [expect.stringContaining('Misleading content'), expect.stringContaining('landing page')],
  });
  await mend();
  expect(await rejected()).toEqual(before);
});

/** An advertiser of many ads that do not deliver: the first of them because a budget is used up, the others for the review. */
function manyAds(total: number, exceeded: number) {
  const ad = (n: number) => ({
    ...{ ad_id: `${n}`, ad_name: `Ad ${n}`, advertiser_id: '1', campaign_id: '2', adgroup_id: '3' },
    ...{ operation_status: 'ENABLE', secondary_status: `AD_STATUS_${n < exceeded ? 'BUDGET_EXCEED' : 'AUDIT_DENY'}` },
  });
  const { client: scripted, sent } = ofScript((path, query) => {
    if (path.includes('review_info')) return { ad_review_map: {} };
    if (path.includes('campaign')) {
      const named = { campaign_id: '2', campaign_name: 'Two', advertiser_id: '1', objective_type: 'TRAFFIC' };
      return { list: [named], page_info: { page: 1, page_size: 100, total_number: 1, total_page: 1 } };
    }
    const all = path.includes('smart_plus') ? 0 : total;
    const [page, size] = [Number(query.get('page')), Number(query.get('page_size'))];
    const from = (page - 1) * size;
    const list = Array.from({ length: Math.max(0, Math.min(size, all - from)) }, (_, n) => ad(from + n));
    return { list, page_info: { page, page_size: size, total_number: all, total_page: Math.ceil(all / size) } };
  });
  return { scripted, reviews: () => sent.filter(({ url }) => url.includes('review_info')).length };
}

test('rejected ads beyond the first page are read, a hundred reviews a request', async () => {
  const { scripted, reviews } = manyAds(1_300, 0);
  expect(await watching.rejectedAds(scripted, '1', signal)).toHaveLength(500);
  expect(reviews()).toBe(5);
});

test('rejected ads are found behind any number that wait for money', async () => {
  const { scripted, reviews } = manyAds(3_010, 3_000);
  expect(await watching.rejectedAds(scripted, '1', signal)).toHaveLength(10);
  expect(reviews()).toBe(21);
});

test.each([
  [
    'payment_failed',
    { status: 'ADGROUP_STATUS_BALANCE_EXCEED', kind: 'payment', nextStep: expect.stringMatching(/card/) },
  ],
  ['account_closed', { status: 'STATUS_DISABLE', kind: 'closed', nextStep: expect.stringMatching(/appeal/) }],
] as const)('an advertiser after %s has its problem, and none once it is mended', async (kind, problem) => {
  expect(await problems()).toEqual([]);
  const mend = await accident(kind, { account: await account() });
  expect(await problems()).toMatchObject([problem]);
  await mend();
  expect(await problems()).toEqual([]);
});

const advertiser = (fields: object) => ({
  list: [{ advertiser_id: '1', name: 'A', currency: 'USD', timezone: 'UTC', balance: 500, ...fields }],
});

test.each([
  ['STATUS_LIMIT', /restricted/],
  ['STATUS_CONFIRM_FAIL', /refused its review: no licence/],
  ['STATUS_PENDING_CONFIRM', /not open yet/],
])('an advertiser that is %s is restricted', async (status, words) => {
  const scripted = ofScript(() => advertiser({ status, rejection_reason: 'no licence' }));
  expect(await watching.accountProblems(scripted.client, '1', signal)).toMatchObject([
    { status, kind: 'restricted', words: expect.stringMatching(words), nextStep: expect.any(String) },
  ]);
});

test.each([
  [70, 200, ['balance_low']],
  [100, 200, []],
  [70, 0, []],
])('a balance of %i after a week that cost %i: %j', async (balance, spend, kinds) => {
  const scripted = ofScript((path) =>
    path.includes('report')
      ? {
          list: [{ metrics: { spend: String(spend) }, dimensions: {} }],
          page_info: { page: 1, page_size: 1, total_number: 1, total_page: 1 },
        }
      : advertiser({ status: 'STATUS_ENABLE', balance }),
  );
  const found = await watching.accountProblems(scripted.client, '1', signal);
  expect(found.map(({ kind }) => kind)).toEqual(kinds);
});

test('an advertiser that pays afterwards has no balance and no problem', async () => {
  const none = { list: [], page_info: { page: 1, page_size: 100, total_number: 0, total_page: 0 } };
  const scripted = ofScript((path) =>
    path.includes('adgroup') ? none : advertiser({ status: 'STATUS_ENABLE', balance: 0 }),
  );
  expect(await watching.accountProblems(scripted.client, '1', signal)).toEqual([]);
});

test('changes are told with who and words between two moments, of a campaign and what is in it', async () => {
  const start = await now();
  const { campaigns } = await call('list_campaigns', { limit: 100 });
  const { ad_groups } = await call('list_ad_groups', { limit: 100 });
  const group = ad_groups.find(({ budget }: { budget?: unknown }) => budget);
  await call('update_ad_group', { ad_group_id: group.id, budget: Number(group.budget.amount) * 10 });
  const other = campaigns.find(({ id }: { id: string }) => id !== group.campaign_id);
  await call('update_campaign', { campaign_id: other.id, name: 'Another name' });
  const span = { since: start - 1000, until: start + HOUR_MS };
  const found = await changes({ ...span, campaign: group.campaign_id });
  expect(found).toMatchObject([
    {
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      who: expect.any(String),
      object: { id: group.id, campaign: group.campaign_id },
      words: expect.stringMatching(/^ad group: .*budget .*→/i),
    },
  ]);
  expect((await changes(span)).map(({ words }) => words)).toContainEqual(expect.stringMatching(/→ Another name$/));
  expect(await changes({ since: start - 9 * HOUR_MS, until: start - 8 * HOUR_MS })).toEqual([]);
});

test('a platform that is busy or broken is a failure, never an empty answer', async () => {
  for (const kind of ['throttle', 'server_error']) {
    await fault(kind, 'GET /', { times: 50 });
    const codes = await Promise.all([rejected(), problems()].map(refused));
    expect(codes.every((code) => code === 'rate_limited' || code === 'upstream_unavailable')).toBe(true);
    await clearFaults();
  }
});
