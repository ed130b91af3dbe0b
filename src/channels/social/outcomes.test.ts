import { expect, test } from 'vitest';
import { sandboxed } from '../../../test/sandboxed.ts';

const { call, refusal, fault, ledger, requests } = sandboxed('social');

const campaign = async () =>
  (
    await call('create_social_campaign', {
      name: 'cut',
      objective: 'OUTCOME_TRAFFIC',
      special_ad_categories: [],
      is_adset_budget_sharing_enabled: false,
    })
  ).campaign;

/** The first request arrives and its answer is lost; these faults answer the automatic second request. */
const SECOND = [
  ['throttle', 3],
  ['expired_token', 3],
  ['server_error', 3],
] as const;

test.each(SECOND)('an update that happened is never called off, when its second answer is %s', async (kind, times) => {
  const { id } = await campaign();
  await fault('cut_after', `POST .*/${id}$`);
  await fault(kind, `POST .*/${id}$`, { times });
  const { isError, result } = await attempt('update_social_campaign', { campaign_id: id, status: 'ACTIVE' });
  if (isError) {
    expect(result.error).toMatchObject({ code: 'outcome_unknown', outcome: 'unknown' });
    expect(result.error.next_step).toContain(`list_social_campaigns {"campaign_ids":["${id}"]}`);
  } else {
    expect(result.applied).toEqual({ status: { from: 'PAUSED', to: 'ACTIVE' } });
  }
});

test('a deletion that happened is told so, although its second answer is "no such object"', async () => {
  const { audience } = await call('create_custom_audience', {
    name: 'going',
    customer_file_source: 'USER_PROVIDED_ONLY',
  });
  await fault('cut_after', `DELETE .*/${audience.id}$`);
  expect(await call('delete_audience', { audience_id: audience.id })).toMatchObject({ deleted: true });
  const gone = await ledger({ kind: 'delete' });
  expect(gone.filter(({ id }) => id === audience.id)).toHaveLength(1);
});

test('a create whose read-back fails is unknown, and says how to see it', async () => {
  await fault('server_error', 'GET /v26.0/\\d+$', { times: 3 });
  const error = await refusal('create_social_campaign', {
    name: 'unread',
    objective: 'OUTCOME_TRAFFIC',
    special_ad_categories: [],
    daily_budget: '50',
  });
  expect(error).toMatchObject({ outcome: 'unknown', retryable: false });
  expect(error.next_step).toMatch(/Do not repeat it.*list_social_campaigns/);
});

test('a token that the platform calls expired is not exchanged, and a create is not sent again', async () => {
  await fault('expired_token', 'POST .*/campaigns$');
  const before = (await requests()).length;
  const error = await refusal('create_social_campaign', {
    name: 'expired',
    objective: 'OUTCOME_TRAFFIC',
    special_ad_categories: [],
    daily_budget: '50',
  });
  expect(error).toMatchObject({
    code: 'token_expired',
    retryable: false,
    outcome: 'not_applied',
    next_step: expect.stringContaining('Reconnect'),
  });
  const sent = (await requests()).slice(before).map(({ method, path }) => `${method} ${path}`);
  expect(sent.filter((one) => one.startsWith('POST'))).toHaveLength(1);
  expect(sent.join()).not.toContain('oauth');
});

test('a passing fault is tried again within the call', async () => {
  await fault('unavailable', '/campaigns');
  expect((await call('list_social_campaigns')).campaigns.length).toBeGreaterThan(0);
});

test('throttling says how long to wait, and pausing a campaign stays possible while reports are throttled', async () => {
  await fault('throttle', '/insights');
  const error = await refusal('get_social_insights');
  expect(error).toMatchObject({ code: 'rate_limited', retryable: true, retry_after_s: expect.any(Number) });
  expect((await call('list_social_campaigns', { limit: 1 })).campaigns).toHaveLength(1);
});

async function attempt(tool: string, args: Record<string, unknown>) {
  try {
    return { isError: false, result: await call(tool, args) };
  } catch (error) {
    return { isError: true, result: JSON.parse(String(error).replace(/^Error: \w+ failed: /, '')) };
  }
}
