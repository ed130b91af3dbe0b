import { beforeAll, expect, test } from 'vitest';
import { sandboxed } from '../../../test/sandboxed.ts';

const { call, refusal, ledger, fence } = sandboxed('social');

const OWN_ACCOUNT = '1001000000000001';

/** Objects of a second account of the same login, found before the workspace is limited to the first. */
let theirs: Record<'account' | 'campaign' | 'adSet' | 'ad' | 'audience' | 'creative', string>;
beforeAll(async () => {
  const { ad_accounts } = await call('list_ad_accounts', { limit: 100 });
  const account = ad_accounts.find(({ currency }: { currency: string }) => currency === 'EUR').id;
  const first = async (tool: string, list: string) => (await call(tool, { account_id: account, limit: 1 }))[list][0].id;
  theirs = {
    account,
    campaign: await first('list_social_campaigns', 'campaigns'),
    adSet: await first('list_ad_sets', 'ad_sets'),
    ad: await first('list_social_ads', 'ads'),
    audience: await first('list_audiences', 'audiences'),
    creative: await first('list_ad_creatives', 'creatives'),
  };
  await fence(`act_${OWN_ACCOUNT}`);
});

test.each<[string, (id: typeof theirs) => Record<string, unknown>, keyof typeof theirs]>([
  ['update_social_campaign', ({ campaign }) => ({ campaign_id: campaign, name: 'x' }), 'campaign'],
  ['update_ad_set', ({ adSet }) => ({ ad_set_id: adSet, name: 'x' }), 'adSet'],
  ['update_social_ad', ({ ad }) => ({ ad_id: ad, name: 'x' }), 'ad'],
  ['update_custom_audience', ({ audience }) => ({ audience_id: audience, name: 'x' }), 'audience'],
  ['delete_audience', ({ audience }) => ({ audience_id: audience }), 'audience'],
  ['create_social_ad', ({ adSet, creative }) => ({ ad_set_id: adSet, creative_id: creative, name: 'x' }), 'adSet'],
  ['get_creative_performance', ({ creative }) => ({ creative_id: creative }), 'creative'],
  ['list_social_campaigns', ({ campaign }) => ({ campaign_ids: [campaign] }), 'campaign'],
  ['list_ad_sets', ({ campaign }) => ({ campaign_id: campaign }), 'campaign'],
  ['list_social_ads', ({ adSet }) => ({ ad_set_id: adSet }), 'adSet'],
])('%s is refused for what belongs to an account outside', async (tool, args, named) => {
  const effects = (await ledger()).length;
  expect(await refusal(tool, args(theirs))).toMatchObject({
    code: 'permission_denied',
    message: `${theirs[named]} belongs to no account of this workspace. Its connection is limited to chosen accounts.`,
    outcome: 'not_applied',
    next_step:
      'Nothing was changed. Name an object of these accounts (list_ad_accounts shows them), or the workspace it belongs to (list_workspaces shows them).',
  });
  expect(await ledger()).toHaveLength(effects);
});

test('what belongs to an account of the workspace is found by its id', async () => {
  const [own] = (await call('list_social_campaigns', { limit: 1 })).campaigns;
  expect((await call('list_social_campaigns', { campaign_ids: [own.id] })).campaigns).toEqual([own]);
  await fence(OWN_ACCOUNT, theirs.account);
  expect((await call('list_social_campaigns', { campaign_ids: [theirs.campaign] })).campaigns).toHaveLength(1);
});
