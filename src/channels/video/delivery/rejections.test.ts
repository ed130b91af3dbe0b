import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../ambient.ts';
import { sandboxed } from '../sandboxed.testing.ts';

const { call, control, fault, clearFaults } = sandboxed();

/** Moves the sandbox's clock to the next such hour, UTC. New York is five hours behind; its budgets are spent by its evening. */
async function atHour(hour: number): Promise<void> {
  const now = Date.parse((await control('/clock')).now);
  const today = now - (now % DAY_MS) + hour * HOUR_MS;
  await control('/clock', 'PUT', { now: new Date(today > now ? today : today + DAY_MS).toISOString() });
}

test('a rejection is found at any hour, also behind a budget that is spent', async () => {
  const [group] = (await call('list_ad_groups', { name_contains: '25 to 34' })).ad_groups;
  const statuses = new Set<string>();
  for (const hour of [14, 18, 22, 2, 4.5, 6]) {
    await atHour(hour);
    const { ads } = await call('list_ads', { ad_group_id: group.id, status: 'NOT_DELIVERING' });
    const rejected = ads.filter(({ rejected_for }: { rejected_for?: string[] }) => rejected_for !== undefined);
    expect(rejected, `at ${hour}`).toMatchObject([{ name: 'Store traffic 2.3' }]);
    statuses.add(rejected[0].delivery_status);
    for (const asked of [{ ad_id: rejected[0].id }, { ad_group_id: group.id }]) {
      const { findings } = await call('diagnose_delivery', asked);
      const review = findings.find(({ about }: { about: string }) => about === 'review');
      expect(review, `at ${hour}`).toMatchObject({ level: 'ad', id: rejected[0].id });
      expect(review.message).toContain('Exaggerated claims');
    }
  }
  expect(statuses).toEqual(new Set(['AD_STATUS_AUDIT_DENY', 'AD_STATUS_BUDGET_EXCEED']));
});

test('ads are listed also when their reviews cannot be read', async () => {
  const [group] = (await call('list_ad_groups', { name_contains: '25 to 34' })).ad_groups;
  await fault('server_error', 'GET .*ad/review_info/', { times: 20 });
  const { ads } = await call('list_ads', { ad_group_id: group.id });
  expect(ads).toHaveLength(3);
  await clearFaults();
});
