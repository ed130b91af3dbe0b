import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal } = sandboxed('search');

test('keywords and campaigns of a list come and go together; removal is final and waits for the campaigns', async () => {
  const { campaigns } = await call('list_campaigns', { type: 'SEARCH', status: 'ENABLED' });
  const [first, second] = campaigns.map(({ id }: { id: string }) => id);
  const word = (text: string) => ({ text, match_type: 'EXACT' });
  const { negative_list } = await call('create_negative_list', {
    name: 'Changing',
    keywords: [word('free'), word('job')],
    campaign_ids: [first],
  });
  const list_id = negative_list.id;
  const { applied, negative_list: after } = await call('update_negative_list', {
    list_id,
    name: 'Changed',
    add_keywords: [word('FREE'), word('manual'), word('pdf')],
    remove_keywords: [word('job')],
    add_campaign_ids: [second],
    remove_campaign_ids: [first],
  });
  expect(applied).toEqual({
    name: { from: 'Changing', to: 'Changed' },
    keyword_count: { from: 2, to: 3 },
    campaign_ids: { from: [first], to: [second] },
  });
  expect(after).toMatchObject({ name: 'Changed', keyword_count: 3, campaign_ids: [second] });
  expect(await refusal('update_negative_list', { list_id, remove_keywords: [word('none')] })).toMatchObject({
    field: 'remove_keywords.0',
    outcome: 'not_applied',
  });
  expect((await refusal('update_negative_list', { list_id, status: 'REMOVED' })).message).toContain('use');
  await call('update_negative_list', { list_id, remove_campaign_ids: [second] });
  const removed = await call('update_negative_list', { list_id, status: 'REMOVED' });
  expect(removed.applied).toEqual({ status: { from: 'ENABLED', to: 'REMOVED' } });
  expect(await refusal('update_negative_list', { list_id, name: 'x' })).toMatchObject({ code: 'conflict' });
  expect(await refusal('update_negative_list', { list_id: '1', name: 'x' })).toMatchObject({ code: 'not_found' });
});

test('what is added and removed at once is refused, and a refused one is counted as it was given', async () => {
  const word = (text: string) => ({ text, match_type: 'EXACT' });
  const { campaigns } = await call('list_campaigns', { type: 'SEARCH', status: 'ENABLED' });
  const [first] = campaigns.map(({ id }: { id: string }) => id);
  const { negative_list } = await call('create_negative_list', {
    name: 'Counted',
    keywords: [word('free')],
    campaign_ids: [first],
  });
  const field = async (args: Record<string, unknown>) =>
    (await refusal('update_negative_list', { list_id: negative_list.id, ...args })).field;
  expect(await field({ add_keywords: [word('x')], remove_keywords: [word('free'), word('X')] })).toBe(
    'remove_keywords.1',
  );
  expect(await field({ add_campaign_ids: [first], remove_campaign_ids: [first] })).toBe('remove_campaign_ids');
  expect(await field({ add_keywords: [word('free'), word('wow!')] })).toBe('add_keywords.1.text');
  expect(await field({ add_campaign_ids: [first, '1'] })).toBe('add_campaign_ids.1');
});
