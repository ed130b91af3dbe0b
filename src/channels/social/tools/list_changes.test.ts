import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';
import { SECOND_MS } from '../../../ambient.ts';

const { call, passTime, refusal } = sandboxed('social');

test('tells what was done to an object, the newest first', async () => {
  const { campaign } = await call('create_social_campaign', {
    name: 'watched',
    objective: 'OUTCOME_TRAFFIC',
    special_ad_categories: [],
    daily_budget: 20,
  });
  await call('update_social_campaign', { campaign_id: campaign.id, daily_budget: 30 });
  await call('update_social_campaign', { campaign_id: campaign.id, status: 'ACTIVE' });
  const { changes } = await call('list_changes', { campaign_id: campaign.id });
  expect(changes.map(({ operation }: { operation: string }) => operation)).toEqual([
    'update_campaign_run_status',
    'update_campaign_budget',
    'create_campaign_group',
  ]);
  expect(changes[0]).toMatchObject({
    id: campaign.id,
    name: 'watched',
    what: 'CAMPAIGN',
    detail: { old_value: 'PAUSED', new_value: 'ACTIVE' },
    time: expect.stringMatching(/T.*\+00:00$/),
  });
  expect(changes[1].detail).toEqual({
    old_value: { amount: '20.00', currency: 'USD' },
    new_value: { amount: '30.00', currency: 'USD' },
  });
  await call('update_social_campaign', { campaign_id: campaign.id, status: 'PAUSED' });
});

test('the ends of an ad set are told as moments', async () => {
  const { ad_sets } = await call('list_ad_sets', { effective_status: ['ACTIVE'], limit: 1 });
  const { id } = ad_sets[0];
  await call('update_ad_set', { ad_set_id: id, end_time: '2030-01-01T00:00:00Z' });
  await call('update_ad_set', { ad_set_id: id, end_time: '2030-02-01T00:00:00Z' });
  const { changes } = await call('list_changes', { ad_set_id: id, limit: 10 });
  const details = changes.map(({ detail }: { detail: unknown }) => detail);
  expect(details).toContainEqual({ old_value: '2030-01-01T00:00:00.000Z', new_value: '2030-02-01T00:00:00.000Z' });
});

test('pages lead on, and days have an order', async () => {
  const first = await call('list_changes', { limit: 2 });
  expect(first.changes).toHaveLength(2);
  await passTime(5 * SECOND_MS);
  const second = await call('list_changes', { limit: 2, cursor: first.next_cursor });
  expect(second.changes).not.toEqual(first.changes);
  const wrong = { since: '2026-02-01T00:00:00Z', until: '2026-01-01T00:00:00Z' };
  expect(await refusal('list_changes', wrong)).toMatchObject({ field: 'until' });
  expect(await refusal('list_changes', { days: 1, since: wrong.since })).toMatchObject({ code: 'invalid_arguments' });
});
