import { describe, expect, test } from 'vitest';
import { sandboxed } from '../../../test/sandboxed.ts';
import { asking, refused } from '../../../test/watching/watched-channel.ts';
import { HOUR_MS } from '../../ambient.ts';
import { scriptedSession } from '../../upstream/scripted-session.testing.ts';
import { channel } from './channel.ts';
import { SocialClient } from './client.ts';
import { watching } from './watching.ts';

const { call, client, accident, fault, clearFaults, advanceClock, control } = sandboxed('social');
const { rejected, problems, changes } = asking(watching, client);
const { signal } = new AbortController();
const now = async () => Date.parse((await control('/clock')).now);

const ofScript = (replies: { body: unknown }[]) => {
  const { session, sent } = scriptedSession({ platform: 'social', dialect: channel.dialect!, replies });
  return { client: new SocialClient(session), sent };
};

test('an ad that the review takes back is told with its campaign and the reason, until it may run again', async () => {
  const before = await rejected();
  expect(before).toMatchObject([{ reasons: [expect.stringContaining('Misleading claims')] }]);
  const { ads } = await call('list_social_ads', { effective_status: ['ACTIVE'], limit: 1 });
  const { account } = await client();
  const mend = await accident('ad_rejected', { account, object: ads[0].id });
  const { campaign_id, campaign_name, name, id } = ads[0];
  expect(await rejected()).toContainEqual({
    id,
    name,
    campaign: { id: campaign_id, name: campaign_name },
    reasons: [expect.stringContaining('Misleading claims')],
  });
  await mend();
  expect(await rejected()).toEqual(before);
});

test('rejected ads beyond the first page are read, up to the most', async () => {
  const ad = (n: number) => ({
    ...{ id: `${n}`, account_id: '1', campaign_id: '2', adset_id: '3', name: `Ad ${n}` },
    ...{ status: 'ACTIVE', effective_status: 'DISAPPROVED' },
  });
  const page = (n: number, isLast: boolean) => ({
    body: {
      data: Array.from({ length: 100 }, (_, i) => ad(n * 100 + i)),
      paging: { cursors: { after: `C${n}` }, ...(!isLast && { next: 'https://graph.example/next' }) },
    },
  });
  const three = ofScript([page(0, false), page(1, false), page(2, true)]);
  expect(await watching.rejectedAds(three.client, '1', signal)).toHaveLength(300);
  expect(new URL(three.sent[0]!.url).searchParams.get('effective_status')).toBe('["DISAPPROVED"]');
  const endless = ofScript(Array.from({ length: 9 }, (_, n) => page(n, false)));
  expect(await watching.rejectedAds(endless.client, '1', signal)).toHaveLength(500);
  expect(endless.sent).toHaveLength(5);
});

describe('the account', () => {
  test('has no problem while it is active', async () => {
    expect(await problems()).toEqual([]);
  });

  test.each([
    ['payment_failed', { status: 'UNSETTLED', kind: 'payment', nextStep: expect.stringMatching(/card/) }],
    ['account_closed', { status: 'CLOSED', kind: 'closed', nextStep: expect.stringMatching(/admin/) }],
  ] as const)('after %s has its problem, and none once it is mended', async (kind, problem) => {
    const { account } = await client();
    const mend = await accident(kind, { account });
    expect(await problems()).toMatchObject([problem]);
    await mend();
    expect(await problems()).toEqual([]);
  });

  test.each([
    [{ account_status: 2, disable_reason: 3 }, 'DISABLED', 'payment'],
    [{ account_status: 2, disable_reason: 7 }, 'DISABLED', 'closed'],
    [{ account_status: 2, disable_reason: 1 }, 'DISABLED', 'restricted'],
    [{ account_status: 7 }, 'PENDING_RISK_REVIEW', 'restricted'],
    [{ account_status: 9 }, 'IN_GRACE_PERIOD', 'payment'],
    [{ account_status: 100 }, 'PENDING_CLOSURE', 'closed'],
    [{ account_status: 1, spend_cap: '1000', amount_spent: '900' }, 'SPEND_CAP_NEAR', 'balance_low'],
    [{ account_status: 1, spend_cap: '1000', amount_spent: '1000' }, 'SPEND_CAP_REACHED', 'balance_low'],
  ])('with %j is %s: %s', async (said, status, kind) => {
    const scripted = ofScript([{ body: { account_id: '1', currency: 'USD', ...said } }]);
    expect(await watching.accountProblems(scripted.client, '1', signal)).toMatchObject([
      { status, kind, words: expect.any(String), nextStep: expect.any(String) },
    ]);
  });

  test('with a little more than a tenth of its limit left has none', async () => {
    const body = { account_id: '1', currency: 'USD', account_status: 1, spend_cap: '1000', amount_spent: '899' };
    expect(await watching.accountProblems(ofScript([{ body }]).client, '1', signal)).toEqual([]);
  });
});

test('changes are told with who and words between two moments, of a campaign and what is in it', async () => {
  const start = await now();
  const { campaigns } = await call('list_social_campaigns', { effective_status: ['ACTIVE'] });
  const campaign = campaigns.find(({ daily_budget }: { daily_budget?: unknown }) => daily_budget);
  const amount = Number(campaign.daily_budget.amount);
  await call('update_social_campaign', { campaign_id: campaign.id, daily_budget: String(amount * 10) });
  const { ad_sets } = await call('list_ad_sets', { campaign_id: campaign.id, limit: 1 });
  await call('update_ad_set', { ad_set_id: ad_sets[0].id, name: 'Renamed' });
  await advanceClock(2 * HOUR_MS);
  const other = campaigns.find(({ id }: { id: string }) => id !== campaign.id);
  await call('update_social_campaign', { campaign_id: other.id, name: 'Later' });
  const span = { since: start - 1000, until: start + HOUR_MS };
  const found = await changes({ ...span, campaign: campaign.id });
  const told = (value: number) => value.toLocaleString('en-US', { minimumFractionDigits: 2 });
  expect(found.map(({ words }) => words)).toEqual([
    expect.stringMatching(/^ad set: name .* → Renamed$/),
    `campaign: budget ${told(amount)} USD → ${told(amount * 10)} USD`,
  ]);
  expect(found[1]).toMatchObject({
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    who: 'Acme system user',
    object: { id: campaign.id, name: campaign.name, campaign: campaign.id },
  });
  expect((await changes(span)).some(({ object }) => object.id === other.id)).toBe(false);
  expect(await changes({ since: start - 9 * HOUR_MS, until: start - 8 * HOUR_MS })).toEqual([]);
});

test('what the platform itself did is in its history', async () => {
  const start = await now();
  const { account } = await client();
  const mend = await accident('payment_failed', { account });
  expect(await changes({ since: start - 1000, until: start + HOUR_MS })).toContainEqual(
    expect.objectContaining({ who: 'Meta', words: 'account: ad account billing charge failed' }),
  );
  await mend();
});

test('a platform that is busy or broken is a failure, never an empty answer', async () => {
  for (const [kind, match] of [
    ['throttle', 'GET /'],
    ['server_error', 'GET /'],
  ] as const) {
    await fault(kind, match, { times: 50 });
    const codes = await Promise.all([rejected(), problems()].map(refused));
    expect(codes.every((code) => code === 'rate_limited' || code === 'upstream_unavailable')).toBe(true);
    await clearFaults();
  }
});
