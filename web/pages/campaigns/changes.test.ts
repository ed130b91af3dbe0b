import { expect, test } from 'vitest';
import type { Campaign } from '../../api/campaign.ts';
import { callFor, isPaused } from './changes.ts';

const campaign = (channel: string, period: 'DAILY' | 'LIFETIME' = 'DAILY') =>
  ({
    workspaceId: 'ws',
    channel,
    account: 'acc',
    id: '1',
    status: 'DISABLE',
    currency: 'JPY',
    budget: { amount: '100', currency: 'JPY', period },
  }) as Campaign;

test('each channel is asked in its own words', () => {
  expect(callFor(campaign('social'), { budget: '1100' })).toEqual({
    workspaceId: 'ws',
    channel: 'social',
    tool: 'update_social_campaign',
    arguments: { campaign_id: '1', daily_budget: '1100' },
  });
  expect(callFor(campaign('social', 'LIFETIME'), { budget: '9' })?.arguments).toMatchObject({ lifetime_budget: '9' });
  expect(callFor(campaign('professional', 'LIFETIME'), { budget: '9' })?.arguments).toEqual({
    account_id: 'acc',
    campaign_group_id: '1',
    total_budget_amount: '9',
    total_budget_currency: 'JPY',
  });
  expect(callFor(campaign('video'), { to: 'paused' })?.arguments).toMatchObject({ status: 'DISABLE' });
  expect(callFor(campaign('search'), { to: 'running' })?.arguments).toMatchObject({ status: 'ENABLED' });
  expect(callFor(campaign('office'), { to: 'paused' })).toBeUndefined();
});

test('paused is what the channel itself calls it', () => {
  expect(isPaused(campaign('video'))).toBe(true);
  expect(isPaused(campaign('social'))).toBe(false);
});
