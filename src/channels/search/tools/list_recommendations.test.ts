import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal } = sandboxed('search');

test('shows suggestions with the expected effect, and amounts as money', async () => {
  const { recommendations } = await call('list_recommendations');
  expect(recommendations.length).toBeGreaterThan(0);
  expect(JSON.stringify(recommendations)).not.toMatch(/micros/i);
  const [{ type }] = recommendations;
  const ofType = await call('list_recommendations', { type });
  expect(ofType.recommendations).toEqual(recommendations.filter((one: { type: string }) => one.type === type));
});

test('a type the platform does not have is refused with the one that was meant', async () => {
  const error = await refusal('list_recommendations', { type: 'CAMPAING_BUDGET' });
  expect(error).toMatchObject({ code: 'invalid_arguments', field: 'type' });
  expect(error.message).toContain('did you mean CAMPAIGN_BUDGET?');
});
