import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../service.ts';

/** What led agents to wrong beliefs, or cost them a page of text: each is refused or noted, and short. */
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ platforms: ['social', 'search'] });
});
afterAll(() => service?.close());

const ask = async (channel: string, tool: string, args: Record<string, unknown> = {}) => {
  const { isError, result } = await service.call(channel, tool, args);
  return { isError, result, error: result.error, length: JSON.stringify(result).length };
};
const done = async (channel: string, tool: string, args: Record<string, unknown> = {}) => {
  const { isError, result } = await ask(channel, tool, args);
  expect(isError, JSON.stringify(result)).toBe(false);
  return result;
};

test.each([
  ['an action in the plural', 'get_social_insights', { action_types: ['purchases'] }, '"purchase"'],
  [
    'an interest without its id',
    'estimate_audience_size',
    { targeting: { geo_locations: { countries: ['US'] }, flexible_spec: [{ interests: [{ name: 'Hiking' }] }] } },
    'search_interests',
  ],
])('%s is refused, not counted as nothing', async (_, tool, args, word) => {
  const { error } = await ask('social', tool, args);
  expect(error).toMatchObject({ code: 'invalid_arguments', message: expect.stringContaining(word) });
});

test('an event that pixels write otherwise, and days beside other days, are refused when an audience is made', async () => {
  const [{ id }] = (await done('social', 'list_pixels')).pixels;
  const rule = (value: string) =>
    JSON.stringify({
      inclusions: {
        operator: 'or',
        rules: [
          {
            event_sources: [{ id, type: 'pixel' }],
            retention_seconds: 30 * 86_400,
            filter: { operator: 'and', filters: [{ field: 'event', operator: 'eq', value }] },
          },
        ],
      },
    });
  const named = { name: 'x' };
  for (const [args, field] of [
    [{ ...named, pixel_id: id, visited_days: 30, event: 'purchase' }, 'event'],
    [{ ...named, pixel_id: id, visited_days: 30, exclude_event: 'purchase' }, 'exclude_event'],
    [{ ...named, rule: rule('purchase') }, 'rule'],
    [{ ...named, rule: rule('Purchase'), retention_days: 14 }, 'retention_days'],
  ] as const)
    expect((await ask('social', 'create_custom_audience', args)).error, field).toMatchObject({ field });
  const { audience } = await done('social', 'create_custom_audience', { ...named, rule: rule('Purchase') });
  const changed = await done('social', 'update_custom_audience', { audience_id: audience.id, retention_days: 14 });
  expect(changed.notes[0]).toMatch(/14.*30 days/);
  const same = await done('social', 'update_custom_audience', { audience_id: audience.id, retention_days: 30 });
  expect(same).not.toHaveProperty('notes');
});

test('a keyword bid where the campaign bids by itself is noted', async () => {
  const { campaigns } = await done('search', 'list_campaigns', { limit: 100 });
  const byItself = campaigns
    .filter((one: Record<string, unknown>) => /MAXIMIZE_CONVERSIONS/.test(JSON.stringify(one)))
    .map(({ id }: { id: string }) => id);
  const { keywords } = await done('search', 'list_keywords', { limit: 500 });
  const keyword = keywords.find(({ campaign_id }: { campaign_id: string }) => byItself.includes(campaign_id));
  const row = { ad_group_id: keyword.ad_group_id, keyword_id: keyword.id, cpc_bid: '1.50' };
  expect((await done('search', 'update_keywords', { keywords: [row] })).notes[0]).toContain('sets bids itself');
});

test.each([
  ['social', 'get_social_insights', 'purchase_value', 'purchases'],
  ['search', 'get_campaign_performance', 'conversion_valu', 'conversion_value'],
])('%s: a wrong metric is told the nearest five, and all there are once', async (channel, tool, wrong, meant) => {
  const { error, length } = await ask(channel, tool, { metrics: [wrong, `${wrong}x`] });
  expect(error.message).toContain(meant);
  expect(JSON.stringify(error).split('"allowed_values"')).toHaveLength(2);
  expect(length).toBeLessThan(3_000);
});

test('the table of errors without arguments is an overview', async () => {
  expect((await ask('social', 'get_social_error_codes')).length).toBeLessThan(8_000);
});

test('an argument of another channel is told the plain one it means', async () => {
  for (const tool of ['list_campaigns', 'create_campaign']) {
    const { error } = await ask('search', tool, { campaign_type: 'SEARCH' });
    expect(JSON.stringify(error)).toContain('did you mean `type`?');
  }
  const { error } = await ask('search', 'get_campaign_performance', { campaign_type: 'SEARCH' });
  expect(error.message).not.toContain('did you mean');
});

test('a query is told all its mistakes at once, and that days stand in quotes', async () => {
  const wrong =
    'SELECT campaign.idd, metrics.cliks FROM campaign WHERE segments.date BETWEEN 2026-01-01 AND 2026-01-31';
  const { error } = await ask('search', 'run_query', { query: wrong });
  for (const hint of ['campaign.id?', 'metrics.clicks?', 'in quotes']) expect(error.message).toContain(hint);
});

test('ratios are rounded, unknown sizes are no bounds, and an account names every manager', async () => {
  const { rows } = await done('social', 'get_social_insights', { metrics: ['ctr', 'roas', 'cpc'] });
  for (const { metrics } of rows)
    for (const ratio of [metrics.ctr, metrics.roas]) expect(String(ratio ?? 0)).toMatch(/^\d+(\.\d{1,9})?$/);
  const { audiences } = await done('social', 'list_audiences', { limit: 100 });
  for (const { size_lower_bound: low, size_upper_bound: high } of audiences)
    if (low !== undefined) expect(low).toBeLessThan(high);
  const { customers } = await done('search', 'list_customers');
  expect(customers.every((one: Record<string, unknown>) => one.is_manager || Array.isArray(one.manager_ids))).toBe(
    true,
  );
});

test('what is sold falls where it was clicked: no slice of a report sells everything', async () => {
  const days = { start_date: '2026-08-01', end_date: '2026-10-31' };
  const metrics = ['clicks', 'purchases', 'roas'];
  for (const segments of [['age'], ['publisher_platform', 'platform_position'], ['gender'], ['device_platform']]) {
    const asked = { ...days, level: 'account', segments, metrics };
    const { rows, totals } = await done('social', 'get_social_insights', asked);
    for (const { segments: slice, metrics: counted } of rows) {
      const [clicks, sold] = [counted.clicks / totals.clicks, counted.purchases / totals.purchases];
      expect(Math.abs(sold - clicks), JSON.stringify(slice)).toBeLessThan(0.12);
    }
  }
});
