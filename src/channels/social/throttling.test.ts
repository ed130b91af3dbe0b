import { expect, test } from 'vitest';
import { sandboxed } from '../../../test/sandboxed.ts';

const { call, refusal, fault } = sandboxed('social');

test('an expired token is renewed without anybody noticing; one that stays expired says what to do', async () => {
  await fault('expired_token', '/campaigns');
  expect((await call('list_social_campaigns')).campaigns.length).toBeGreaterThan(0);
  await fault('expired_token', '/campaigns', { times: 2 });
  expect(await refusal('list_social_campaigns')).toMatchObject({
    code: 'token_expired',
    retryable: false,
    next_step: expect.stringContaining('Reconnect'),
  });
});

test('a passing fault is tried again without anybody noticing', async () => {
  await fault('unavailable', '/campaigns');
  expect((await call('list_social_campaigns')).campaigns.length).toBeGreaterThan(0);
});

test('throttling says how long to wait, and pausing a campaign stays possible while reports are throttled', async () => {
  await fault('throttle', '/insights');
  const error = await refusal('get_social_insights');
  expect(error).toMatchObject({ code: 'rate_limited', retryable: true, retry_after_s: expect.any(Number) });
  expect((await call('list_social_campaigns', { limit: 1 })).campaigns).toHaveLength(1);
});
