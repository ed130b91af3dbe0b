import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';
import addKeywords from './add_keywords.ts';

const { call, refusal, ledger, requests } = sandboxed('search');

// biome-ignore lint/suspicious/noExplicitAny: a look is asked with some of the arguments
const tool = addKeywords as any;

async function adGroup(name: string): Promise<string> {
  const { campaign } = await call('create_campaign', { name, budget: 5, contains_eu_political_advertising: false });
  const { ad_group } = await call('create_ad_group', { campaign_id: campaign.id, name: 'G', cpc_bid: 1 });
  return ad_group.id;
}

test('each row has its own result: added, refused, there already', async () => {
  const ad_group_id = await adGroup('Rows');
  const keywords = [
    { text: 'winter boots', match_type: 'PHRASE', cpc_bid: '0.80' },
    { text: 'boots!@%', match_type: 'BROAD' },
    { text: 'Warm Boots', match_type: 'EXACT' },
    { text: ' ', match_type: 'EXACT' },
    { text: 'two\nlines', match_type: 'EXACT' },
  ];
  const first = await call('add_keywords', { ad_group_id, keywords });
  expect(first).toMatchObject({ added: 2, refused: 3 });
  expect(first.results).toMatchObject([
    { index: 0, outcome: 'added', id: expect.stringMatching(/^\d+$/), status: 'PAUSED' },
    { index: 1, outcome: 'refused', code: expect.any(String), message: expect.any(String) },
    { index: 2, outcome: 'added' },
    { index: 3, outcome: 'refused', message: 'must not be empty' },
    { index: 4, outcome: 'refused', code: 'KEYWORD_HAS_INVALID_CHARS' },
  ]);
  const before = (await ledger({ kind: 'create' })).length;
  const again = await call('add_keywords', { ad_group_id, keywords: [keywords[0], keywords[2]] });
  expect(again).toMatchObject({ added: 0, refused: 0 });
  expect(again.results[0]).toMatchObject({ outcome: 'already_existed', id: first.results[0].id });
  expect((await ledger({ kind: 'create' })).length).toBe(before);
  const listed = await call('list_keywords', { ad_group_id });
  expect(listed.keywords).toContainEqual(
    expect.objectContaining({ text: 'winter boots', cpc_bid: { amount: '0.80', currency: 'USD' }, status: 'PAUSED' }),
  );
});

test('negative keywords go to an ad group or to a whole campaign', async () => {
  const ad_group_id = await adGroup('Negatives');
  const keywords = [{ text: 'free', match_type: 'BROAD' }];
  expect(await call('add_keywords', { ad_group_id, negative: true, keywords })).toMatchObject({ added: 1 });
  const [inGroup] = (await call('list_keywords', { ad_group_id, negative: true })).keywords;
  expect(inGroup).toMatchObject({ text: 'free', negative: true });
  const { campaign_id } = inGroup;
  expect(await call('add_keywords', { campaign_id, negative: true, keywords })).toMatchObject({ added: 1 });
  expect((await call('list_keywords', { level: 'campaign', campaign_id })).keywords).toMatchObject([{ text: 'free' }]);
  expect(await call('add_keywords', { campaign_id, negative: true, keywords })).toMatchObject({ added: 0, refused: 0 });
});

test('what cannot be is refused whole, by name', async () => {
  const keywords = [{ text: 'a', match_type: 'EXACT' }];
  expect(await refusal('add_keywords', { keywords })).toMatchObject({ field: 'ad_group_id' });
  expect(await refusal('add_keywords', { campaign_id: '1', keywords })).toMatchObject({ field: 'negative' });
  expect(
    await refusal('add_keywords', { ad_group_id: '1', negative: true, keywords: [{ ...keywords[0], cpc_bid: 1 }] }),
  ).toMatchObject({ field: 'keywords.0.cpc_bid' });
  expect(await refusal('add_keywords', { ad_group_id: '1', keywords })).toMatchObject({ code: 'not_found' });
});

test('bad search terms become negatives of several campaigns and ad groups in one changing request', async () => {
  const { campaigns } = await call('list_campaigns', { type: 'SEARCH', status: 'ENABLED' });
  const { ad_groups } = await call('list_ad_groups', { campaign_id: campaigns[1].id });
  const before = (await requests()).filter(({ path }) => path.endsWith(':mutate')).length;
  const keywords = [
    { text: 'free stuff', match_type: 'PHRASE', campaign_id: campaigns[0].id },
    { text: 'free stuff', match_type: 'PHRASE', campaign_id: campaigns[1].id },
    { text: 'free stuff', match_type: 'EXACT', ad_group_id: ad_groups[0].id },
    { text: 'bad@term', match_type: 'EXACT', ad_group_id: ad_groups[0].id },
  ];
  const reply = await call('add_keywords', { negative: true, keywords });
  expect((await requests()).filter(({ path }) => path.endsWith(':mutate')).length).toBe(before + 1);
  expect(reply.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    'added',
    'added',
    'added',
    'refused',
  ]);
  const again = await call('add_keywords', { negative: true, keywords: keywords.slice(0, 3) });
  expect(again).toMatchObject({ added: 0, results: [{ outcome: 'already_existed' }, {}, {}] });
  for (const [args, field] of [
    [{ negative: true, keywords: [{ text: 'a', match_type: 'EXACT' }] }, 'ad_group_id'],
    [{ keywords: [keywords[0]] }, 'negative'],
    [{ negative: true, keywords: [{ ...keywords[0], ad_group_id: '1' }] }, 'keywords.0.campaign_id'],
    [{ negative: true, keywords: [{ ...keywords[0], campaign_id: '1' }] }, 'campaign_id'],
  ] as const)
    expect(await refusal('add_keywords', args), JSON.stringify(args)).toMatchObject({ field });
});

test('every bad keyword is a refused row with its reason, and the good ones are added', async () => {
  const ad_group_id = await adGroup('Bad rows');
  const texts = ['x'.repeat(81), 'a b c d e f g h i j k', 'boots!', 'sandals', 'Sandals', 'clogs'];
  const keywords: object[] = texts.map((text) => ({
    text,
    match_type: 'exact',
    ...(text === 'clogs' && { cpc_bid: '0.001' }),
  }));
  keywords.push({ text: 'loafers', match_type: 'FUZZY' });
  const reply = await call('add_keywords', { ad_group_id, keywords });
  expect(reply).toMatchObject({ added: 1, refused: 6 });
  expect(reply.results.map(({ code }: { code?: string }) => code)).toEqual([
    'KEYWORD_TEXT_TOO_LONG',
    'KEYWORD_HAS_TOO_MANY_WORDS',
    'KEYWORD_HAS_INVALID_CHARS',
    undefined,
    'DUPLICATE',
    'INVALID_BID',
    'INVALID_MATCH_TYPE',
  ]);
  expect(
    reply.results.every(
      ({ message, outcome }: { message?: string; outcome: string }) => outcome === 'added' || message,
    ),
  ).toBe(true);
});

test('a row for an ad group or campaign that is not there is refused, and the others are added', async () => {
  const ad_group_id = await adGroup('Lost rows');
  const rows = [
    { text: 'boots', match_type: 'EXACT', ad_group_id },
    { text: 'boots', match_type: 'EXACT', ad_group_id: '1', cpc_bid: '1' },
  ];
  const reply = await call('add_keywords', { keywords: rows });
  expect(reply).toMatchObject({ added: 1, refused: 1, results: [{ outcome: 'added' }, { code: 'NOT_FOUND' }] });
  expect(reply.results[1].message).toContain('1');
  const keywords = [
    { text: 'free', match_type: 'EXACT', ad_group_id },
    { text: 'free', match_type: 'EXACT', campaign_id: '1' },
  ];
  expect(await call('add_keywords', { negative: true, keywords })).toMatchObject({ added: 1, refused: 1 });
});

test('a keyword whose bid is refused does not make a duplicate of the same one after it', async () => {
  const ad_group_id = await adGroup('Bids');
  const boots = { text: 'red boots', match_type: 'EXACT' };
  const keywords = [{ ...boots, cpc_bid: '0.001' }, boots, boots];
  const { results } = await call('add_keywords', { ad_group_id, keywords });
  expect(results).toMatchObject([
    { outcome: 'refused', code: 'INVALID_BID' },
    { outcome: 'added' },
    { outcome: 'refused', code: 'DUPLICATE', message: 'is the same as keywords.1' },
  ]);
});

test('a lost answer is looked up where all keywords went: in their one place, or in all of them', () => {
  const keyword = { text: 'boots', match_type: 'EXACT' };
  const look = (args: object) => tool.look({ negative: false, keywords: [keyword], ...args }).arguments;
  expect(look({ ad_group_id: '3' })).toEqual({ ad_group_id: '3' });
  expect(look({ campaign_id: '5', negative: true })).toEqual({ level: 'campaign', campaign_id: '5' });
  const apart = ['3', '4'].map((ad_group_id) => ({ ...keyword, ad_group_id }));
  expect(look({ keywords: apart })).toEqual({ negative: false });
});
