import { beforeEach, expect, test } from 'vitest';
import { sandboxed } from '../../../test/sandboxed.ts';

const { call, refusal, fault, clearFaults, ledger, service } = sandboxed('search');

type Args = Record<string, unknown>;

let made = 0;
const fresh = (what: string) => `${what} ${Date.now()} ${made++}`;

const campaign = async () =>
  (
    await call('create_campaign', {
      name: fresh('truth'),
      budget: '20',
      contains_eu_political_advertising: false,
      bidding_strategy: 'MANUAL_CPC',
    })
  ).campaign.id;
const adGroup = async () =>
  (await call('create_ad_group', { campaign_id: await campaign(), name: fresh('group'), cpc_bid: '1' })).ad_group.id;
const keywords = async (ad_group_id: string): Promise<string[]> => {
  const wanted = ['red', 'blue'].map((text) => ({ text, match_type: 'EXACT' }));
  const { results } = await call('add_keywords', { ad_group_id, keywords: wanted });
  return results.map(({ id }: { id: string }) => id);
};
const ad = async (ad_group_id: string) =>
  (
    await call('create_responsive_search_ad', {
      ad_group_id,
      headlines: ['One boot', 'Two boots', 'Three boots'],
      descriptions: ['Warm and dry.', 'Light and soft.'],
      final_urls: ['https://acme.example/'],
    })
  ).ad.id;
const pausedAssetGroup = async () => {
  const { asset_groups } = await call('list_asset_groups', { status: 'ENABLED' });
  return asset_groups[0].id;
};

/** Each kind of change: what it is asked, the call that shows it, and what holds when it was made. */
const CHANGES: Readonly<
  Record<
    string,
    () => Promise<{ tool: string; args: Args; look: string; holds: (reply: Args) => unknown; skip: number }>
  >
> = {
  'a campaign enabled': async () => {
    const id = await campaign();
    return {
      tool: 'update_campaign',
      args: { campaign_id: id, status: 'ENABLED' },
      look: `list_campaigns {"campaign_ids":["${id}"]}`,
      holds: (reply) => reply.applied,
      skip: 1,
    };
  },
  'a campaign removed': async () => {
    const id = await campaign();
    return {
      tool: 'update_campaign',
      args: { campaign_id: id, status: 'REMOVED' },
      look: `list_campaigns {"campaign_ids":["${id}"],"status":["REMOVED"]}`,
      holds: (reply) => reply.applied,
      skip: 1,
    };
  },
  'an ad group renamed': async () => {
    const id = await adGroup();
    return {
      tool: 'update_ad_group',
      args: { ad_group_id: id, name: fresh('renamed') },
      look: `list_ad_groups {"ad_group_ids":["${id}"]}`,
      holds: (reply) => reply.applied,
      skip: 1,
    };
  },
  'an ad enabled': async () => {
    const id = await ad(await adGroup());
    return {
      tool: 'update_ad',
      args: { ad_id: id, status: 'ENABLED' },
      look: `list_ads {"ad_ids":["${id}"]}`,
      holds: (reply) => reply.applied,
      skip: 1,
    };
  },
  'a keyword re-bid': async () => {
    const group = await adGroup();
    const [id] = await keywords(group);
    return {
      tool: 'update_keyword',
      args: { ad_group_id: group, keyword_id: id, cpc_bid: '0.55' },
      look: `list_keywords {"ad_group_id":"${group}","keyword_ids":["${id}"]}`,
      holds: (reply) => reply.applied,
      skip: 1,
    };
  },
  'a keyword removed': async () => {
    const group = await adGroup();
    const [id] = await keywords(group);
    return {
      tool: 'update_keyword',
      args: { ad_group_id: group, keyword_id: id, status: 'REMOVED' },
      look: `list_keywords {"ad_group_id":"${group}","keyword_ids":["${id}"],"status":["REMOVED"]}`,
      holds: (reply) => reply.applied,
      skip: 1,
    };
  },
  'many keywords enabled': async () => {
    const group = await adGroup();
    const ids = await keywords(group);
    return {
      tool: 'update_keywords',
      args: { ad_group_id: group, keyword_ids: ids, status: 'ENABLED' },
      look: `list_keywords ${JSON.stringify({ ad_group_id: group, keyword_ids: ids })}`,
      holds: (reply) => (reply.changed === ids.length ? { status: true } : {}),
      skip: 0,
    };
  },
  'many keywords removed': async () => {
    const group = await adGroup();
    const ids = await keywords(group);
    return {
      tool: 'update_keywords',
      args: { ad_group_id: group, keyword_ids: ids, status: 'REMOVED' },
      look: `list_keywords ${JSON.stringify({ ad_group_id: group, keyword_ids: ids, status: ['REMOVED'] })}`,
      holds: (reply) => (reply.changed === ids.length ? { status: true } : {}),
      skip: 0,
    };
  },
  'an asset group renamed': async () => {
    const id = await pausedAssetGroup();
    return {
      tool: 'update_asset_group',
      args: { asset_group_id: id, name: fresh('renamed') },
      look: `list_asset_groups {"asset_group_ids":["${id}"]}`,
      holds: (reply) => reply.applied,
      skip: 1,
    };
  },
};

/** What the automatic second sending is answered with after the first arrived and its answer was lost. */
const SECOND = ['nothing special', 'expired_token', 'server_error'];
/** Waiting for the platform's limit takes seconds, so not everything waits. */
const THROTTLED = ['a campaign enabled', 'many keywords removed'];

beforeEach(() => clearFaults());

test.each([
  ...Object.keys(CHANGES).flatMap((what) => SECOND.map((second) => [what, second] as const)),
  ...THROTTLED.map((what) => [what, 'throttle'] as const),
])('%s is never called off when the first answer is lost and the second is %s', async (what, second) => {
  const { tool, args, look, holds, skip } = await CHANGES[what]!();
  await fault('cut_after', 'googleAds:mutate', { skip });
  if (second !== 'nothing special') await fault(second, 'googleAds:mutate', { skip, times: 3 });
  const { isError, result } = await service().call('search', tool, args);
  if (isError) {
    expect(result.error, what).toMatchObject({ code: 'outcome_unknown', outcome: 'unknown' });
    expect(result.error.next_step).toContain(look);
  } else {
    expect(Object.keys(holds(result) as Args).length, JSON.stringify(result)).toBeGreaterThan(0);
  }
});

test.each(['a campaign removed', 'many keywords enabled'])(
  '%s: when even looking fails, the reply names the very call that shows it',
  async (what) => {
    const { tool, args, look, skip } = await CHANGES[what]!();
    await fault('cut_after', 'googleAds:mutate', { skip });
    await fault('expired_token', 'googleAds:mutate', { skip, times: 3 });
    await fault('expired_token', 'googleAds:search', { skip: 1, times: 9 });
    const { isError, result } = await service().call('search', tool, args);
    expect(isError).toBe(true);
    expect(result.error).toMatchObject({ code: 'outcome_unknown', outcome: 'unknown', retryable: true });
    expect(result.error.next_step).toContain(look);
  },
);

test('a removal that happened is told so, although its second answer is that it is removed already', async () => {
  const group = await adGroup();
  const [id] = await keywords(group);
  await fault('cut_after', 'googleAds:mutate', { skip: 1 });
  const { applied } = await call('update_keyword', { ad_group_id: group, keyword_id: id, status: 'REMOVED' });
  expect(applied).toEqual({ status: { from: 'PAUSED', to: 'REMOVED' } });
});

test('keywords whose answer was lost are looked for: each is added once, and said so', async () => {
  const group = await adGroup();
  await fault('cut_after', 'googleAds:mutate');
  const wanted = ['green', 'black'].map((text) => ({ text, match_type: 'PHRASE' }));
  const reply = await call('add_keywords', { ad_group_id: group, keywords: wanted });
  expect(reply).toMatchObject({ added: 2, refused: 0, results: [{ outcome: 'added' }, { outcome: 'added' }] });
  const { keywords: there } = await call('list_keywords', { ad_group_id: group });
  expect(there).toHaveLength(2);
});

test('keywords that never arrived are not called added, and the call to look with is named', async () => {
  const group = await adGroup();
  await fault('cut_before', 'googleAds:mutate');
  const error = await refusal('add_keywords', {
    ad_group_id: group,
    keywords: [{ text: 'grey', match_type: 'EXACT' }],
  });
  expect(error).toMatchObject({ code: 'outcome_unknown', outcome: 'unknown' });
  expect(error.next_step).toContain(`list_keywords {"ad_group_id":"${group}"}`);
});

test.each([
  ['create_campaign', { name: 'unread', budget: '5', contains_eu_political_advertising: false }, 1],
  ['create_asset', { text: 'a text nobody can read back' }, 1],
] as const)('%s: a create whose read-back fails is unknown, and is made once', async (tool, args, reads) => {
  const before = (await ledger({ kind: 'create' })).length;
  await fault('expired_token', 'googleAds:search', { skip: reads, times: 9 });
  const error = await refusal(tool, args);
  expect(error).toMatchObject({ outcome: 'unknown', retryable: false });
  expect(error.next_step).toMatch(/Do not repeat it.*list_/);
  await clearFaults();
  const resource = tool.slice('create_'.length);
  const effects = (await ledger({ kind: 'create' })).slice(before);
  expect(effects.filter((effect) => effect.resource === resource)).toHaveLength(1);
});

test.each(Object.keys(CHANGES))('%s, accepted by the platform and not made, is listed as not applied', async (what) => {
  const { tool, args, skip } = await CHANGES[what]!();
  await fault('accepted_not_applied', 'googleAds:mutate', { skip });
  const reply = await call(tool, args);
  if (tool === 'update_keywords') {
    expect(reply).toMatchObject({ changed: 0, refused: 2 });
    for (const { error } of reply.results) expect(error.message).toContain('left status as it was');
  } else {
    expect(reply).toMatchObject({ applied: {}, not_applied: [expect.any(String)] });
  }
});
