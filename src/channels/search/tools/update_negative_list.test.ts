import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, fault, clearFaults } = sandboxed('search');

test('keywords and campaigns of a list come and go together; removal is final and waits for the campaigns', async () => {
  const { campaigns } = await call('list_campaigns', { type: 'SEARCH', status: 'ENABLED' });
  const [first, second] = campaigns.map(({ id }: { id: string }) => id);
  const word = (text: string) => ({ text, match_type: 'EXACT' });
  const { negative_list } = await call('create_negative_list', {
    name: 'Changing',
    keywords: [word('free'), word('job')],
    campaign_ids: [first],
  });
  const list_id = negative_list.id;
  const { applied, negative_list: after } = await call('update_negative_list', {
    list_id,
    name: 'Changed',
    add_keywords: [word('FREE'), word('manual'), word('pdf')],
    remove_keywords: [word('job')],
    add_campaign_ids: [second],
    remove_campaign_ids: [first],
  });
  expect(applied).toEqual({
    name: { from: 'Changing', to: 'Changed' },
    keyword_count: { from: 2, to: 3 },
    campaign_ids: { from: [first], to: [second] },
  });
  expect(after).toMatchObject({ name: 'Changed', keyword_count: 3, campaign_ids: [second] });
  expect(await refusal('update_negative_list', { list_id, remove_keywords: [word('none')] })).toMatchObject({
    field: 'remove_keywords.0',
    outcome: 'not_applied',
  });
  expect((await refusal('update_negative_list', { list_id, status: 'REMOVED' })).message).toContain('use');
  await call('update_negative_list', { list_id, remove_campaign_ids: [second] });
  const removed = await call('update_negative_list', { list_id, status: 'REMOVED' });
  expect(removed.applied).toEqual({ status: { from: 'ENABLED', to: 'REMOVED' } });
  expect(await refusal('update_negative_list', { list_id, name: 'x' })).toMatchObject({ code: 'conflict' });
  expect(await refusal('update_negative_list', { list_id: '1', name: 'x' })).toMatchObject({ code: 'not_found' });
});

test('what is added and removed at once is refused, and a refused one is counted as it was given', async () => {
  const word = (text: string) => ({ text, match_type: 'EXACT' });
  const { campaigns } = await call('list_campaigns', { type: 'SEARCH', status: 'ENABLED' });
  const [first] = campaigns.map(({ id }: { id: string }) => id);
  const { negative_list } = await call('create_negative_list', {
    name: 'Counted',
    keywords: [word('free')],
    campaign_ids: [first],
  });
  const field = async (args: Record<string, unknown>) =>
    (await refusal('update_negative_list', { list_id: negative_list.id, ...args })).field;
  expect(await field({ add_keywords: [word('x')], remove_keywords: [word('free'), word('X')] })).toBe(
    'remove_keywords.1',
  );
  expect(await field({ add_campaign_ids: [first], remove_campaign_ids: [first] })).toBe('remove_campaign_ids');
  expect(await field({ add_keywords: [word('free'), word('wow!')] })).toBe('add_keywords.1.text');
  expect(await field({ add_campaign_ids: [first, '1'] })).toBe('add_campaign_ids.1');
});

test('a bad keyword is left out with its reason, and the others are added and removed', async () => {
  const word = (text: string, match_type = 'EXACT') => ({ text, match_type });
  const { negative_list } = await call('create_negative_list', { name: 'Some bad', keywords: [word('free')] });
  const list_id = negative_list.id;
  const { applied, refused } = await call('update_negative_list', {
    list_id,
    add_keywords: [word('cheap', 'exact'), word('used', 'FUZZY'), word('wow!'), word('Cheap'), word('x'.repeat(81))],
    remove_keywords: [word('free'), word('never there'), word('free', 'NEAR')],
  });
  expect(applied, 'one came and one went').toEqual({});
  const places = refused.map(({ argument, position }: { argument: string; position: number }) => [argument, position]);
  expect(places.sort()).toEqual([
    ['add_keywords', 1],
    ['add_keywords', 2],
    ['add_keywords', 3],
    ['add_keywords', 4],
    ['remove_keywords', 1],
    ['remove_keywords', 2],
  ]);
  expect(refused).toContainEqual({
    ...{ argument: 'add_keywords', position: 1, text: 'used', match_type: 'FUZZY' },
    ...{ code: 'INVALID_MATCH_TYPE', message: 'match_type must be one of EXACT, PHRASE, BROAD' },
  });
  const again = await call('update_negative_list', {
    list_id,
    add_keywords: [word('free'), word('cheap'), word('new')],
  });
  expect(again.applied).toEqual({ keyword_count: { from: 1, to: 3 } });
});

test('where every keyword is bad, nothing is sent and each is named', async () => {
  const { negative_list } = await call('create_negative_list', {
    name: 'All bad',
    keywords: [{ text: 'free', match_type: 'EXACT' }],
  });
  const add_keywords = ['NEAR', 'ABOUT'].map((match_type) => ({ text: 'used', match_type }));
  expect(await refusal('update_negative_list', { list_id: negative_list.id, add_keywords })).toMatchObject({
    code: 'invalid_arguments',
    field: 'add_keywords.0',
    problems: [{ field: 'add_keywords.0' }, { field: 'add_keywords.1' }],
  });
});

test('a campaign that is named twice is unlinked once', async () => {
  const { campaigns } = await call('list_campaigns', { type: 'SEARCH', status: 'ENABLED' });
  const [{ id }] = campaigns;
  const keywords = [{ text: 'free', match_type: 'EXACT' }];
  const { negative_list } = await call('create_negative_list', { name: 'Unlinked', keywords, campaign_ids: [id] });
  const twice = { list_id: negative_list.id, remove_campaign_ids: [id, id] };
  expect((await call('update_negative_list', twice)).negative_list.campaign_ids).toEqual([]);
});

test('one keyword added and one removed leave the number as it was: whether they came and went is read', async () => {
  const word = (text: string) => ({ text, match_type: 'EXACT' });
  const { negative_list } = await call('create_negative_list', { name: 'Swapped', keywords: [word('free')] });
  const swap = { list_id: negative_list.id, add_keywords: [word('cheap')], remove_keywords: [word('free')] };
  // The first request to this address is the platform's check alone.
  await fault('accepted_not_applied', 'googleAds:mutate', { skip: 1 });
  expect(await call('update_negative_list', swap)).toMatchObject({ applied: {}, not_applied: ['keywords'] });
  await fault('cut_before', 'googleAds:mutate', { skip: 1, times: 10 });
  expect(await refusal('update_negative_list', swap)).toMatchObject({ outcome: 'unknown' });
  await clearFaults();
  expect(await call('update_negative_list', swap)).toMatchObject({ applied: {}, not_applied: [] });
});
