import { expect, test } from 'vitest';
import { sandboxed } from '../../../test/sandboxed.ts';
import { asking, refused } from '../../../test/watching/watched-channel.ts';
import { DAY_MS, HOUR_MS } from '../../ambient.ts';
import { scriptedSession } from '../../upstream/scripted-session.testing.ts';
import { channel } from './channel.ts';
import { SearchClient } from './client.ts';
import { watching } from './watching.ts';

const { call, client, accident, fault, clearFaults, advanceClock, control } = sandboxed('search');
const { rejected, problems, changes } = asking(watching, client);
const { signal } = new AbortController();
const now = async () => Date.parse((await control('/clock')).now);
const account = async () => (await client()).account;

const ofScript = (replies: { status?: number; body: unknown }[]) => {
  const { session, sent } = scriptedSession({ platform: 'search', dialect: channel.dialect!, replies });
  return { client: new SearchClient(session, undefined), sent };
};

test('an ad that the review takes back is told with its campaign and the policy, until it may run again', async () => {
  const before = await rejected();
  expect(before).toMatchObject([{ name: 'Guaranteed Faster Times', reasons: ['unreliable claims'] }]);
  const { ads } = await call('list_ads', { status: ['ENABLED'], limit: 100 });
  const ad = ads.find(({ approval_status }: { approval_status: string }) => approval_status === 'APPROVED');
  const { campaigns } = await call('list_campaigns', { campaign_ids: [ad.campaign_id] });
  const mend = await accident('ad_rejected', { account: await account(), object: ad.id });
  expect(await rejected()).toContainEqual({
    id: ad.id,
    name: ad.name ?? ad.headlines[0],
    campaign: { id: ad.campaign_id, name: campaigns[0].name },
    reasons: ['unreliable claims'],
  });
  await mend();
  expect(await rejected()).toEqual(before);
});

test('every page of rejected ads is read, with the filter and the most in the query', async () => {
  const row = (n: number) => ({
    adGroupAd: { resourceName: `customers/1/adGroupAds/2~${n}`, ad: { id: String(n), name: `Ad ${n}` } },
    campaign: { resourceName: 'customers/1/campaigns/3', id: '3', name: 'Three' },
  });
  const rows = (from: number) => Array.from({ length: 100 }, (_, n) => row(from + n));
  const scripted = ofScript([{ body: { results: rows(0), nextPageToken: 'more' } }, { body: { results: rows(100) } }]);
  expect(await watching.rejectedAds(scripted.client, '1', signal)).toHaveLength(200);
  const { query } = JSON.parse(String(scripted.sent[0]!.body));
  expect(query).toContain('ad_group_ad.policy_summary.approval_status = DISAPPROVED');
  expect(query).toContain('LIMIT 500');
});

test.each([
  ['payment_failed', { status: 'SUSPENDED', kind: 'payment', nextStep: expect.stringMatching(/Billing/) }],
  ['account_closed', { status: 'CANCELED', kind: 'closed', nextStep: expect.stringMatching(/reactivate/) }],
] as const)('an account after %s has its problem, and none once it is mended', async (kind, problem) => {
  expect(await problems()).toEqual([]);
  const mend = await accident(kind, { account: await account() });
  expect(await problems()).toMatchObject([problem]);
  await mend();
  expect(await problems()).toEqual([]);
});

test.each([
  ['SUSPENDED', 'restricted', /appeal/],
  ['CLOSED', 'closed', /another account/],
])('an account that tells itself that it is %s: %s', async (status, kind, next) => {
  const body = { results: [{ customer: { resourceName: 'customers/1', status } }] };
  expect(await watching.accountProblems(ofScript([{ body }]).client, '1', signal)).toMatchObject([
    { status, kind, nextStep: expect.stringMatching(next) },
  ]);
});

test('changes are told with who and words between two moments, those of its budget with a campaign', async () => {
  const start = await now();
  const { campaigns } = await call('list_campaigns', { status: ['ENABLED'] });
  const [one, other] = campaigns;
  const amount = Number(one.budget.amount);
  await call('update_campaign', { campaign_id: one.id, budget: amount * 10 });
  await call('update_campaign', { campaign_id: other.id, name: 'Another name' });
  const span = { since: start - 1000, until: start + HOUR_MS };
  const told = (value: number) => value.toLocaleString('en-US', { minimumFractionDigits: 2 });
  expect(await changes({ ...span, campaign: one.id })).toEqual([
    {
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      who: expect.stringContaining('@'),
      object: { id: expect.any(String), name: undefined, campaign: one.id },
      words: `campaign budget: amount ${told(amount)} USD → ${told(amount * 10)} USD`,
    },
  ]);
  expect((await changes(span)).map(({ words }) => words)).toContainEqual(expect.stringMatching(/→ Another name$/));
  await advanceClock(3 * DAY_MS);
  expect(await changes({ since: start + DAY_MS, until: start + 3 * DAY_MS })).toEqual([]);
  expect(await changes({ since: 0, until: start - 40 * DAY_MS })).toEqual([]);
});

test('a negative keyword that somebody removed in the interface is told with the word and the person', async () => {
  const start = await now();
  const { campaigns } = await call('list_campaigns', { status: ['ENABLED'] });
  await accident('negative_removed', { account: await account(), object: campaigns[0].id });
  const found = await changes({ since: start - 1000, until: start + HOUR_MS, campaign: campaigns[0].id });
  expect(found).toMatchObject([
    { who: 'colleague@acme.example', words: expect.stringMatching(/^campaign criterion removed: keyword free BROAD/) },
  ]);
});

test('a platform that is busy or broken is a failure, never an empty answer', async () => {
  for (const kind of ['throttle', 'server_error']) {
    await fault(kind, 'googleAds:search', { times: 50 });
    const codes = await Promise.all([rejected(), problems()].map(refused));
    expect(codes.every((code) => code === 'rate_limited' || code === 'upstream_unavailable')).toBe(true);
    await clearFaults();
  }
});
