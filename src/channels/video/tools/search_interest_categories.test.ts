import { expect, test } from 'vitest';
import { sandboxed } from '../sandboxed.testing.ts';

const { call, refusal } = sandboxed();

test('finds categories with their path, exact and beginning matches first', async () => {
  const { interest_categories: found } = await call('search_interest_categories', { keyword: 'sports' });
  expect(found.map(({ name }: { name: string }) => name)).toEqual([
    'Sports & Outdoor',
    'Sports Games',
    'Sports Shoes',
    'Ball Sports',
  ]);
  expect(found[2]).toMatchObject({ path: ['Apparel & Accessories', 'Shoes', 'Sports Shoes'], level: 3 });
});

test("speaks the caller's language and goes on where it stopped", async () => {
  const { interest_categories } = await call('search_interest_categories', {
    keyword: 'スポーツ',
    language: 'ja',
    limit: 1,
  });
  expect(interest_categories[0].name).toBe('スポーツ・アウトドア');
  expect(await refusal('search_interest_categories', { keyword: ' ' })).toMatchObject({ field: 'keyword' });
  expect((await call('search_interest_categories', { keyword: 'zzz' })).interest_categories).toEqual([]);
});
