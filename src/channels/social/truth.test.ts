import { expect, test } from 'vitest';
import { sandboxed } from '../../../test/sandboxed.ts';

const { call, refusal } = sandboxed('social');

const USD_ACCOUNT = '1001000000000001';

test('amounts are in the currency of the account that owns them, also when only ids are given', async () => {
  const { ad_accounts } = await call('list_ad_accounts', { limit: 100 });
  const other = ad_accounts.find(({ currency }: { currency: string }) => currency === 'EUR');
  for (const [tool, list, ids] of [
    ['list_social_campaigns', 'campaigns', 'campaign_ids'],
    ['list_ad_sets', 'ad_sets', 'ad_set_ids'],
  ] as const) {
    const there = (await call(tool, { account_id: other.id, limit: 100 }))[list];
    const rich = there.find((one: { daily_budget?: unknown }) => one.daily_budget);
    expect(rich.daily_budget.currency, tool).toBe('EUR');
    expect((await call(tool, { [ids]: [rich.id] }))[list]).toEqual([rich]);
    expect((await call(tool, { [ids]: [rich.id], account_id: USD_ACCOUNT }))[list]).toEqual([]);
  }
});

test('a floor under the return and who pays are read back and shown', async () => {
  const { ad_sets } = await call('list_ad_sets', { limit: 1 });
  const { ad_set, applied } = await call('update_ad_set', {
    ad_set_id: ad_sets[0].id,
    dsa_payor: 'Acme GmbH',
    dsa_beneficiary: 'Acme GmbH',
  });
  expect(ad_set).toMatchObject({ dsa_payor: 'Acme GmbH', dsa_beneficiary: 'Acme GmbH' });
  expect(Object.keys(applied)).toEqual(['dsa_payor', 'dsa_beneficiary']);
});

test('what would count nothing and look like a result is refused, or said', async () => {
  const insights = (action_types: string[]) => refusal('get_social_insights', { action_types });
  for (const [wrong, right] of [
    ['purchases', 'purchase'],
    ['Purchase', 'purchase'],
    ['link clicks', 'link_click'],
    ['purchse', 'purchase'],
  ] as const)
    expect((await insights([wrong])).message, wrong).toContain(`did you mean "${right}"`);
  const odd = await call('get_social_insights', { action_types: ['offsite_conversion.custom.77', 'link_click'] });
  expect(odd.notes.join(' ')).toMatch(/No row has the action offsite_conversion.custom.77, so it counts 0.*link_click/);

  const targeting = { geo_locations: { countries: ['US'] }, flexible_spec: [{ interests: [{ name: 'Golf' }] }] };
  expect(await refusal('estimate_audience_size', { targeting })).toMatchObject({
    field: 'targeting.flexible_spec.0.interests.0',
    message: expect.stringContaining('search_interests'),
  });
});

test('a rule that would match nobody, or says two retentions, is refused', async () => {
  const rule = (value: string, days = 30) =>
    JSON.stringify({
      inclusions: {
        operator: 'or',
        rules: [
          {
            event_sources: [{ id: '301000000000001', type: 'pixel' }],
            retention_seconds: days * 86_400,
            filter: { operator: 'and', filters: [{ field: 'event', operator: 'eq', value }] },
          },
        ],
      },
    });
  const made = (more: Record<string, unknown>) => refusal('create_custom_audience', { name: 'x', ...more });
  expect((await made({ rule: rule('purchase') })).message).toContain('pixels send it as "Purchase"');
  expect((await made({ rule: rule('add_to_cart') })).message).toContain('"AddToCart"');
  expect(await made({ rule: rule('Purchase', 30), retention_days: 14 })).toMatchObject({
    field: 'retention_days',
    message: expect.stringContaining('30 days'),
  });
});

test('a small audience is not called exactly a thousand', async () => {
  const { audience } = await call('create_custom_audience', {
    name: 'new',
    customer_file_source: 'USER_PROVIDED_ONLY',
  });
  const [shown] = (await call('list_audiences', { audience_ids: [audience.id] })).audiences;
  expect(shown.size_lower_bound).toBeUndefined();
  const tiny = { custom_audiences: [{ id: audience.id }] };
  const { estimate, notes } = await call('estimate_audience_size', { targeting: tiny });
  expect(estimate).toMatchObject({ upper_bound: 1000 });
  expect(estimate).not.toHaveProperty('lower_bound');
  expect(notes.join(' ')).toContain('1000 people or fewer');
});
