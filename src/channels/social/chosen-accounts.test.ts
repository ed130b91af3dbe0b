import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { sandboxed } from '../../../test/sandboxed.ts';
import { discover } from '../../pipeline/registry.ts';

const { call, ledger, service, fence } = sandboxed('social');
const { byAddress } = await discover(new URL('..', import.meta.url).pathname);
const tools = byAddress.get('social')!;

const OWN_ACCOUNT = '1001000000000001';

/** Objects of a second account of the same login, found before the workspace is limited to the first, and the first's own. */
let theirs: Record<'account' | 'campaign' | 'adSet' | 'ad' | 'audience' | 'creative', string>;
let own: typeof theirs;
beforeAll(async () => {
  const { ad_accounts } = await call('list_ad_accounts', { limit: 100 });
  theirs = await objectsOf(ad_accounts.find(({ currency }: { currency: string }) => currency === 'EUR').id);
  own = await objectsOf(OWN_ACCOUNT);
  await fence(`act_${OWN_ACCOUNT}`);
});

async function objectsOf(account: string) {
  const first = async (tool: string, list: string) => (await call(tool, { account_id: account, limit: 1 }))[list][0].id;
  return {
    account,
    campaign: await first('list_social_campaigns', 'campaigns'),
    adSet: await first('list_ad_sets', 'ad_sets'),
    ad: await first('list_social_ads', 'ads'),
    audience: await first('list_audiences', 'audiences'),
    creative: await first('list_ad_creatives', 'creatives'),
  };
}

type Their = keyof typeof theirs;
type Arguments = Record<string, unknown>;

const NEW_SET = {
  name: 'x',
  optimization_goal: 'LINK_CLICKS',
  advantage_audience: false,
  daily_budget: '9',
  targeting: { geo_locations: { countries: ['DE'] } },
};
const NEW_CREATIVE = { name: 'x', page_id: '101000000000001', link_url: 'https://acme.example/x', message: 'x' };

/** A call for every argument that names an object, as `tool argument`, with that object of the account outside. */
const CALLS: Record<string, [Their, (id: string) => Arguments | Promise<Arguments>]> = {
  'bulk_update campaign_ids': ['campaign', (id) => ({ campaign_ids: [id], status: 'DELETED' })],
  'bulk_update ad_set_ids': ['adSet', (id) => ({ ad_set_ids: [id], status: 'DELETED' })],
  'bulk_update ad_ids': ['ad', (id) => ({ ad_ids: [id], status: 'DELETED' })],
  'bulk_update budgets.campaign_id': ['campaign', (id) => ({ budgets: [{ campaign_id: id, daily_budget: '9' }] })],
  'bulk_update budgets.ad_set_id': ['adSet', (id) => ({ budgets: [{ ad_set_id: id, daily_budget: '9' }] })],
  'create_ad_set campaign_id': ['campaign', (id) => ({ ...NEW_SET, campaign_id: id })],
  'create_ad_creative like_creative_id': ['creative', (id) => ({ ...NEW_CREATIVE, like_creative_id: id })],
  'create_lookalike_audience origin_audience_id': [
    'audience',
    (id) => ({ name: 'x', origin_audience_id: id, countries: ['DE'], ratio: 0.03 }),
  ],
  'create_social_ad ad_set_id': ['adSet', (id) => ({ ad_set_id: id, creative_id: own.creative, name: 'x' })],
  'create_social_ad creative_id': ['creative', (id) => ({ ad_set_id: own.adSet, creative_id: id, name: 'x' })],
  'delete_audience audience_id': ['audience', (id) => ({ audience_id: id })],
  'diagnose_delivery campaign_id': ['campaign', (id) => ({ campaign_id: id })],
  'diagnose_delivery ad_set_id': ['adSet', (id) => ({ ad_set_id: id })],
  'diagnose_delivery ad_id': ['ad', (id) => ({ ad_id: id })],
  'duplicate_object campaign_id': ['campaign', (id) => ({ campaign_id: id })],
  'duplicate_object ad_set_id': ['adSet', (id) => ({ ad_set_id: id })],
  'duplicate_object ad_id': ['ad', (id) => ({ ad_id: id })],
  'duplicate_object into_campaign_id': ['campaign', (id) => ({ ad_set_id: own.adSet, into_campaign_id: id })],
  'duplicate_object into_ad_set_id': ['adSet', (id) => ({ ad_id: own.ad, into_ad_set_id: id })],
  'duplicate_object creative_id': ['creative', (id) => ({ ad_id: own.ad, creative_id: id })],
  'get_creative_performance creative_id': ['creative', (id) => ({ creative_id: id })],
  'list_ad_creatives creative_ids': ['creative', (id) => ({ creative_ids: [id] })],
  'list_ad_sets ad_set_ids': ['adSet', (id) => ({ ad_set_ids: [id] })],
  'list_ad_sets campaign_id': ['campaign', (id) => ({ campaign_id: id })],
  'list_audiences audience_ids': ['audience', (id) => ({ audience_ids: [id] })],
  'list_social_ads ad_ids': ['ad', (id) => ({ ad_ids: [id] })],
  'list_social_ads campaign_id': ['campaign', (id) => ({ campaign_id: id })],
  'list_social_ads ad_set_id': ['adSet', (id) => ({ ad_set_id: id })],
  'list_social_campaigns campaign_ids': ['campaign', (id) => ({ campaign_ids: [id] })],
  'preview_ad ad_id': ['ad', (id) => ({ ad_id: id })],
  'preview_ad creative_id': ['creative', (id) => ({ creative_id: id })],
  'rename_creative creative_id': ['creative', (id) => ({ creative_id: id, name: 'x' })],
  'update_ad_set ad_set_id': ['adSet', (id) => ({ ad_set_id: id, name: 'x' })],
  'update_custom_audience audience_id': ['audience', (id) => ({ audience_id: id, name: 'x' })],
  'update_customer_list audience_id': [
    'audience',
    (id) => ({ audience_id: id, action: 'add', emails: ['ada@acme.example'] }),
  ],
  'update_social_ad ad_id': ['ad', (id) => ({ ad_id: id, name: 'x' })],
  'update_social_ad creative_id': ['creative', (id) => ({ ad_id: own.ad, creative_id: id })],
  'update_social_campaign campaign_id': ['campaign', (id) => ({ campaign_id: id, name: 'x' })],
  'update_social_creative creative_id': ['creative', (id) => ({ creative_id: id, name: 'x' })],
  'update_social_creative ad_id': ['ad', (id) => ({ ad_id: id, name: 'x' })],
};

/** Arguments without a call, and why. */
const ELSEWHERE: readonly [reason: string, arguments: RegExp][] = [
  ['A page is of no account: a role on it decides.', /(^|[ .])(page_id|page_ids|post_id)$/],
  ['A form is looked for among those of the pages that the account promotes.', / (form|lead_form_id)$/],
  [
    'Pixels, datasets, catalogues and apps are of a business, which shares them with accounts.',
    /[ .](pixel_ids?|dataset_id|destination_id|product_set_id|product_catalog_id|product_item_ids|application_id|event_id)$/,
  ],
  [
    'The platform takes media and photo-network accounts only from the account itself.',
    /[ .](video_id|photo_network_actor_id|photo_network_media_id)$/,
  ],
  ['It is looked for among the custom conversions of the account.', /[ .](custom_conversion_id|conversion_action_id)$/],
  [
    'It only picks among what was read of the account.',
    /^(get_social_insights (campaign|ad_set|ad)_ids|list_changes object_id)$/,
  ],
  ['It names accounts, and is checked as such.', / account_ids$/],
  ['A business and its system users stand above accounts.', / (business_id|system_user_id)$/],
  ['It names a person or a click.', /^send_conversions events\.(person|click)\./],
];

/** Paths of the arguments that hold ids, those of accounts apart: they are checked before any tool runs. */
function idsIn(schema: unknown, path = ''): string[] {
  const { properties, items, anyOf = [] } = schema as { properties?: object; items?: unknown; anyOf?: unknown[] };
  const inside = [items, ...anyOf].flatMap((part) => (part ? idsIn(part, path) : []));
  const fields = Object.entries(properties ?? {}).flatMap(([name, field]) => {
    const at = path ? `${path}.${name}` : name;
    const isId = /(^|_)ids?$|^form$/.test(name) && name !== 'account_id';
    return isId ? [at] : idsIn(field, at);
  });
  return [...inside, ...fields];
}

/** The error of a call, or of its only row. */
async function refusalOf(tool: string, args: Arguments) {
  const { isError, result } = await service().call('social', tool, args);
  return isError ? result.error : (result.results?.[0]?.error ?? result);
}

test('every argument of every tool that names an object has a call here, or a reason why not', () => {
  const declared = tools.flatMap(({ name, input }) =>
    idsIn(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })).map((path) => `${name} ${path}`),
  );
  expect(declared.filter((one) => !(one in CALLS) && !ELSEWHERE.some(([, given]) => given.test(one)))).toEqual([]);
});

test.each(Object.entries(CALLS))(
  '%s is refused for what belongs to an account outside',
  async (named, [whose, args]) => {
    const effects = (await ledger()).length;
    const refused = await refusalOf(named.split(' ')[0]!, await args(theirs[whose]));
    expect(refused).toMatchObject({
      code: 'permission_denied',
      message: `${theirs[whose]} belongs to no account of this workspace. Its connection is limited to chosen accounts.`,
    });
    expect(await ledger()).toHaveLength(effects);
  },
);

test('what belongs to an account of the workspace is found by its id', async () => {
  const [own] = (await call('list_social_campaigns', { limit: 1 })).campaigns;
  expect((await call('list_social_campaigns', { campaign_ids: [own.id] })).campaigns).toEqual([own]);
  await fence(OWN_ACCOUNT, theirs.account);
  expect((await call('list_social_campaigns', { campaign_ids: [theirs.campaign] })).campaigns).toHaveLength(1);
});
