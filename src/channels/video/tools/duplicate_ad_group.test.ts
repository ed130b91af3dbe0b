import { expect, test } from 'vitest';
import { good, sandboxed } from '../sandboxed.testing.ts';

const { call, refusal, ledger, japan } = sandboxed();

// biome-ignore lint/suspicious/noExplicitAny: tests read replies of any shape
type Any = any;
const groupNamed = async (name: string): Promise<Any> =>
  (await call('list_ad_groups', { name_contains: name })).ad_groups[0];
const KEPT = ['targeting', 'optimization_goal', 'billing_event', 'placements', 'promotion_type', 'budget_mode', 'bid'];
const content = (group: Any) => Object.fromEntries(KEPT.map((name) => [name, group[name]]));

test('copies an ad group switched off into its own or another campaign, keeping whom it reaches', async () => {
  const original = await groupNamed('25 to 34');
  const { ad_group, keeps_from_serving } = await call('duplicate_ad_group', {
    ad_group_id: original.id,
    ad_group_name: 'Copy',
    budget: 33,
  });
  expect(ad_group).toMatchObject({ status: 'DISABLE', campaign_id: original.campaign_id, budget: { amount: '33.00' } });
  expect(content(ad_group)).toEqual(content(original));
  expect(keeps_from_serving.join(' ')).toContain('create_ad {');
  const { campaign } = await call('create_campaign', good.campaign);
  const moved = await call('duplicate_ad_group', {
    ad_group_id: original.id,
    ad_group_name: 'There',
    campaign_id: campaign.id,
  });
  expect(moved.ad_group).toMatchObject({ campaign_id: campaign.id, budget: original.budget });
});

test('copies a Smart+ ad group, and refuses what cannot be before it is sent', async () => {
  const smart = await groupNamed('Automatic');
  const { ad_group } = await call('duplicate_ad_group', { ad_group_id: smart.id, ad_group_name: 'Second' });
  expect(ad_group).toMatchObject({ automation: 'SMART_PLUS', status: 'DISABLE', campaign_id: smart.campaign_id });
  const manual = await groupNamed('All ages');
  const before = (await ledger()).length;
  const field = async (args: Any) => (await refusal('duplicate_ad_group', { ad_group_name: 'x', ...args })).field;
  expect(await field({ ad_group_id: smart.id, budget: 30 })).toBe('budget');
  expect(await field({ ad_group_id: smart.id, campaign_id: manual.campaign_id, budget: 30 })).toBe('campaign_id');
  expect(await field({ ad_group_id: manual.id, budget: 19 })).toBe('budget');
  expect((await refusal('duplicate_ad_group', { ad_group_id: '42', ad_group_name: 'x' })).code).toBe('not_found');
  expect((await ledger()).length).toBe(before);
});

test('the copy may go elsewhere and to others than the original', async () => {
  const [{ id, targeting }] = (await call('list_ad_groups', { name_contains: '25 to 34' })).ad_groups;
  const [{ id: audience }] = (await call('list_audiences', { name_contains: 'Like customers' })).audiences;
  const { ad_group } = await call('duplicate_ad_group', {
    ad_group_id: id,
    ad_group_name: 'Like buyers',
    placements: ['PLACEMENT_PANGLE'],
    audience_ids: [audience],
  });
  expect(ad_group).toMatchObject({ placements: ['PLACEMENT_PANGLE'], status: 'DISABLE' });
  expect(ad_group.targeting).toEqual({ ...targeting, audience_ids: [audience] });
});

test.each([
  ['USD', '33.33', '34.33'],
  ['JPY', '3333', '3433'],
])('a copy with three percent more in %s is rounded to its coin', async (currency, was, is) => {
  const where = currency === 'JPY' ? await japan() : {};
  const [{ campaign_id }] = (await call('list_ad_groups', { ...where, name_contains: 'All ages' })).ad_groups;
  const location_ids = [currency === 'JPY' ? '1861060' : '6252001'];
  const made = await call('create_ad_group', { ...where, ...good.adGroup, campaign_id, location_ids, budget: was });
  const copy = { ...where, ad_group_id: made.ad_group.id, ad_group_name: 'Three more' };
  const { ad_group } = await call('duplicate_ad_group', { ...copy, percent: 3 });
  expect(ad_group.budget).toEqual({ amount: is, currency });
  expect((await refusal('duplicate_ad_group', { ...copy, percent: 3, budget: 40 })).code).toBe('invalid_arguments');
  const runners = (await call('list_ad_groups', { ...where, name_contains: 'Runners' })).ad_groups[0];
  expect((await refusal('duplicate_ad_group', { ...copy, ad_group_id: runners.id, percent: 3 })).field).toBe('percent');
});
