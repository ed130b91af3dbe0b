import { expect, test } from 'vitest';
import { sandboxed } from '../sandboxed.testing.ts';

const { call, refusal, japan } = sandboxed();

// biome-ignore lint/suspicious/noExplicitAny: tests read replies of any shape
type Any = any;
const cents = (money: { amount: string }) => Math.round(Number(money.amount) * 100);
const sum = (rows: Any[], of: (metrics: Any) => number) => rows.reduce((total, { metrics }) => total + of(metrics), 0);

test.each([['USD'], ['JPY']])('levels, days and totals agree in %s', async (currency) => {
  const where = currency === 'JPY' ? await japan() : {};
  const span = { date_range: 'LAST_7_DAYS', limit: 1000, metrics: ['cost', 'impressions', 'clicks', 'ctr'], ...where };
  const byLevel = [];
  for (const level of ['advertiser', 'campaign', 'ad_group', 'ad'])
    byLevel.push(await call('get_report', { ...span, level }));
  const daily = await call('get_report', { ...span, segments: ['date'] });
  const [{ totals }] = byLevel;
  expect(totals.cost.currency).toBe(currency);
  expect(totals.impressions).toBeGreaterThan(1000);
  for (const report of [...byLevel, daily]) {
    expect(report.totals).toEqual(totals);
    expect(sum(report.rows, ({ cost }) => cents(cost))).toBe(cents(totals.cost));
    expect(sum(report.rows, ({ impressions }) => impressions)).toBe(totals.impressions);
  }
  expect(totals.ctr).toBeCloseTo(totals.clicks / totals.impressions, 6);
  expect(daily.rows[0].segments.date).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(daily.rows[0].campaign).toMatchObject({ name: expect.any(String), status: 'ENABLE' });
});

test('long spans by day are read in parts, page by page', async () => {
  const args = { date_range: 'LAST_90_DAYS', segments: ['date'], metrics: ['cost'], limit: 70 };
  let page = await call('get_report', args);
  const { totals } = page;
  const rows = [...page.rows];
  while (page.next_cursor) {
    page = await call('get_report', { ...args, cursor: page.next_cursor });
    rows.push(...page.rows);
  }
  expect(new Set(rows.map((row: Any) => `${row.campaign.id} ${row.segments.date}`)).size).toBe(rows.length);
  expect(sum(rows, ({ cost }) => cents(cost))).toBe(cents(totals.cost));
});

test('narrows, orders and splits by people', async () => {
  const { rows } = await call('get_report', { level: 'ad', order_by: 'cost DESC', limit: 3 });
  expect(cents(rows[0].metrics.cost)).toBeGreaterThanOrEqual(cents(rows[2].metrics.cost));
  const one = await call('get_report', {
    campaign_ids: [rows[0].campaign.id],
    segments: ['gender'],
    metrics: ['impressions'],
  });
  expect(one.rows).toHaveLength(2);
  expect(sum(one.rows, ({ impressions }) => impressions)).toBe(one.totals.impressions);
  const deleted = await call('get_report', { status: 'DELETED', date_range: 'LAST_30_DAYS' });
  expect(deleted.rows).toMatchObject([{ campaign: { name: 'Spring sale', status: 'DELETE' } }]);
});

test('refuses what the platform has no report for', async () => {
  for (const other of ['country', 'operating_system', 'placement'])
    expect(await refusal('get_report', { segments: [other, 'age'] })).toMatchObject({ field: 'segments' });
  expect(await refusal('get_report', { date_range: 'MAXIMUM' })).toMatchObject({ field: 'date_range' });
  expect(await refusal('get_report', { level: 'campaign', ad_ids: ['1'] })).toMatchObject({ field: 'ad_ids' });
  expect(await refusal('get_report', { metrics: ['video_view'] })).toMatchObject({ code: 'invalid_arguments' });
});

test('beside the days before', async () => {
  const now = await call('get_report', { date_range: 'LAST_7_DAYS', compare_to: 'previous_period' });
  const { start_date, end_date } = now.comparison.period;
  const then = await call('get_report', { start_date, end_date });
  expect(now.comparison).toMatchObject({ totals: { before: then.totals } });
  expect(now.rows.some(({ before }: { before: unknown }) => before !== null)).toBe(true);
});

test('segments that have no report together are told apart in one call', async () => {
  const asked = { level: 'advertiser', segments: ['age', 'gender', 'country'], metrics: ['clicks', 'cost'] };
  const { tables, totals, rows } = await call('get_report', { ...asked, segments_separately: true });
  expect(rows).toEqual([]);
  expect(Object.keys(tables)).toEqual(asked.segments);
  for (const table of Object.values(tables) as { metrics: { clicks: number } }[][])
    expect(table.reduce((sum, { metrics }) => sum + metrics.clicks, 0)).toBe(totals.clicks);
  expect(await refusal('get_report', asked)).toMatchObject({ code: 'invalid_arguments', field: 'segments' });
});

test('the numbers show a good decision: whom money is wasted on, and where nothing was to be sold', async () => {
  const segments = ['age', 'gender', 'operating_system', 'placement'];
  const { rows: campaigns } = await call('get_report', { metrics: ['cost', 'conversions', 'result'] });
  const named = (name: string) => campaigns.find((row: Any) => row.campaign.name === name);
  expect(named('Store traffic')).toMatchObject({ campaign: { objective: 'TRAFFIC' }, metrics: { conversions: 0 } });
  expect(named('Store traffic').metrics.result).toBeGreaterThan(1000);
  expect(named('Autumn sale').metrics.result).toBe(named('Autumn sale').metrics.conversions);

  const metrics = ['cost', 'conversions', 'cost_per_conversion'];
  const campaign_ids = [named('Autumn sale').campaign.id];
  const { tables, totals } = await call('get_report', { campaign_ids, segments, metrics, segments_separately: true });
  const price = (segment: string, value: string) =>
    Number(tables[segment].find((row: Any) => row.segments[segment] === value).metrics.cost_per_conversion.amount);
  const usual = Number(totals.cost_per_conversion.amount);
  expect(price('age', 'AGE_25_34')).toBeLessThan(usual * 0.9);
  expect(price('age', 'AGE_18_24')).toBeGreaterThan(usual * 1.3);
  expect(price('age', 'AGE_55_100')).toBeGreaterThan(usual * 1.5);
  expect(price('operating_system', 'ANDROID')).toBeGreaterThan(usual * 1.2);
  for (const segment of segments) expect(sum(tables[segment], (one) => one.conversions)).toBe(totals.conversions);
});

test('people whom an ad group does not reach cost nothing, and a new targeting leaves the past as it was', async () => {
  const ageOf = async (id: string) => {
    const asked = { level: 'ad_group', ad_group_ids: [id], date_range: 'LAST_7_DAYS', metrics: ['cost'] };
    return (await call('get_report', { ...asked, segments: ['age'] })).rows.map((row: Any) => [
      row.segments.age,
      row.metrics.cost.amount,
    ]);
  };
  const [{ id }] = (await call('list_ad_groups', { name_contains: '25 to 34' })).ad_groups;
  const before = await ageOf(id);
  expect(before).toEqual([['AGE_25_34', expect.any(String)]]);
  await call('update_ad_group', { ad_group_id: id, age_groups: ['AGE_18_24'] });
  expect(await ageOf(id)).toEqual(before);
});

/** The platform's metrics as its reference lists them, family by family; attributes of objects are not among them. */
const PLATFORM_METRICS = {
  core: 'spend billed_cost impressions gross_impressions clicks ctr cpc cpm reach cost_per_1000_reached frequency cash_spend voucher_spend',
  results:
    'conversion cost_per_conversion conversion_rate conversion_rate_v2 real_time_conversion result cost_per_result result_rate secondary_goal_result cost_per_secondary_goal_result',
  video:
    'video_play_actions video_watched_2s video_watched_6s video_views_p25 video_views_p50 video_views_p75 video_views_p100 average_video_play average_video_play_per_user engaged_view engaged_view_15s',
  engagement:
    'engagements engagement_rate follows likes comments shares profile_visits profile_visits_rate clicks_on_music_disc clicks_on_hashtag_challenge',
  web: 'complete_payment cost_per_complete_payment complete_payment_rate value_per_complete_payment complete_payment_roas total_complete_payment_rate total_landing_page_view cost_per_landing_page_view landing_page_view_rate initiate_checkout on_web_order web_event_add_to_cart user_registration page_content_view_events form online_consult on_web_subscribe',
  app: 'app_install cost_per_app_install registration purchase total_purchase_value total_active_pay_roas checkout view_content next_day_open login subscribe start_trial',
};

test.each(Object.entries(PLATFORM_METRICS))(
  'every metric of the family %s is taken by its platform name, in metrics and in order_by',
  async (_, family) => {
    const metrics = family.split(' ');
    const { rows, totals } = await call('get_report', { level: 'advertiser', metrics });
    expect(Object.keys(rows[0].metrics)).toEqual(metrics);
    expect(Object.keys(totals)).toEqual(metrics);
    for (const name of metrics) {
      const sorted = { level: 'advertiser', order_by: `${name} DESC`, date_range: 'YESTERDAY' };
      expect((await call('get_report', sorted)).totals, name).toHaveProperty(name);
    }
  },
);

test('rates by platform names are fractions of summed parts, prices are money, seconds are told', async () => {
  const metrics =
    'spend result cost_per_result result_rate complete_payment complete_payment_rate clicks impressions reach cost_per_1000_reached complete_payment_roas total_complete_payment_rate average_video_play cash_spend'.split(
      ' ',
    );
  const { totals } = await call('get_report', { level: 'advertiser', metrics });
  const amount = (name: string) => Number(totals[name].amount);
  expect(amount('cost_per_result')).toBeCloseTo(amount('spend') / totals.result, 4);
  expect(totals.result_rate).toBeCloseTo(totals.result / totals.impressions, 6);
  expect(totals.complete_payment_rate).toBeCloseTo(totals.complete_payment / totals.clicks, 6);
  expect(amount('cost_per_1000_reached')).toBeCloseTo((amount('spend') * 1000) / totals.reach, 4);
  expect(totals.complete_payment_roas).toBeCloseTo(amount('total_complete_payment_rate') / amount('spend'), 4);
  expect(totals.average_video_play).toBeGreaterThan(1);
  expect(totals.cash_spend).toEqual(totals.spend);
});

test.each([
  ['cash_spend', 'date'],
  ['average_video_play_per_user', 'age'],
  ['cost_per_1000_reached', 'country'],
])('%s is not split by %s', async (name, segment) => {
  expect(await refusal('get_report', { metrics: [name], segments: [segment] })).toMatchObject({
    field: 'metrics',
    message: expect.stringContaining(`${name} cannot be split by ${segment}`),
  });
});
