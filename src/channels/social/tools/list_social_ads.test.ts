import { expect, test } from 'vitest';
import { sandboxed } from '../sandboxed.testing.ts';

const { call, refusal } = sandboxed();

test('lists by ad set, and a cursor continues only the list it came from', async () => {
  const page = await call('list_social_ads', { limit: 2 });
  const [first] = page.ads;
  const inSet = await call('list_social_ads', { ad_set_id: first.ad_set_id });
  expect(inSet.ads.map(({ id }: { id: string }) => id)).toContain(first.id);
  const next = await call('list_social_ads', { limit: 2, cursor: page.next_cursor });
  expect(next.ads.map(({ id }: { id: string }) => id)).not.toContain(first.id);
  const other = { limit: 2, cursor: page.next_cursor, effective_status: ['PAUSED'] };
  expect(await refusal('list_social_ads', other)).toMatchObject({ code: 'invalid_arguments', field: 'cursor' });
});

test('campaign and ad set exclude each other', async () => {
  expect(await refusal('list_social_ads', { campaign_id: '1', ad_set_id: '2' })).toMatchObject({ field: 'ad_set_id' });
});
