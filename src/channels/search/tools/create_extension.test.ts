import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal, requests } = sandboxed('search');

async function campaign(): Promise<string> {
  const args = { name: `rich ${Math.random()}`, budget: 10, contains_eu_political_advertising: false };
  return (await call('create_campaign', args)).campaign.id;
}

const offer = (header: string) => ({
  header,
  description: `All ${header}`,
  price: '49.90',
  unit: 'PER_DAY',
  final_url: 'https://acme.example/rent',
});
const PRICE = { type: 'SERVICES', qualifier: 'FROM', offers: ['Skis', 'Boots', 'Poles'].map(offer) };
const PROMOTION = {
  target: 'Winter boots',
  percent_off: 12.5,
  up_to: true,
  orders_over: '80',
  occasion: 'BLACK_FRIDAY',
  final_url: 'https://acme.example/sale',
};
const LEAD_FORM = {
  business_name: 'Acme',
  headline: 'Try them on',
  description: 'We call you back.',
  privacy_policy_url: 'https://acme.example/privacy',
  call_to_action: 'BOOK_NOW',
  call_to_action_description: 'Choose a day',
  fields: ['FULL_NAME', 'EMAIL'],
};

test('prices, promotions and lead forms are made and linked in one change, listed with their content and unlinked', async () => {
  const campaign_id = await campaign();
  const changes = async () =>
    (await requests()).filter(
      ({ path, request_body: body }) => path.endsWith(':mutate') && !body?.includes('"validateOnly":true'),
    ).length;
  const before = await changes();
  const price = await call('create_extension', { campaign_id, price: PRICE });
  expect(await changes()).toBe(before + 1);
  expect(price).toMatchObject({ linked_to: 'campaign', asset: { kind: 'price' } });
  expect(price.asset.content).toMatchObject({
    type: 'SERVICES',
    price_qualifier: 'FROM',
    price_offerings: ['Skis', 'Boots', 'Poles'].map((header) => ({
      header,
      price: { amount: '49.90', currency: 'USD' },
      unit: 'PER_DAY',
    })),
  });
  const promotion = await call('create_extension', { campaign_id, promotion: PROMOTION });
  expect(promotion.asset.content).toMatchObject({
    promotion_target: 'Winter boots',
    percent_off: 12.5,
    discount_modifier: 'UP_TO',
    orders_over_amount: { amount: '80.00', currency: 'USD' },
    occasion: 'BLACK_FRIDAY',
  });
  const form = await call('create_extension', { campaign_id, lead_form: LEAD_FORM });
  expect(form.asset.content).toMatchObject({ headline: 'Try them on', call_to_action_type: 'BOOK_NOW' });
  const { ad_extensions } = await call('list_ad_extensions', { campaign_id });
  expect(ad_extensions).toMatchObject([
    { kind: 'price', text: 'SERVICES', content: price.asset.content },
    { kind: 'promotion', text: 'Winter boots', final_url: PROMOTION.final_url, content: promotion.asset.content },
    { kind: 'lead_form', text: 'Try them on', content: form.asset.content },
  ]);
  const remove_ids = ad_extensions.map(({ id }: { id: string }) => id);
  expect(await call('update_ad_extensions', { campaign_id, remove_ids })).toMatchObject({
    removed: remove_ids,
    ad_extensions: [],
  });
});

test('without a place it is only made, and linked to the account and elsewhere by its id', async () => {
  const { asset, linked_to } = await call('create_extension', {
    promotion: { ...PROMOTION, percent_off: undefined, amount_off: '15', orders_over: undefined, code: 'WARM' },
  });
  expect(linked_to).toBeUndefined();
  expect(asset.content).toMatchObject({ money_amount_off: { amount: '15.00' }, promotion_code: 'WARM' });
  const campaign_id = await campaign();
  for (const place of [{}, { campaign_id }]) {
    const { added } = await call('update_ad_extensions', { ...place, asset_ids: [asset.id] });
    expect(added).toMatchObject([{ id: asset.id, kind: 'promotion', status: 'ENABLED' }]);
    const { removed } = await call('update_ad_extensions', { ...place, remove_ids: [asset.id] });
    expect(removed).toEqual([asset.id]);
  }
});

test('what cannot be is blamed on its argument, and nothing is made', async () => {
  const known = (await call('list_assets', { limit: 1000 })).assets.length;
  for (const [args, field] of [
    [{}, 'price'],
    [{ price: PRICE, promotion: PROMOTION }, 'promotion'],
    [{ price: { ...PRICE, offers: PRICE.offers.slice(1) } }, 'price.offers'],
    [
      { price: { ...PRICE, offers: [...PRICE.offers, { ...offer('x'), description: 'x' }] } },
      'price.offers.3.description',
    ],
    [{ price: { ...PRICE, offers: [...PRICE.offers, { ...offer('x'), price: '0.001' }] } }, 'price.offers.3.price'],
    [{ promotion: { ...PROMOTION, amount_off: '5' } }, 'promotion.amount_off'],
    [{ promotion: { ...PROMOTION, code: 'X' } }, 'promotion.orders_over'],
    [{ lead_form: { ...LEAD_FORM, fields: ['EMAIL', 'EMAIL'] } }, 'lead_form.fields.1'],
    [{ price: PRICE, campaign_id: '1', ad_group_id: '2' }, 'ad_group_id'],
  ] as const)
    expect(await refusal('create_extension', args), JSON.stringify(args)).toMatchObject({
      field,
      outcome: 'not_applied',
    });
  expect(await refusal('create_extension', { price: PRICE, campaign_id: '1' })).toMatchObject({ code: 'not_found' });
  expect((await call('list_assets', { limit: 1000 })).assets).toHaveLength(known);
});

test('an account that has not accepted the terms for lead forms is told where to', async () => {
  const error = await refusal('create_extension', { workspaceId: 'Acme Japan', lead_form: LEAD_FORM });
  expect(error).toMatchObject({ code: 'account_problem', outcome: 'not_applied' });
  expect(error.next_step).toContain("platform's own interface");
});
