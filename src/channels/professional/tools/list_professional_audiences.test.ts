import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call } = sandboxed('professional');

test('matched audiences with their size, and which are too small', async () => {
  const { audiences } = await call('list_professional_audiences');
  expect(audiences).toHaveLength(4);
  expect(audiences.find(({ name }: { name: string }) => name === 'Too few')).toMatchObject({
    size: 120,
    large_enough: false,
  });
  expect(audiences[0].urn).toMatch(/^urn:li:adSegment:\d+$/);
});
