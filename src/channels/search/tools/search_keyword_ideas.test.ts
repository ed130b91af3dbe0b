import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, workspaceNamed } = sandboxed('search');

test('gives ideas with volume and bids in the account’s currency', async () => {
  const { ideas } = await call('search_keyword_ideas', {
    keywords: ['running shoes'],
    limit: 5,
    include_monthly: true,
  });
  expect(ideas.length).toBeGreaterThan(0);
  const valued = ideas.find((idea: { high_top_of_page_bid?: unknown }) => idea.high_top_of_page_bid);
  expect(valued).toMatchObject({ text: expect.any(String), average_monthly_searches: expect.any(Number) });
  expect(valued.high_top_of_page_bid.currency).toBe('USD');
  expect(Object.keys(valued.monthly_searches)[0]).toMatch(/^\d{4}-(0[1-9]|1[0-2])$/);
});

test('exactly one kind of seed is needed', async () => {
  expect(await refusal('search_keyword_ideas')).toMatchObject({ field: 'keywords' });
  expect(await refusal('search_keyword_ideas', { keywords: ['a'], site: 'a.example' })).toMatchObject({
    field: 'site',
  });
});

test('keywords and a page together, for a place and a language', async () => {
  // The platform allows one such call a second for each account, so this one is about another account.
  const { ideas } = await call('search_keyword_ideas', {
    workspaceId: await workspaceNamed('Acme Japan'),
    keywords: ['shoes'],
    page_url: 'https://acme.example/shoes',
    location_ids: ['2840'],
    language_id: '1000',
  });
  expect(ideas[0].text).toEqual(expect.any(String));
});
