import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal } = sandboxed('search');

test('account, campaign and ad group each have their own', async () => {
  const { ad_groups } = await call('list_ad_groups', { limit: 1 });
  const { id: ad_group_id, campaign_id } = ad_groups[0];
  await call('update_ad_extensions', { callouts: ['Since 1949'] });
  await call('update_ad_extensions', { campaign_id, callouts: ['Free shipping'] });
  await call('update_ad_extensions', { ad_group_id, callouts: ['Open on Sundays'] });
  const texts = async (args: object) =>
    (await call('list_ad_extensions', { ...args })).ad_extensions.map(({ text }: { text: string }) => text);
  expect(await texts({})).toContain('Since 1949');
  expect(await texts({ campaign_id })).toContain('Free shipping');
  expect(await texts({ ad_group_id })).toEqual(['Open on Sundays']);
  expect(await refusal('list_ad_extensions', { campaign_id, ad_group_id })).toMatchObject({ field: 'ad_group_id' });
});
