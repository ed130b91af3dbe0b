import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, walk } = sandboxed('search');

test('lists come with their campaigns, one of them with its keywords too', async () => {
  const keywords = [{ text: 'second hand', match_type: 'PHRASE' }];
  for (const name of ['A', 'B', 'C']) await call('create_negative_list', { name, keywords });
  const all = await walk('list_negative_lists', 'negative_lists', { limit: 2 });
  expect(all.length).toBeGreaterThanOrEqual(3);
  const { id } = all.at(-1) as { id: string };
  const { negative_lists } = await call('list_negative_lists', { list_id: id });
  expect(negative_lists).toEqual([{ id, name: 'C', status: 'ENABLED', keyword_count: 1, campaign_ids: [], keywords }]);
});

test('a list cannot be paused, and paused ones cannot be asked for', async () => {
  expect(await refusal('list_negative_lists', { status: ['PAUSED'] })).toMatchObject({
    field: 'status.0',
    allowed_values: ['ENABLED', 'REMOVED'],
  });
});
