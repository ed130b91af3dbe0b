import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';
import { DAY_MS } from '../../../ambient.ts';

const sandbox = sandboxed('search');
const report = (args: Record<string, unknown> = {}) => sandbox.call('get_campaign_performance', args);
const refusal = (args: Record<string, unknown>) => sandbox.refusal('get_campaign_performance', args);
const cents = (money: { amount: string }) => Math.round(Number(money.amount) * 100);

test('the last thirty days by default, the dearest campaign first, with the usual metrics', async () => {
  const { rows, totals, period } = await report();
  expect(rows.length).toBeGreaterThan(1);
  expect(Object.keys(rows[0].metrics)).toEqual(['impressions', 'clicks', 'cost', 'conversions', 'ctr', 'cpc']);
  expect(rows[0].metrics.cost.currency).toBe('USD');
  const costs = rows.map((row: { metrics: { cost: { amount: string } } }) => cents(row.metrics.cost));
  expect(costs).toEqual([...costs].sort((a, b) => b - a));
  expect(period.time_zone).toBe('America/New_York');
  expect((Date.parse(period.end_date) - Date.parse(period.start_date)) / DAY_MS).toBe(29);
  expect(totals.impressions).toBe(sum(rows, 'impressions'));
  expect(totals.ctr).toBeCloseTo(totals.clicks / totals.impressions, 6);
});

test('totals are those of the whole selection, whatever page is shown, and agree with every way of splitting it', async () => {
  const whole = await report();
  const split = await report({ segments: ['date', 'device'], limit: 7 });
  expect(split.rows).toHaveLength(7);
  expect(split.totals).toEqual(whole.totals);
  expect(split.rows[0].segments).toEqual({ date: split.period.start_date, device: expect.any(String) });
});

test('walking by next_cursor shows every row once, in order', async () => {
  const all = await report({ segments: ['week', 'network'], limit: 1000 });
  const seen = await sandbox.walk('get_campaign_performance', 'rows', { segments: ['week', 'network'], limit: 13 });
  expect(seen).toEqual(all.rows);
  expect(new Set(seen.map((row) => JSON.stringify(row))).size).toBe(seen.length);
});

test('the sums of the whole selection are asked for once, however many pages are read', async () => {
  const args = { segments: ['date'], limit: 5 };
  const first = await report(args);
  const before = (await sandbox.requests()).length;
  const second = await report({ ...args, cursor: first.next_cursor });
  expect((await sandbox.requests()).length).toBe(before + 1);
  expect(second.totals).toEqual(first.totals);
});

test('explicit days, chosen campaigns and metrics, ordered by one of them', async () => {
  const { rows: all } = await report();
  const ids = all.slice(0, 2).map((row: { campaign: { id: string } }) => row.campaign.id);
  const { rows, period } = await report({
    start_date: '2026-09-01',
    end_date: '2026-09-30',
    campaign_ids: ids,
    metrics: ['conversions_value', 'conversions_value_per_cost', 'search_impression_share'],
    order_by: 'clicks DESC',
  });
  expect(period).toEqual({ start_date: '2026-09-01', end_date: '2026-09-30', time_zone: 'America/New_York' });
  expect(rows.map((row: { campaign: { id: string } }) => row.campaign.id).sort()).toEqual([...ids].sort());
  expect(Object.keys(rows[0].metrics)).toContain('clicks');
  expect(rows[0].metrics.clicks).toBeGreaterThanOrEqual(rows[1].metrics.clicks);
  expect(rows[0].metrics.conversions_value).toMatchObject({ currency: 'USD' });
});

test('yen are whole', async () => {
  const workspaceId = await sandbox.workspaceNamed('Acme Japan');
  const { totals, period } = await report({ workspaceId, metrics: ['cost'] });
  expect(totals.cost).toEqual({ amount: expect.stringMatching(/^\d+$/), currency: 'JPY' });
  expect(period.time_zone).toBe('Asia/Tokyo');
});

test('a report by conversion action shows what can be split that way, and refuses the rest by name', async () => {
  const { rows } = await report({ segments: ['conversion_action_name'] });
  expect(Object.keys(rows[0].metrics)).toEqual(['conversions', 'conversions_value', 'all_conversions']);
  const error = await refusal({ segments: ['conversion_action_name'], metrics: ['clicks', 'conversions'] });
  expect(error).toMatchObject({ code: 'invalid_arguments', field: 'metrics' });
  expect(error.message).toContain('clicks');
  expect(error.allowed_values).toContain('all_conversions');
});

test('wrong arguments are named with what is allowed', async () => {
  expect(await refusal({ metrics: ['clikcs'] })).toMatchObject({
    field: 'metrics.0',
    allowed_values: expect.arrayContaining(['clicks']),
  });
  expect(await refusal({ segments: ['weather'] })).toMatchObject({
    field: 'segments.0',
    allowed_values: expect.arrayContaining(['device']),
  });
  expect(await refusal({ order_by: 'campaign.id; DROP' })).toMatchObject({ field: 'order_by' });
  expect(await refusal({ date_range: 'LAST_91_DAYS' })).toMatchObject({ field: 'date_range' });
  expect(await refusal({ date_range: 'TODAY', start_date: '2026-09-01', end_date: '2026-09-02' })).toMatchObject({
    field: 'date_range',
  });
  expect(await refusal({ start_date: '2026-09-01' })).toMatchObject({ field: 'end_date' });
  expect(await refusal({ start_date: '2026-09-02', end_date: '2026-09-01' })).toMatchObject({ field: 'end_date' });
  expect(await refusal({ start_date: '2026-02-30', end_date: '2026-03-01' })).toMatchObject({ field: 'start_date' });
  expect(await refusal({ campaign_ids: ['1) OR campaign.id IN (2'] })).toMatchObject({ field: 'campaign_ids.0' });
});

test('a manager account has no metrics, and the error says where they are', async () => {
  const error = await refusal({ customer_id: '7301442586' });
  expect(error).toMatchObject({ code: 'invalid_arguments', field: 'customer_id' });
  expect(error.next_step).toContain('client account');
});

test('what segments cannot split is refused beforehand by name, and the usual metrics are those that can be', async () => {
  const { rows } = await report({ segments: ['month_of_year'] });
  expect(Object.keys(rows[0].metrics)).toEqual(['impressions', 'clicks', 'cost', 'ctr', 'cpc']);
  expect(await refusal({ segments: ['slot'], metrics: ['search_impression_share'] })).toMatchObject({
    field: 'metrics',
    allowed_values: expect.arrayContaining(['clicks']),
  });
  expect(await refusal({ segments: ['hour', 'slot'] })).toMatchObject({ field: 'segments' });
});

test('removed campaigns count by default, and status reaches each kind', async () => {
  const { rows, totals } = await report({ limit: 1000, date_range: 'MAXIMUM' });
  const parts = await Promise.all(
    ['ENABLED', 'PAUSED', 'REMOVED'].map((status) => report({ limit: 1000, date_range: 'MAXIMUM', status })),
  );
  expect(parts.flatMap((part) => part.rows)).toHaveLength(rows.length);
  expect(
    sum(
      parts.map((part) => ({ metrics: part.totals })),
      'impressions',
    ),
  ).toBe(totals.impressions);
  expect(new Set(parts[2].rows.map((row: { campaign: { status: string } }) => row.campaign.status))).toEqual(
    new Set(['REMOVED']),
  );
});

test('a day is the platform’s, whatever our clock says, for its own words and for others', async () => {
  const clock = (body: Record<string, unknown>) => sandbox.control('/clock', 'PUT', body);
  await clock({ now: '2026-12-25T12:00:00Z', frozen: true });
  const { period, rows } = await report({ date_range: 'YESTERDAY', segments: ['date'] });
  expect(period).toMatchObject({ start_date: '2026-12-24', end_date: '2026-12-24' });
  expect(rows[0].segments.date).toBe('2026-12-24');
  expect((await report({ date_range: 'LAST_90_DAYS' })).period).toMatchObject({
    start_date: '2026-09-26',
    end_date: '2026-12-24',
  });
  // 03:00 in London is still the evening before in New York.
  await clock({ now: '2026-12-26T03:00:00Z', frozen: true });
  expect((await report({ date_range: 'TODAY' })).period.start_date).toBe('2026-12-25');
});

test('the second page is about the days of the first, even after midnight', async () => {
  const args = { date_range: 'LAST_90_DAYS', segments: ['date'], limit: 5 };
  const first = await report(args);
  await sandbox.advanceClock(DAY_MS);
  const second = await report({ ...args, cursor: first.next_cursor });
  expect(second.period).toEqual(first.period);
  expect(second.totals).toEqual(first.totals);
});

test('an error of a report speaks of its arguments, not of the query made from them', async () => {
  const error = await refusal({ customer_id: '7301442586' });
  expect(`${error.message} ${error.next_step}`).not.toMatch(/query/i);
});

test('no campaign at all is an empty report, not an error', async () => {
  const { rows, totals, period } = await report({ campaign_ids: ['1'] });
  expect(rows).toEqual([]);
  expect(period.time_zone).toBe('America/New_York');
  expect(totals).toMatchObject({ clicks: 0, cost: { amount: '0.00', currency: 'USD' }, ctr: null });
});

function sum(rows: { metrics: Record<string, number> }[], name: string): number {
  return rows.reduce((total, row) => total + (row.metrics[name] ?? 0), 0);
}

test('beside the days before, named or spelled out', async () => {
  const now = await report({ date_range: 'LAST_7_DAYS', compare_to: 'previous_period' });
  const { start_date, end_date } = now.comparison.period;
  const then = await report({ start_date, end_date });
  expect(now.comparison).toMatchObject({ totals: { before: then.totals }, complete: true });
  expect(now.rows[0].before).toEqual(
    then.rows.find(({ campaign }: { campaign: { id: string } }) => campaign.id === now.rows[0].campaign.id).metrics,
  );
});

test('beside the days before, a text that several ads show is compared with itself in the same ad and place', async () => {
  const asked = { level: 'ad_asset', limit: 1000 };
  const now = await report({ ...asked, date_range: 'LAST_7_DAYS', compare_to: 'previous_period' });
  const { start_date, end_date } = now.comparison.period;
  const then = await report({ ...asked, start_date, end_date });
  type AssetRow = { ad_asset: Record<'ad_id' | 'id' | 'field_type', string>; metrics: unknown; before: unknown };
  const keyOf = ({ ad_asset: { ad_id, id, field_type } }: AssetRow) => `${ad_id} ${id} ${field_type}`;
  const before = new Map(then.rows.map((row: AssetRow) => [keyOf(row), row.metrics]));
  expect(before.size).toBe(then.rows.length);
  expect(new Set(then.rows.map(({ ad_asset }: AssetRow) => ad_asset.id)).size).toBeLessThan(before.size);
  for (const row of now.rows as AssetRow[]) expect(row.before).toEqual(before.get(keyOf(row)) ?? null);
});

interface LevelRow {
  campaign?: { id: string };
  metrics: Record<string, number>;
  [subject: string]: unknown;
}

test('every level counts the same clicks, with what each row stands in', async () => {
  const { campaigns } = await sandbox.call('list_campaigns', { name_contains: 'Search – Shoes' });
  const asked = {
    campaign_ids: [campaigns[0].id],
    date_range: 'LAST_7_DAYS',
    metrics: ['clicks', 'cost'],
    limit: 1000,
  };
  const whole = await report(asked);
  for (const level of ['ad_group', 'ad', 'keyword', 'search_term']) {
    const { rows, totals } = await report({ ...asked, level });
    expect(totals.clicks, level).toBe(whole.totals.clicks);
    expect(rows.length, level).toBeGreaterThan(1);
    for (const row of rows as LevelRow[]) {
      expect(row[level], level).toMatchObject({
        id: expect.stringMatching(/./),
        status: expect.stringMatching(/^[A-Z]/),
      });
      expect(row.campaign?.id).toBe(campaigns[0].id);
      if (level !== 'ad_group') expect(row.ad_group).toMatchObject({ id: expect.stringMatching(/^\d+$/) });
    }
  }
  const { rows: words } = await report({ ...asked, level: 'keyword' });
  expect(words[0].keyword.match_type).toMatch(/EXACT|PHRASE|BROAD/);
  const one = await report({ ...asked, level: 'search_term', ad_group_ids: [words[0].ad_group.id] });
  expect(new Set(one.rows.map(({ ad_group }: { ad_group: { id: string } }) => ad_group.id)).size).toBe(1);
  const account = await report({ level: 'account', date_range: 'LAST_7_DAYS' });
  expect(account.rows).toHaveLength(1);
  const assets = await report({ level: 'asset', date_range: 'LAST_7_DAYS' });
  expect(assets.rows[0]).toMatchObject({ asset: { field_type: expect.stringMatching(/[A-Z]/) }, asset_group: {} });
});

test.each([
  [
    'ad_asset',
    { id: /^\d+$/, name: /./, field_type: /HEADLINE|DESCRIPTION/, performance_label: /BEST|GOOD|LOW|PENDING/ },
  ],
  ['location', { id: /^\d+$/, name: /^[A-Z][a-z]+/, country_id: /^2\d{3}$/ }],
  ['targeted_location', { id: /^2840$/, name: /^United States$/ }],
  ['landing_page', { name: /^https:/ }],
  ['placement', { name: /./, type: /WEBSITE|MOBILE_APPLICATION/ }],
  ['gender', { name: /MALE|FEMALE|UNDETERMINED/ }],
  ['age_range', { name: /^\d\d_|UNDETERMINED/ }],
])('rows can be about %s, by name, and their sum is that of the campaigns', async (level, shape) => {
  const { rows: all } = await report({ date_range: 'LAST_14_DAYS' });
  const shown = (await report({ level, date_range: 'LAST_14_DAYS', limit: 1000 })).rows as LevelRow[];
  expect(shown.length).toBeGreaterThan(1);
  const matching = Object.fromEntries(Object.entries(shape).map(([key, like]) => [key, expect.stringMatching(like)]));
  for (const row of shown) expect(row[level]).toMatchObject(matching);
  const campaign_ids = [shown[0]?.campaign?.id];
  const of = { level, campaign_ids, date_range: 'LAST_14_DAYS', limit: 1000, metrics: ['clicks'] };
  const { rows, totals } = await report(of);
  const { metrics } = all.find((row: LevelRow) => row.campaign?.id === campaign_ids[0]);
  // Each text of a kind has a part of its ad's clicks: headlines and descriptions count the same click.
  expect(sum(rows, 'clicks')).toBe(metrics.clicks * (level === 'ad_asset' ? 2 : 1));
  expect(totals.clicks).toBe(sum(rows, 'clicks'));
});

test('pages of a level go on where the one before ended', async () => {
  const asked = { level: 'search_term', date_range: 'LAST_7_DAYS', metrics: ['clicks'] };
  const all = await report({ ...asked, limit: 1000 });
  const first = await report({ ...asked, limit: 5 });
  const second = await report({ ...asked, limit: 5, cursor: first.next_cursor });
  const names = (rows: { search_term: { name: string } }[]) => rows.map(({ search_term }) => search_term.name);
  expect([...names(first.rows), ...names(second.rows)]).toEqual(names(all.rows.slice(0, 10)));
});

test('what a level does not have is refused by name', async () => {
  for (const [args, field] of [
    [{ level: 'keyword', metrics: ['invalid_clicks'] }, 'metrics'],
    [{ level: 'keyword', segments: ['hour'] }, 'segments'],
    [{ level: 'account', campaign_ids: ['1'] }, 'campaign_ids'],
    [{ level: 'campaign', ad_group_ids: ['1'] }, 'ad_group_ids'],
    [{ segments_separately: true }, 'segments'],
    [{ segments_separately: true, segments: [] }, 'segments'],
  ] as const)
    expect(await refusal({ ...args }), JSON.stringify(args)).toMatchObject({
      code: 'invalid_arguments',
      field,
    });
});

test('segments may be told apart: a small table each instead of all combinations', async () => {
  const asked = { date_range: 'LAST_7_DAYS', level: 'account', segments: ['device', 'day_of_week', 'network'] };
  const { tables, rows, totals } = await report({ ...asked, segments_separately: true });
  expect(rows).toEqual([]);
  expect(Object.keys(tables)).toEqual(asked.segments);
  expect(tables.day_of_week).toHaveLength(7);
  for (const table of Object.values(tables) as { metrics: Record<string, number> }[][])
    expect(sum(table, 'clicks')).toBe(totals.clicks);
});

test('wasted spend can be seen: terms that cost and never convert, beside others that do', async () => {
  const metrics = ['cost', 'clicks', 'conversions'];
  const { rows } = await report({ level: 'search_term', metrics, limit: 1000 });
  type Term = { search_term: { name: string }; metrics: { clicks: number; conversions: number } };
  const idle = (rows as Term[]).filter(({ metrics: { clicks, conversions } }) => clicks > 20 && conversions === 0);
  const useful = (rows as Term[]).filter(({ metrics: { conversions } }) => conversions > 1);
  expect(idle.map(({ search_term }) => search_term.name).every((name) => /clean|size chart/.test(name))).toBe(true);
  expect(idle.length).toBeGreaterThan(2);
  expect(useful.length).toBeGreaterThan(5);
});

test('wasted spend is found at any level: rows with cost and no conversion, and their sum', async () => {
  const { rows, totals } = await report({ level: 'search_term', without_conversions: true, limit: 1000 });
  expect(rows.length).toBeGreaterThan(3);
  for (const { metrics } of rows) {
    expect(metrics.conversions).toBe(0);
    expect(cents(metrics.cost)).toBeGreaterThan(0);
  }
  const sum = rows.reduce(
    (all: number, { metrics }: { metrics: { cost: { amount: string } } }) => all + cents(metrics.cost),
    0,
  );
  expect(cents(totals.cost)).toBe(sum);
  const all = await report({ level: 'search_term', limit: 1000 });
  expect(rows.length).toBeLessThan(all.rows.length);
  expect(await refusal({ without_conversions: true, compare_to: 'previous_period' })).toMatchObject({
    field: 'without_conversions',
  });
  const byAction = { without_conversions: true, segments: ['conversion_action_name'], metrics: ['conversions'] };
  expect(await refusal(byAction)).toMatchObject({ field: 'without_conversions' });
  const apart = { without_conversions: true, segments: ['date', 'device'], segments_separately: true };
  expect(await refusal(apart)).toMatchObject({ field: 'without_conversions' });
});

test('wasted spend split by day: the totals are those of the rows, also of terms that converted on other days', async () => {
  const days = { start_date: '2026-09-01', end_date: '2026-09-07', segments: ['date'] };
  const { rows, totals, next_cursor } = await report({
    level: 'search_term',
    without_conversions: true,
    limit: 1000,
    ...days,
  });
  expect(next_cursor).toBeUndefined();
  expect(rows.length).toBeGreaterThan(3);
  const costs = (rows as { metrics: { cost: { amount: string } } }[]).map(({ metrics }) => cents(metrics.cost));
  expect(cents(totals.cost)).toBe(costs.reduce((all, cost) => all + cost, 0));
});

test('ads without a name are told by their headlines', async () => {
  const { rows } = await report({ level: 'ad' });
  const named = rows.filter(({ campaign }: { campaign: { name: string } }) => campaign.name.startsWith('Search'));
  expect(named.length).toBeGreaterThan(0);
  for (const { ad } of named) expect(ad.name).toMatch(/\w.* \| .*\w/);
});

test('a manager has no numbers, and who asks is told where those of all accounts are', async () => {
  await sandbox.unfence();
  const { customers } = await sandbox.call('list_customers');
  const { id } = customers.find(({ is_manager }: { is_manager: boolean }) => is_manager);
  const { next_step } = await refusal({ level: 'account', customer_id: id, login_customer_id: id });
  expect(next_step).toContain('/workspace/mcp');
  expect(next_step).toContain('list_customers');
});

test('one campaign may be named alone', async () => {
  const { campaigns } = await sandbox.call('list_campaigns', { name_contains: 'Brand' });
  const { rows } = await report({ campaign_id: campaigns[0].id, level: 'ad_group' });
  expect(new Set(rows.map(({ campaign }: { campaign: { id: string } }) => campaign.id))).toEqual(
    new Set([campaigns[0].id]),
  );
});

test('products of a merchant feed add up to their campaign, and one of them is not worth its money', async () => {
  await sandbox.unfence();
  const { customers } = await sandbox.call('list_customers');
  const { id: customer_id } = customers.find(({ name }: { name: string }) => name === 'Acme Europe');
  const metrics = ['cost', 'clicks', 'conversions', 'cost_per_conversion'];
  const { rows, totals } = await report({
    customer_id,
    level: 'product',
    metrics,
    order_by: 'cost_per_conversion DESC',
  });
  expect(rows[0].product).toMatchObject({ name: 'Acme Shoe Care Kit', brand: 'Acme' });
  const sum = rows.reduce((all: number, row: (typeof rows)[number]) => all + row.metrics.clicks, 0);
  expect(totals.clicks).toBe(sum);
  const whole = await report({ customer_id, campaign_ids: [rows[0].campaign.id], metrics });
  expect(whole.rows[0].metrics).toMatchObject({ clicks: sum, cost: totals.cost });
  expect((await report({ level: 'product' })).rows).toEqual([]);
});
