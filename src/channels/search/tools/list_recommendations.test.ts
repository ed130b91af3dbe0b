import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call } = sandboxed('search');

test('shows suggestions with the expected effect, and amounts as money', async () => {
  const { recommendations } = await call('list_recommendations');
  expect(recommendations.length).toBeGreaterThan(0);
  expect(JSON.stringify(recommendations)).not.toMatch(/micros/i);
  const [{ type }] = recommendations;
  const ofType = await call('list_recommendations', { type });
  expect(ofType.recommendations).toEqual(recommendations.filter((one: { type: string }) => one.type === type));
});
