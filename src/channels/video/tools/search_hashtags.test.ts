import { expect, test } from 'vitest';
import { sandboxed } from '../sandboxed.testing.ts';

const { call } = sandboxed();

test('finds hashtags by any or all words', async () => {
  const names = async (args: Record<string, unknown>) =>
    (await call('search_hashtags', args)).hashtags.map(({ name }: { name: string }) => name);
  expect(await names({ keywords: ['#hiking', 'coffee'] })).toEqual(['#hiking', '#hikingadventures', '#coffee']);
  expect(await names({ keywords: ['running', 'shoes'], match: 'ALL' })).toEqual(['#runningshoes']);
});
