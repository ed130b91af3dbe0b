import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call } = sandboxed('search');

test('says what counts as a conversion', async () => {
  const { conversion_actions: actions } = await call('list_conversion_actions');
  expect(actions.length).toBeGreaterThan(0);
  expect(actions[0]).toMatchObject({
    id: expect.stringMatching(/^\d+$/),
    category: expect.any(String),
    counts_as_conversion: expect.any(Boolean),
  });
  expect(actions.map(({ status }: { status: string }) => status)).not.toContain('REMOVED');
});
