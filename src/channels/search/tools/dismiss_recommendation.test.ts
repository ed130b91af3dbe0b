import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call } = sandboxed('search');

test('what is put aside is offered no more, and may be put aside again', async () => {
  const { recommendations } = await call('list_recommendations', { type: 'KEYWORD' });
  const { id } = recommendations[0];
  const reply = await call('dismiss_recommendation', { recommendation_ids: [id, 'bm9uZQ=='] });
  expect(reply).toMatchObject({ changed: 1, refused: 1, results: [{ id, type: 'KEYWORD' }, { error: {} }] });
  expect((await call('list_recommendations', { type: 'KEYWORD' })).recommendations).toEqual([]);
  const again = await call('dismiss_recommendation', { recommendation_ids: [id] });
  expect(again.results[0].outcome).toBe('unchanged');
});
