import { expect, test } from 'vitest';
import { sandboxed } from '../sandboxed.testing.ts';

const { call, refusal, requests } = sandboxed();

const groupNamed = async (name: string) => (await call('list_ad_groups', { name_contains: name })).ad_groups[0];

test('changes budget, targeting and name together, and keeps the rest', async () => {
  const before = await groupNamed('25 to 34');
  const { applied, not_applied, ad_group } = await call('update_ad_group', {
    ad_group_id: before.id,
    ad_group_name: 'Young adults',
    budget: 45.5,
    age_groups: ['AGE_18_24', 'AGE_25_34'],
  });
  expect(Object.keys(applied).sort()).toEqual(['ad_group_name', 'age_groups', 'budget']);
  expect(not_applied).toEqual([]);
  expect(ad_group.targeting).toEqual({ ...before.targeting, age_groups: ['AGE_18_24', 'AGE_25_34'] });
  expect(ad_group).toMatchObject({ placements: before.placements, start_time: before.start_time });
});

test('ends at a moment, whatever its zone', async () => {
  const { id } = await groupNamed('All ages');
  const end = `${new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)}T12:00:00+02:00`;
  const { applied, not_applied } = await call('update_ad_group', { ad_group_id: id, end_time: end });
  expect(applied.end_time.to).toMatch(/T10:00:00Z$/);
  expect(not_applied).toEqual([]);
});

test('switches, also a Smart+ ad group; budgets that cannot be are refused before sending', async () => {
  const smart = await groupNamed('Automatic');
  expect((await call('update_ad_group', { ad_group_id: smart.id, status: 'DISABLE' })).ad_group.status).toBe('DISABLE');
  expect((await refusal('update_ad_group', { ad_group_id: smart.id, budget: 30 })).message).toContain('shares');
  const sent = (await requests()).filter(({ method }) => method === 'POST').length;
  const shared = await groupNamed('Runners');
  expect((await refusal('update_ad_group', { ad_group_id: shared.id, budget: 30 })).message).toContain(
    'shares its own budget',
  );
  const { id } = await groupNamed('Young adults');
  expect((await refusal('update_ad_group', { ad_group_id: id, budget: 19 })).message).toContain('20.00 USD');
  expect((await requests()).filter(({ method }) => method === 'POST')).toHaveLength(sent);
});
