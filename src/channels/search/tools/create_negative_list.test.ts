import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, requests } = sandboxed('search');

test('a list is made, filled and linked in one changing request', async () => {
  const { campaigns } = await call('list_campaigns', { type: 'SEARCH', status: 'ENABLED' });
  const campaign_ids = campaigns.slice(0, 2).map(({ id }: { id: string }) => id);
  const keywords = ['free', 'how to repair'].map((text) => ({ text, match_type: 'PHRASE' }));
  const { negative_list } = await call('create_negative_list', { name: 'Never', keywords, campaign_ids });
  expect(negative_list).toMatchObject({ name: 'Never', keyword_count: 2, campaign_ids });
  const sent = (await requests()).filter(({ path }) => path.endsWith(':mutate'));
  expect(sent.filter(({ request_body: body }) => !body?.includes('"validateOnly":true'))).toHaveLength(1);
  expect(await refusal('create_negative_list', { name: 'Never' })).toMatchObject({ field: 'name' });
  expect(
    await refusal('create_negative_list', { name: 'Other', keywords: [{ text: 'a@b', match_type: 'EXACT' }] }),
  ).toMatchObject({ field: 'keywords.0.text', outcome: 'not_applied' });
  expect(await refusal('create_negative_list', { name: 'Other', campaign_ids: ['1'] })).toMatchObject({
    field: 'campaign_ids.0',
  });
});

test('a bad keyword is left out with its reason, and the list is made with the others', async () => {
  const rows = [
    ['free', 'PHRASE'],
    ['used', 'FUZZY'],
    ['a@b', 'EXACT'],
    ['Free ', 'PHRASE'],
  ];
  const keywords = rows.map(([text, match_type]) => ({ text, match_type }));
  const { negative_list, refused } = await call('create_negative_list', { name: 'Mostly bad', keywords });
  expect(negative_list).toMatchObject({ keyword_count: 1 });
  expect(refused).toMatchObject([
    { argument: 'keywords', position: 1, text: 'used', code: 'INVALID_MATCH_TYPE' },
    { argument: 'keywords', position: 3, text: 'Free', code: 'DUPLICATE' },
    { argument: 'keywords', position: 2, text: 'a@b' },
  ]);
  const none = { name: 'None', keywords: keywords.slice(1, 3) };
  expect(await refusal('create_negative_list', none)).toMatchObject({ code: 'invalid_arguments' });
});
