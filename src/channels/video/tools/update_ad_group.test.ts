import { expect, test } from 'vitest';
import { DAY_MS } from '../../../ambient.ts';
import { sandboxed } from '../sandboxed.testing.ts';

const { call, refusal, requests } = sandboxed();

const groupNamed = async (name: string) => (await call('list_ad_groups', { name_contains: name })).ad_groups[0];

/** Changing requests; names of places are also asked for by POST. */
const changes = async () =>
  (await requests()).filter(({ method, path }) => method === 'POST' && !path.includes('/tool/')).length;

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

test('ends at a moment given in any time zone', async () => {
  const { id } = await groupNamed('All ages');
  const end = `${new Date(Date.now() + 20 * DAY_MS).toISOString().slice(0, 10)}T12:00:00+02:00`;
  const { applied, not_applied } = await call('update_ad_group', { ad_group_id: id, end_time: end });
  expect(applied.end_time.to).toMatch(/T10:00:00Z$/);
  expect(not_applied).toEqual([]);
  const open = await call('update_ad_group', { ad_group_id: id, end_time: 'none' });
  expect([open.applied, open.not_applied]).toEqual([{ end_time: { from: applied.end_time.to, to: null } }, []]);
  expect(open.ad_group).not.toHaveProperty('end_time');
});

test('an id that is not there is blamed, and what is deleted as well', async () => {
  expect(await refusal('update_ad_group', { ad_group_id: '42', budget: 30 })).toMatchObject({
    code: 'not_found',
    field: 'ad_group_id',
  });
  const { ad_group } = await call('duplicate_ad_group', {
    ad_group_id: (await groupNamed('All ages')).id,
    ad_group_name: 'Short-lived',
  });
  await call('update_ad_group', { ad_group_id: ad_group.id, status: 'DELETE' });
  expect(await refusal('update_ad_group', { ad_group_id: ad_group.id, ad_group_name: 'x' })).toMatchObject({
    field: 'ad_group_id',
    outcome: 'not_applied',
  });
});

test('switches, also a Smart+ ad group; budgets that cannot be are refused before sending', async () => {
  const smart = await groupNamed('Automatic');
  expect((await call('update_ad_group', { ad_group_id: smart.id, status: 'DISABLE' })).ad_group.status).toBe('DISABLE');
  expect((await refusal('update_ad_group', { ad_group_id: smart.id, budget: 30 })).message).toContain('shares');
  const sent = await changes();
  const shared = await groupNamed('Runners');
  expect((await refusal('update_ad_group', { ad_group_id: shared.id, budget: 30 })).message).toContain(
    'shares its own budget',
  );
  const { id } = await groupNamed('Young adults');
  expect((await refusal('update_ad_group', { ad_group_id: id, budget: 19 })).message).toContain('20.00 USD');
  expect(await changes()).toBe(sent);
});

test('what narrows can be taken away again, and what is held beside it stays', async () => {
  const { id, targeting } = await groupNamed('Young adults');
  const [{ id: audience }] = (await call('list_audiences', { name_contains: 'Like' })).audiences;
  const narrowed = { languages: ['en'], operating_systems: ['IOS'], excluded_audience_ids: [audience] };
  await call('update_ad_group', { ad_group_id: id, ...narrowed });
  const wide = { languages: [], operating_systems: [], excluded_audience_ids: [] };
  const { applied, not_applied, ad_group } = await call('update_ad_group', { ad_group_id: id, ...wide });
  expect(applied).toEqual({
    languages: { from: ['en'], to: [] },
    operating_systems: { from: ['IOS'], to: [] },
    excluded_audience_ids: { from: [audience], to: [] },
  });
  expect(not_applied).toEqual([]);
  expect(ad_group.targeting).toEqual(targeting);
  expect((await call('update_ad_group', { ad_group_id: id, ...wide })).applied).toEqual({});
  expect(await refusal('update_ad_group', { ad_group_id: id, location_ids: [] })).toMatchObject({
    field: 'location_ids',
  });
});

test('from as many results as the budget buys to a cost cap, and back', async () => {
  const { id } = await groupNamed('Young adults');
  const capped = await call('update_ad_group', { ad_group_id: id, bid: 0.8 });
  expect(capped.applied.bid).toEqual({ from: 'none', to: { amount: '0.80', currency: 'USD' } });
  expect(capped.ad_group).toMatchObject({ bid_strategy: 'COST_CAP', bid: { amount: '0.80' } });
  const free = await call('update_ad_group', { ad_group_id: id, bid: 'none' });
  expect(free.applied).toEqual({ bid: { from: { amount: '0.80', currency: 'USD' }, to: 'none' } });
  expect(free.ad_group.bid_strategy).toBe('MAXIMUM_DELIVERY');
  expect(free.ad_group).not.toHaveProperty('bid');
});

test('hours are given and shown in words', async () => {
  const { id } = await groupNamed('Young adults');
  const words = 'Mon-Fri 08:00-20:30, Sat 10:00-24:00';
  const { applied, ad_group } = await call('update_ad_group', { ad_group_id: id, dayparting: words });
  expect(applied).toEqual({ dayparting: { from: 'always', to: words } });
  expect(ad_group.dayparting).toBe(words);
  const sent = (await requests()).filter(({ path }) => path.endsWith('/adgroup/update/')).at(-1)!;
  expect(JSON.parse(sent.request_body!).dayparting).toMatch(/^[01]{336}$/);
  const { message } = await refusal('update_ad_group', { ad_group_id: id, dayparting: 'weekdays 8-20' });
  expect(message).toContain('Mon-Fri 08:00-20:00');
  expect((await call('update_ad_group', { ad_group_id: id, dayparting: 'always' })).applied.dayparting.to).toBe(
    'always',
  );
});

test('a change of hashtags keeps what else people did', async () => {
  const { id } = await groupNamed('Young adults');
  const [{ id: hashtag }] = (await call('search_hashtags', { keywords: ['run'] })).hashtags;
  await call('update_ad_group', { ad_group_id: id, hashtag_ids: [hashtag] });
  const { ad_group } = await call('update_ad_group', { ad_group_id: id, hashtag_ids: [] });
  expect(ad_group.targeting).not.toHaveProperty('hashtag_ids');
});
