import type { Sandboxed } from '../../sandboxed.ts';
import { type Any, type Examples, fresh, once } from './example.ts';

const campaignArgs = () => ({ name: fresh('Campaign'), budget: '20', contains_eu_political_advertising: false });
const texts = () => ({
  headlines: ['One boot', 'Two boots', fresh('Boots')],
  descriptions: ['Warm and dry.', 'Light and soft.'],
  final_urls: ['https://acme.example/'],
});
const word = (text: string) => ({ text, match_type: 'EXACT' });

const newCampaign = async ({ call }: Sandboxed): Promise<string> =>
  (await call('create_campaign', campaignArgs())).campaign.id;
const campaign = once(newCampaign);
const adGroup = once(
  async (sandbox): Promise<string> =>
    (
      await sandbox.call('create_ad_group', {
        campaign_id: await campaign(sandbox),
        name: fresh('Group'),
        cpc_bid: '1',
      })
    ).ad_group.id,
);
const ad = once(
  async (sandbox): Promise<string> =>
    (await sandbox.call('create_responsive_search_ad', { ad_group_id: await adGroup(sandbox), ...texts() })).ad.id,
);
const keyword = async (sandbox: Sandboxed) => {
  const ad_group_id = await adGroup(sandbox);
  const { results } = await sandbox.call('add_keywords', { ad_group_id, keywords: [word(fresh('boots'))] });
  return { ad_group_id, keyword_id: results[0].id as string };
};
const audience = async ({ call }: Sandboxed): Promise<string> =>
  (await call('create_audience', { name: fresh('List'), kind: 'CUSTOMER_LIST' })).audience.id;
const negativeList = once(
  async ({ call }): Promise<string> =>
    (await call('create_negative_list', { name: fresh('Never'), keywords: [word('free')] })).negative_list.id,
);
const assetGroup = once(
  async ({ call }): Promise<Any> => (await call('list_asset_groups', { status: 'ENABLED' })).asset_groups[0],
);
const sharedBudget = once(
  async ({ call }): Promise<string> =>
    (await call('create_campaign_budget', { name: fresh('Budget'), budget: '30' })).budget.id,
);
const portfolio = once(
  async ({ call }): Promise<string> =>
    (await call('create_bidding_strategy', { name: fresh('Portfolio'), bidding_strategy: 'MAXIMIZE_CLICKS' }))
      .bidding_strategy.id,
);
let cents = 100;
const bid = () => (++cents / 100).toFixed(2);

const conversionAction = once(
  async ({ call }): Promise<string> =>
    (await call('create_conversion_action', { name: fresh('Action'), event: 'lead' })).conversion_action.id,
);
const saleAction = once(async ({ call }): Promise<string> => {
  const { destinations } = await call('list_conversion_destinations');
  return destinations.find((one: Any) => one.name === 'Sale by phone or in a store').id;
});
/** Orders that the sandbox begins with; each can be retracted once. */
let orders = 0;
const nextOrder = () => `ORDER-${1001 + (orders++ % 200)}`;
const conversion = () => ({
  ...{ event: 'qualified_lead', event_id: fresh('E'), source: 'crm', person: { email: 'ada@acme.example' } },
  happened_at: new Date(Date.now() - 3_600_000).toISOString(),
});

export const examples: Examples = {
  add_keywords: async (sandbox) => ({ ad_group_id: await adGroup(sandbox), keywords: [word(fresh('shoes'))] }),
  adjust_conversion: async (sandbox) => ({
    conversion_action_id: await saleAction(sandbox),
    event_id: nextOrder(),
    action: 'retract',
  }),
  apply_label: async (sandbox) => ({ label: fresh('Season'), campaign_ids: [await campaign(sandbox)] }),
  bulk_update: async (sandbox) => ({ campaign_ids: [await newCampaign(sandbox)], status: 'ENABLED' }),
  create_ad_group: async (sandbox) => ({ campaign_id: await campaign(sandbox), name: fresh('Group'), cpc_bid: '1' }),
  create_asset: async () => ({ text: fresh('Free shipping') }),
  create_asset_group: async (sandbox) => {
    const { campaign_id, assets } = await assetGroup(sandbox);
    return { campaign_id, name: fresh('Group'), final_urls: ['https://acme.example/'], assets };
  },
  create_audience: async () => ({ name: fresh('List'), kind: 'CUSTOMER_LIST' }),
  create_bidding_strategy: async (sandbox) => ({
    name: fresh('Portfolio'),
    bidding_strategy: 'MAXIMIZE_CLICKS',
    campaign_ids: [await newCampaign(sandbox)],
  }),
  create_campaign: async () => campaignArgs(),
  create_campaign_budget: async (sandbox) => ({
    name: fresh('Budget'),
    budget: '30',
    campaign_ids: [await newCampaign(sandbox)],
  }),
  create_conversion_action: async () => ({ name: fresh('Action'), event: 'lead' }),
  create_extension: async (sandbox) => ({
    campaign_id: await campaign(sandbox),
    promotion: { target: fresh('Boots'), percent_off: 20, final_url: 'https://acme.example/' },
  }),
  create_lead_form: async () => ({
    name: fresh('Form'),
    ...{ business_name: 'Acme', headline: fresh('Call me'), description: 'We call you back.' },
    ...{ call_to_action: 'CONTACT_US', call_to_action_text: 'Free of charge' },
    questions: [{ field: 'email' }],
    privacy_url: 'https://acme.example/privacy',
  }),
  create_negative_list: async () => ({ name: fresh('Never'), keywords: [word('free')] }),
  create_responsive_search_ad: async (sandbox) => ({ ad_group_id: await adGroup(sandbox), ...texts() }),
  delete_audience: async (sandbox) => ({ audience_id: await audience(sandbox) }),
  duplicate_ad: async (sandbox) => ({ ad_id: await ad(sandbox), headlines: texts().headlines }),
  duplicate_ad_group: async (sandbox) => ({ ad_group_id: await adGroup(sandbox), name: fresh('Group') }),
  duplicate_campaign: async (sandbox) => ({ campaign_id: await campaign(sandbox), name: fresh('Campaign') }),
  send_conversions: async () => ({ events: [conversion()] }),
  update_ad: async (sandbox) => ({ ad_id: await ad(sandbox), headlines: texts().headlines }),
  update_ad_extensions: async (sandbox) => ({ campaign_id: await campaign(sandbox), callouts: [fresh('Callout')] }),
  update_ad_group: async (sandbox) => ({ ad_group_id: await adGroup(sandbox), cpc_bid: bid() }),
  update_asset_group: async (sandbox) => ({
    asset_group_id: (await assetGroup(sandbox)).id,
    name: fresh('Renamed'),
  }),
  update_bidding_strategy: async (sandbox) => ({ strategy_id: await portfolio(sandbox), max_cpc: bid() }),
  update_campaign: async (sandbox) => ({ campaign_id: await campaign(sandbox), budget: bid() }),
  update_campaign_budget: async (sandbox) => ({ budget_id: await sharedBudget(sandbox), budget: bid() }),
  update_campaign_targeting: async (sandbox) => ({
    campaign_id: await newCampaign(sandbox),
    location_ids: ['2276'],
  }),
  update_conversion_action: async (sandbox) => ({
    conversion_action_id: await conversionAction(sandbox),
    name: fresh('Action'),
  }),
  update_customer_list: async (sandbox) => ({
    audience_id: await audience(sandbox),
    action: 'add',
    emails: ['ada@acme.example'],
  }),
  update_keyword: async (sandbox) => ({ ...(await keyword(sandbox)), cpc_bid: bid() }),
  update_keywords: async (sandbox) => {
    const { ad_group_id, keyword_id } = await keyword(sandbox);
    return { ad_group_id, keyword_ids: [keyword_id], cpc_bid: bid() };
  },
  update_negative_list: async (sandbox) => ({ list_id: await negativeList(sandbox), name: fresh('Never') }),
  update_tracking: async (sandbox) => ({
    campaign_id: await campaign(sandbox),
    final_url_suffix: `utm_term=${bid()}`,
  }),
};
