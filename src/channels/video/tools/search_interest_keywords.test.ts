import { expect, test } from 'vitest';
import { sandboxed } from '../sandboxed.testing.ts';

const { call } = sandboxed();

test('finds keywords that can be used', async () => {
  const { interest_keywords } = await call('search_interest_keywords', { keyword: 'running' });
  const names = interest_keywords.map(({ name }: { name: string }) => name);
  expect(names).toContain('trail running');
  expect(names).not.toContain('running gear');
  expect((await call('search_interest_keywords', { keyword: 'running', limit: 1 })).interest_keywords).toHaveLength(1);
});
