import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call } = sandboxed('social');

test('shows kind, size bounds and times with zone', async () => {
  const { audiences } = await call('list_audiences', { limit: 100 });
  const kinds = new Set(audiences.map(({ kind }: { kind: string }) => kind));
  expect(kinds).toContain('LOOKALIKE');
  expect(kinds).toContain('CUSTOM');
  for (const audience of audiences) {
    expect(audience.size_lower_bound ?? 0).toBeGreaterThanOrEqual(0);
    expect(audience.created_time).toMatch(/Z$/);
  }
});

test('tells on request which ad sets use an audience', async () => {
  const { audiences } = await call('list_audiences', { limit: 100, used_by_ad_sets: true });
  const used = audiences.filter(({ used_by_ad_sets }: { used_by_ad_sets: unknown[] }) => used_by_ad_sets.length > 0);
  expect(used.length).toBeGreaterThan(0);
  const [{ id: ad_set_id }] = used[0].used_by_ad_sets;
  const { ad_sets } = await call('list_ad_sets', { ad_set_ids: [ad_set_id] });
  expect(JSON.stringify(ad_sets[0].targeting)).toContain(used[0].id);
  expect((await call('list_audiences', { limit: 1 })).audiences[0]).not.toHaveProperty('used_by_ad_sets');
});
