import { expect, test } from 'vitest';
import { DAY_MS } from '../../../ambient.ts';
import { good, sandboxed } from '../sandboxed.testing.ts';

const { call, refusal, fault } = sandboxed();

test('lists ad groups with budget, schedule and targeting', async () => {
  const { ad_groups } = await call('list_ad_groups', { name_contains: '25 to 34' });
  expect(ad_groups).toHaveLength(1);
  expect(ad_groups[0]).toMatchObject({
    name: '25 to 34',
    status: 'ENABLE',
    budget: { amount: '30.00', currency: 'USD' },
    optimization_goal: 'CLICK',
    targeting: { location_ids: ['6252001'], age_groups: ['AGE_25_34'] },
  });
  expect(ad_groups[0].end_time).toBeUndefined();
  const { campaign_id, id } = ad_groups[0];
  expect((await call('list_ad_groups', { campaign_id })).ad_groups).toHaveLength(3);
  expect((await call('list_ad_groups', { campaign_id, ad_group_ids: [id] })).ad_groups).toHaveLength(1);
});

test('names what ad groups mention by id: places, postal codes, audiences, pixels', async () => {
  const audiences = (await call('list_audiences')).audiences;
  const audience = audiences.find(({ name }: { name: string }) => name === 'Customers');
  const [group] = (await call('list_ad_groups', { name_contains: 'All ages' })).ad_groups;
  await call('update_ad_group', { ad_group_id: group.id, audience_ids: [audience.id], zipcode_ids: ['2000094103'] });
  const { names } = await call('list_ad_groups', { ad_group_ids: [group.id] });
  expect(names).toEqual({ 6252001: 'United States', 2000094103: '94103', [audience.id]: 'Customers' });
  const [sale] = (await call('list_campaigns', { name_contains: 'Autumn sale' })).campaigns;
  const sold = await call('list_ad_groups', { campaign_id: sale.id });
  expect(sold.names[sold.ad_groups[0].pixel_id]).toBe('Acme shop');
});

test('a list is there also when its names cannot be read', async () => {
  await fault('server_error', 'POST .*tool/targeting/info/', { times: 10 });
  const { ad_groups, names } = await call('list_ad_groups', { name_contains: '25 to 34' });
  expect([ad_groups.length, names]).toEqual([1, {}]);
});

test('finds ad groups that end in a span; those without end are not among them', async () => {
  const { campaign_id } = (await call('list_ad_groups', { name_contains: 'All ages' })).ad_groups[0];
  const moment = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
  const day = (days: number) => moment(days).slice(0, 10);
  for (const days of [10, 20])
    await call('create_ad_group', {
      ...good.adGroup,
      campaign_id,
      ad_group_name: `Ends in ${days} days`,
      end_time: moment(days),
    });
  const names = async (more: Record<string, string>) =>
    (await call('list_ad_groups', { campaign_id, ...more })).ad_groups.map(({ name }: { name: string }) => name);
  expect(await names({ ends_from: day(5), ends_to: day(15) })).toEqual(['Ends in 10 days']);
  expect(await names({ ends_from: day(10), ends_to: day(10) })).toEqual(['Ends in 10 days']);
  expect(await names({ ends_from: day(5) })).toEqual(['Ends in 20 days', 'Ends in 10 days']);
  expect(await names({ ends_to: day(5) })).toEqual([]);
  expect(await refusal('list_ad_groups', { ends_from: day(15), ends_to: day(5) })).toMatchObject({ field: 'ends_to' });
});
