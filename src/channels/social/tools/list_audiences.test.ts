import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call } = sandboxed('social');

test('shows kind, size bounds and times with zone', async () => {
  const { audiences } = await call('list_audiences', { limit: 100 });
  const kinds = new Set(audiences.map(({ kind }: { kind: string }) => kind));
  expect(kinds).toContain('LOOKALIKE');
  expect(kinds).toContain('CUSTOM');
  for (const audience of audiences) {
    expect(audience.size_lower_bound ?? 0).toBeGreaterThanOrEqual(0);
    expect(audience.created_time).toMatch(/Z$/);
  }
});
