import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Failure } from '../errors.ts';
import type { Channel } from '../tools/channel.ts';
import { writeCursor } from '../tools/listing.ts';
import type { Days } from '../tools/report/period.ts';
import { compare } from './compare.ts';
import { questionArguments, questionProblems } from './question.ts';
import { nextCursorOf, openCursor } from './read-page.ts';
import { report } from './report.ts';
import { channelOf, contextOf } from './scripted-channel.testing.ts';

const NOON = '2026-11-18T12:00:00Z';
const asked = z.object(questionArguments);
const question = (more: Record<string, unknown>) => ({ ...asked.parse(more), limit: 100 });
const ask = (channels: readonly Channel[], more: Record<string, unknown>, now = NOON) =>
  report(question(more), contextOf(channels, now));
const names = ({ rows }: { rows: readonly { entity: { id: string } }[] }) => rows.map(({ entity }) => entity.id);

describe('named days', () => {
  test.each([
    ['Asia/Tokyo', '2026-11-17T16:00:00Z', '2026-11-11', '2026-11-17', '2026-11-18'],
    ['America/New_York', '2026-11-18T04:00:00Z', '2026-11-10', '2026-11-16', '2026-11-17'],
    ['America/New_York', '2026-11-17T16:00:00Z', '2026-11-10', '2026-11-16', '2026-11-17'],
    ['Asia/Tokyo', '2026-11-18T04:00:00Z', '2026-11-11', '2026-11-17', '2026-11-18'],
  ])('are those of the account: in %s at %s the last seven are %s to %s', async (zone, now, first, last, today) => {
    const days: Days[] = [];
    const channels = [channelOf('ads', [{ id: '1', zone, rows: [{ cost: 1 }] }], days)];
    const { period } = await ask(channels, { date_range: 'LAST_7_DAYS' }, now);
    expect(period).toEqual({ start_date: first, end_date: last });
    expect(days).toContainEqual(period);
    const open = await ask(channels, { date_range: 'TODAY', include_incomplete: true }, now);
    expect(open.period).toEqual({ start_date: today, end_date: today });
  });

  test('that differ between accounts mark the report, and only the other ones are told', async () => {
    const zones = ['America/New_York', 'America/New_York', 'Asia/Tokyo'];
    const accounts = zones.map((zone, at) => ({ id: String(at), zone, rows: [{ cost: 1 }] }));
    const reply = await ask([channelOf('ads', accounts)], { date_range: 'LAST_7_DAYS' }, '2026-11-17T16:00:00Z');
    expect(reply).toMatchObject({ uneven_days: true, period: { end_date: '2026-11-16' } });
    expect(reply.sources.map((source) => source.period?.end_date)).toEqual([undefined, undefined, '2026-11-17']);
    const even = await ask([channelOf('ads', accounts.slice(0, 2))], { date_range: 'LAST_7_DAYS' });
    expect(even.uneven_days).toBe(false);
  });

  test('compared with the same days of last month are those of that month', async () => {
    const days: Days[] = [];
    const channels = [channelOf('ads', [{ id: '1', rows: [{ cost: 1 }] }], days)];
    const asking = {
      ...question({ start_date: '2026-10-29', end_date: '2026-10-31' }),
      against: 'same_days_last_month',
    };
    const { periods } = await compare(asking as never, contextOf(channels, NOON));
    expect(periods).toEqual([
      {
        current: { start_date: '2026-10-29', end_date: '2026-10-31' },
        before: { start_date: '2026-09-29', end_date: '2026-09-30' },
      },
    ]);
  });
});

describe('compared', () => {
  const inNovember = (days: Days) => days.start_date.startsWith('2026-11');
  const asking = (more: object) => {
    const days = { start_date: '2026-11-01', end_date: '2026-11-07', metrics: ['cost'] };
    return { ...question({ ...days, ...more }), against: 'same_days_last_month' } as never;
  };

  test('a row that began or ended between the spans cannot be compared, and says why', async () => {
    const both = { id: '1', cost: 4 };
    const rows = (days: Days) => [both, inNovember(days) ? { id: '2', cost: 3 } : { id: '3', cost: 2 }];
    const reply = await compare(asking({}), contextOf([channelOf('ads', [{ id: '1', rows }])], NOON));
    expect(reply.rows.map(({ entity, comparable, reason }) => [entity.id, comparable, reason])).toEqual([
      ['1', true, undefined],
      ['2', false, 'It had no numbers in the days before.'],
      ['3', false, 'It has no numbers any more, only in the days before.'],
    ]);
  });

  test('sums are of one currency each; with a rate there is one of all, on both sides', async () => {
    const of = (id: string, currency: string, now: number, then: number) => ({
      ...{ id, currency },
      rows: (days: Days) => [{ id, cost: inNovember(days) ? now : then }],
    });
    const context = () => contextOf([channelOf('ads', [of('1', 'USD', 10, 4), of('2', 'EUR', 5, 2)])], NOON);
    const cost = (now: string, then: string, currency: string) => ({
      current: { amount: now, currency },
      before: { amount: then, currency },
    });
    const each = await compare(asking({}), context());
    expect(each.totals).toMatchObject([
      { currency: 'EUR', metrics: { cost: cost('5.00', '2.00', 'EUR') } },
      { currency: 'USD', metrics: { cost: cost('10.00', '4.00', 'USD') } },
    ]);
    const rates = [{ from: 'EUR', to: 'USD', rate: '1.5', date: '2026-11-17', source: 'bank' }];
    const one = await compare(asking({ convert_to: 'USD', rates }), context());
    expect(one.totals).toMatchObject([{ currency: 'USD', metrics: { cost: cost('17.50', '7.00', 'USD') }, rates }]);
    const none = await compare(asking({ convert_to: 'USD', rates }), contextOf([], NOON));
    expect(none.totals).toEqual([]);
  });
});

test('a number that the platform does not tell is null in rows and totals, and so is what is made of it', async () => {
  const rows = [
    { id: '1', cost: 5, clicks: 2 },
    { id: '2', cost: 3, clicks: 1, conversions: 0 },
  ];
  const channels = [channelOf('ads', [{ id: '1', rows, totals: { cost: 8, clicks: 3 } }])];
  const metrics = ['cost', 'conversions', 'cost_per_conversion', 'reach', 'frequency'];
  const reply = await ask(channels, { metrics: metrics.slice(0, 4) });
  const [first, second] = reply.rows;
  expect(first?.metrics).toMatchObject({ conversions: null, cost_per_conversion: null, reach: null });
  expect(second?.metrics).toMatchObject({ conversions: 0, cost_per_conversion: null, reach: null });
  expect(reply.totals[0]?.metrics).toMatchObject({
    cost: { amount: '8.00' },
    conversions: null,
    cost_per_conversion: null,
    reach: null,
  });
});

test('an account without any activity has zeros, which people are not', async () => {
  const channels = [channelOf('ads', [{ id: '1', rows: [] }])];
  const { totals } = await ask(channels, { metrics: ['cost', 'conversions', 'reach'] });
  expect(totals[0]?.metrics).toEqual({ cost: { amount: '0.00', currency: 'USD' }, conversions: 0, reach: null });
});

describe('rows', () => {
  const rows = [
    { id: '1', name: 'Zu\u0308rich Sale', cost: 90, clicks: 9, conversions: 9 },
    { id: '2', name: 'Bern', cost: 40, clicks: 4, conversions: 0 },
    { id: '3', name: 'Basel', cost: 0, clicks: 0, conversions: 0 },
    { id: '4', name: 'Genf', cost: 60, clicks: 6, conversions: 2 },
  ];
  const channels = [channelOf('ads', [{ id: '1', rows }])];
  const metrics = ['cost', 'conversions', 'cost_per_conversion'];

  test('that cost money and brought nothing are the dearest; those that cost nothing come last', async () => {
    const dearest = await ask(channels, { metrics, order_by: 'cost_per_conversion DESC' });
    expect(names(dearest)).toEqual(['2', '4', '1', '3']);
    expect(names(await ask(channels, { metrics, order_by: 'cost_per_conversion' }))).toEqual(['1', '4', '2', '3']);
  });

  test('are limited by any metric, also by one that is not shown', async () => {
    expect(names(await ask(channels, { min: { cost: 1 }, max: { conversions: 0 } }))).toEqual(['2']);
    expect(names(await ask(channels, { metrics: ['cost'], min: { cost_per_conversion: 30 } }))).toEqual(['4', '2']);
  });

  test('that pass a filter are what totals are of, on every page; people in several rows are not added', async () => {
    const sums = async (more: Record<string, unknown>) => {
      const first = { ...question({ metrics, ...more }), limit: 1 };
      return (await report(first, contextOf(channels, NOON))).totals[0]?.metrics;
    };
    const cost = (amount: string) => ({ cost: { amount, currency: 'USD' } });
    expect(await sums({ min: { cost: 1 }, max: { conversions: 2 } })).toMatchObject({
      ...cost('100.00'),
      conversions: 2,
    });
    expect(await sums({ name_contains: 'zurich' })).toMatchObject({ ...cost('90.00'), conversions: 9 });
    expect(await sums({ name_contains: 'Black Friday' })).toMatchObject({ ...cost('0.00'), conversions: 0 });
    expect(await sums({ level: 'channel', min: { cost: 500 } })).toMatchObject({ ...cost('0.00'), conversions: 0 });
    expect(await sums({ status: 'PAUSED', metrics: ['cost', 'reach'] })).toMatchObject(cost('40.00'));
    const asking = question({ metrics, date_range: 'LAST_7_DAYS', name_contains: 'zurich' });
    const { totals } = await compare({ ...asking, against: 'previous_period' } as never, contextOf(channels, NOON));
    expect(totals[0]?.metrics).toMatchObject({ cost: { current: cost('90.00').cost, before: cost('90.00').cost } });
  });

  test('are chosen by campaign, by name however it is written, and by status', async () => {
    expect(names(await ask(channels, { campaign_ids: ['4', '2'] }))).toEqual(['4', '2']);
    expect(names(await ask(channels, { name_contains: 'zürich' }))).toEqual(['1']);
    expect(names(await ask(channels, { status: 'PAUSED' }))).toEqual(['2']);
    expect(names(await ask(channels, { status: 'ACTIVE', max: { cost: 70 } }))).toEqual(['4', '3']);
  });

  test('name their account, and below campaigns the campaign and what it is for', async () => {
    const { rows: ads } = await ask(channels, { level: 'ad' });
    expect(ads[0]).toMatchObject({ account_name: 'ads 1', campaign: { id: '1' }, objective: 'SALES' });
    const { rows: campaigns } = await ask(channels, {});
    expect(campaigns[0]).not.toHaveProperty('campaign');
    expect(campaigns[0]).toMatchObject({ objective: 'SALES' });
  });

  test('of a week that the days cut are marked', async () => {
    const { rows: weeks } = await ask(channels, { by: 'week', start_date: '2026-11-04', end_date: '2026-11-15' });
    const marks = new Map(weeks.map(({ segments, marks: own = [] }) => [segments.week, own]));
    expect([...marks]).toEqual([
      ['2026-11-02', ['cut']],
      ['2026-11-09', []],
    ]);
    const { rows: whole } = await ask(channels, { start_date: '2026-11-04', end_date: '2026-11-15' });
    expect(whole.flatMap(({ marks = [] }) => marks)).toEqual([]);
  });
});

test('a channel is the sum of its accounts, one row a currency, sorted, limited and paged as rows are', async () => {
  const account = (id: string, currency: string, cost: number, reach = 5) => ({
    id,
    currency,
    rows: [{ cost, clicks: 1, reach }],
  });
  const channels = [
    channelOf('one', [account('1', 'USD', 10), account('2', 'USD', 20), account('3', 'EUR', 7)]),
    channelOf('two', [account('4', 'USD', 50)]),
  ];
  const asking = { level: 'channel', metrics: ['cost', 'clicks', 'reach'] };
  const { rows, next_calls } = await ask(channels, asking);
  const shown = rows as readonly {
    channel: string;
    currency: string;
    accounts?: number;
    metrics: { cost?: unknown };
  }[];
  expect(shown.map(({ channel, currency, accounts, metrics }) => [channel, currency, accounts, metrics.cost])).toEqual([
    ['one', 'EUR', 1, { amount: '7.00', currency: 'EUR' }],
    ['two', 'USD', 1, { amount: '50.00', currency: 'USD' }],
    ['one', 'USD', 2, { amount: '30.00', currency: 'USD' }],
  ]);
  expect(rows[2]?.metrics).toMatchObject({ clicks: 2, reach: null });
  expect([rows[0]?.entity, next_calls]).toEqual([{ kind: 'channel', id: 'one', name: 'ONE', status: 'CONNECTED' }, []]);
  expect((await ask(channels, { ...asking, min: { cost: 30 } })).rows).toHaveLength(2);
  const first = await report({ ...question(asking), limit: 2 }, contextOf(channels, NOON));
  const next = { ...question(asking), limit: 2, cursor: (first as { next_cursor?: string }).next_cursor };
  expect((await report(next, contextOf(channels, NOON))).rows).toEqual(rows.slice(2));
});

test('an account that no connection reaches is refused, unless a connection could not tell its accounts', async () => {
  const channels = [channelOf('one', [{ id: '1', rows: [{ cost: 1 }] }]), channelOf('two', [])];
  const asking = { accounts: ['one:1', 'two:2'] };
  await expect(ask(channels, asking)).rejects.toMatchObject({ code: 'not_found' });
  const down = new Failure({ code: 'upstream_unavailable', message: 'Down.', nextStep: 'Wait.' });
  channels[1]!.reporting!.accounts = () => Promise.reject(down);
  const { rows, missing } = await ask(channels, asking);
  expect(rows).toHaveLength(1);
  expect(missing).toMatchObject([{ channel: 'two', code: 'upstream_unavailable' }]);
});

test('an unknown channel is refused, and an account named with its channel is read there alone', async () => {
  const channels = ['one', 'two'].map((name) => channelOf(name, [{ id: '1', rows: [{ id: name, cost: 1 }] }]));
  await expect(ask(channels, { channels: ['one', 'three'] })).rejects.toMatchObject({
    ...{ code: 'invalid_arguments', details: { problems: [{ field: expect.stringContaining('channels') }] } },
  });
  expect(names(await ask(channels, { channels: ['two'] }))).toEqual(['two']);
  expect(names(await ask(channels, { accounts: ['one:1'] }))).toEqual(['one']);
  expect(names(await ask(channels, { accounts: ['1'] })).sort()).toEqual(['one', 'two']);
});

test('an account is a row with its own name, and sources of one workspace do not repeat it', async () => {
  const channels = [channelOf('ads', [{ id: '7', rows: [{ id: '7', cost: 1 }] }])];
  const { rows, sources } = await ask(channels, { level: 'account' });
  expect(rows[0]?.entity).toMatchObject({ id: '7', name: 'ads 7', status: 'ACTIVE' });
  expect(sources[0]).not.toHaveProperty('workspaceId');
  expect((await ask(channels, { level: 'account', workspaces: 'all' })).sources[0]).toHaveProperty('workspaceId', 'ws');
});

test('nothing is added up in a currency without a rate: the report is refused, and names the rate', async () => {
  const account = (id: string, currency: string) => ({ id, currency, rows: [{ cost: 10 }] });
  const channels = [channelOf('ads', [account('1', 'USD'), account('2', 'EUR'), account('3', 'JPY')])];
  const rate = (from: string) => ({ from, to: 'USD', rate: '2', date: '2026-11-17', source: 'bank' });
  const asking = { convert_to: 'USD', rates: [rate('EUR')] };
  await expect(ask(channels, asking)).rejects.toMatchObject({
    code: 'invalid_arguments',
    details: { problems: [{ field: 'rates', message: expect.stringContaining('lacks JPY to USD') }] },
  });
  expect((await ask(channels, { ...asking, rates: [rate('EUR'), rate('JPY')] })).rows).toHaveLength(3);
});

test('an account that two workspaces reach is counted once, and beside it one of the sandbox with the same id', async () => {
  const context = contextOf([channelOf('ads', [{ id: '1', rows: [{ cost: 10 }] }])], NOON);
  const [place] = await context.reach.channels('own');
  const twin = (id: string, mode: 'live' | 'sandbox') => ({ ...place!, workspace: { id, name: id }, mode });
  context.reach.channels = async () => [twin('one', 'live'), twin('two', 'live')] as never;
  const once = await report(question({ workspaces: 'all' }), context);
  expect([once.rows.length, once.totals[0]?.metrics.cost]).toEqual([1, { amount: '10.00', currency: 'USD' }]);
  context.reach.channels = async () => [twin('one', 'live'), twin('two', 'sandbox')] as never;
  expect((await report(question({ workspaces: 'all' }), context)).rows).toHaveLength(2);
  // Nor are they one channel.
  context.reach.channels = async () => [twin('one', 'live'), twin('one', 'sandbox')] as never;
  const { rows } = await report(question({ level: 'channel' }), context);
  expect(rows.map(({ mode, metrics }) => [mode, metrics.cost])).toEqual([
    ['live', { amount: '10.00', currency: 'USD' }],
    ['sandbox', { amount: '10.00', currency: 'USD' }],
  ]);
});

test('a configured account outside the fence is not read', async () => {
  const accounts = ['1', '2'].map((id) => ({ id, rows: [{ id, cost: 10 }] }));
  const [channel] = [channelOf('ads', accounts)];
  channel.reporting!.account = async (_, id) =>
    (await channel.reporting!.accounts(0)).find((one) => one.id === id) as never;
  const context = contextOf([channel], NOON);
  const [place] = await context.reach.channels('own');
  context.reach.channels = async () => [{ ...place!, configured: '2', fence: ['1'] }] as never;
  const { rows, sources } = await report(question({}), context);
  expect([names({ rows }), sources.map(({ account }) => account)]).toEqual([['1'], ['1']]);
});

test('a platform that has none of the metrics is missing, not without activity', async () => {
  const { rows, missing } = await ask([channelOf('ads', [{ id: '1', rows: [{ cost: 1 }] }])], {
    metrics: ['video_views'],
  });
  expect(rows).toEqual([]);
  expect(missing).toMatchObject([
    { channel: 'ads', code: 'unsupported', reason: expect.stringContaining('video_views') },
  ]);
});

test('ready calls are about the first three rows, and name the workspace where there are several', async () => {
  const channel = channelOf('ads', [{ id: '1', rows: ['1', '2', '3', '4'].map((id) => ({ id, cost: 1 })) }]);
  channel.reporting!.changes = ({ id }) => [{ tool: 'pause', arguments: { id } } as never];
  const { next_calls: own } = await ask([channel], {});
  expect(own.map((call) => call.arguments)).toEqual([{ id: '1' }, { id: '2' }, { id: '3' }]);
  const { next_calls: all } = await ask([channel], { workspaces: 'all' });
  expect(all[0]?.arguments).toEqual({ id: '1', workspaceId: 'ws' });
  expect((await ask([channel], { level: 'channel' })).next_calls, 'a channel is nothing to change').toEqual([]);
  channel.reporting!.entities = async () => new Map();
  expect((await ask([channel], {})).next_calls, 'what is there no more').toEqual([]);
});

test.each([{ after: 'x' }, { after: ['', '', 'high', ''], at: {} }, []])(
  'a cursor that holds %j is refused',
  async (held) => {
    const { next_cursor: cursor } = nextCursorOf(question({}), held as never);
    const broken = report({ ...question({}), cursor }, contextOf([channelOf('ads', [])], NOON));
    await expect(broken).rejects.toMatchObject({ details: { problems: [{ field: 'cursor' }] } });
  },
);

test('a cursor whose place is no JSON is refused', () => {
  const { limit: _, fresh: __, ...scope } = question({});
  const cursor = writeCursor(scope, 'somewhere');
  expect(() => openCursor({ ...question({}), cursor })).toThrow(Failure);
});

test('a currency has one rate, which is above zero', () => {
  const rate = (more: object) => ({ from: 'EUR', to: 'USD', rate: '1.1', date: '2026-11-17', source: 'bank', ...more });
  const problems = (...rates: object[]) => questionProblems(question({ convert_to: 'USD', rates }));
  expect(problems(rate({}), rate({ from: 'JPY' }))).toEqual([]);
  expect(problems(rate({}), rate({ rate: '1.2' }))).toEqual([{ field: 'rates', message: 'has two rates from EUR' }]);
  for (const wrong of ['0', '0.000', '-1', '1e3', 'many', '1.'])
    expect(asked.safeParse({ convert_to: 'USD', rates: [rate({ rate: wrong })] }).success, wrong).toBe(false);
});

test('beside many accounts the sources stay short', async () => {
  const accounts = Array.from({ length: 20 }, (_, at) => ({ id: String(at), rows: [{ cost: 1 }] }));
  const { sources, counting } = await ask([channelOf('ads', accounts)], {});
  expect(JSON.stringify([sources, counting]).length).toBeLessThan(20 * 200);
});

test('pages of channels keep the days of the first one, also after midnight', async () => {
  const days: Days[] = [];
  const channels = ['a', 'b'].map((name) => channelOf(name, [{ id: '1', rows: [{ cost: 1 }] }], days));
  const asking = { ...question({ level: 'channel', date_range: 'LAST_7_DAYS' }), limit: 1 };
  const first = await report(asking, contextOf(channels, '2026-11-18T23:59:00Z'));
  const next = { ...asking, cursor: first.next_cursor };
  const second = await report(next, contextOf(channels, '2026-11-19T00:01:00Z'));
  expect(names(second)).not.toEqual(names(first));
  expect(second.period).toEqual(first.period);
  expect(new Set(days.map(({ end_date }) => end_date))).toEqual(new Set([first.period?.end_date]));
  expect(second.next_cursor).toBeUndefined();
});

test.each([
  ['advertiser', 'account'],
  ['campaign_group', 'campaign'],
  ['ad_set', 'ad_group'],
  ['creative', 'ad'],
])('the level %s of a platform is %s', (word, level) => {
  expect(asked.parse({ level: word }).level).toBe(level);
  expect(asked.parse({}).level).toBe('campaign');
  expect(asked.safeParse({ level: 'keyword' }).success).toBe(false);
});
