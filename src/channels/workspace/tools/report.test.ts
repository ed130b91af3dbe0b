import { expect, test } from 'vitest';
import { type Any, daysAgo, PAST_DAYS, reportingForTests } from '../../../../test/reporting-service.ts';
import { findChannels } from '../../../build.ts';
import { validateArguments } from '../../../pipeline/validate.ts';

const service = reportingForTests();
const ALL = { ...PAST_DAYS, limit: 1000 };

const keyOf = (row: Any) => [row.channel, row.account, row.entity.id, ...Object.values(row.segments)].join(' ');
const costOf = (one: Any) => Number(one.metrics.cost.amount);

test('campaigns of all channels stand in one list, the dearest of each currency first', async () => {
  const { rows, totals, sources, counting, missing, partial, notes } = await service.ask('report', ALL);
  expect(new Set(rows.map((row: Any) => row.channel))).toEqual(new Set(['social', 'search', 'professional', 'video']));
  expect(missing).toEqual([]);
  expect(partial).toBe(false);
  expect(totals.map((one: Any) => one.currency)).toEqual(['EUR', 'USD']);
  expect(rows.map((row: Any) => row.currency)).toEqual(rows.map((row: Any) => row.currency).sort());
  for (const currency of ['EUR', 'USD']) {
    const costs = rows.filter((row: Any) => row.currency === currency).map(costOf);
    expect(costs).toEqual(costs.toSorted((a: number, b: number) => b - a));
  }
  for (const source of sources) expect(source).toMatchObject({ complete_until: expect.any(String) });
  expect(counting).toHaveLength(4);
  for (const one of counting)
    expect(one).toMatchObject({ conversions_final_after: expect.any(String), attribution: expect.any(String) });
  expect(notes.join(' ')).toMatch(/each claim the same sale/);
  expect(notes.join(' ')).toMatch(/sorted within each currency/);
});

test('a row carries what the next call needs, and that call works as it is given', async () => {
  const { rows, next_calls } = await service.ask('report', ALL);
  const group = rows.find((row: Any) => row.channel === 'professional');
  expect(group.entity).toMatchObject({ kind: 'campaign_group', shown_as: 'Campaign', status: expect.any(String) });
  const budgeted = rows.find((row: Any) => row.channel === 'video' && row.entity.budget);
  expect(budgeted.entity.budget).toMatchObject({ period: 'DAILY', currency: budgeted.currency });
  expect(next_calls.length).toBeGreaterThan(1);
  for (const channel of ['social', 'search', 'professional', 'video']) {
    const { next_calls: calls } = await service.ask('report', { ...ALL, channels: [channel] });
    const pause = calls.find((call: Any) => call.purpose.startsWith('Pause'));
    const { isError, result } = await service.call(pause.channel, pause.tool, pause.arguments);
    expect({ isError, applied: result.applied?.status }, JSON.stringify(result)).toMatchObject({
      isError: false,
      applied: { to: pause.arguments.status },
    });
    const id = Object.entries(pause.arguments).find(([name]) => /^(campaign|campaign_group)_id$/.test(name))?.[1];
    const after = await service.ask('report', { ...ALL, channels: [channel] });
    expect(after.rows.find((row: Any) => row.entity.id === id).entity.status).toBe(pause.arguments.status);
  }
});

test.each(['cost DESC', 'clicks', 'ctr DESC', 'conversions DESC', 'cost_per_conversion', undefined])(
  'pages ordered by %s hold every row once, in the order of the whole list',
  async (order_by) => {
    const question = { ...PAST_DAYS, channels: ['search', 'video', 'professional'], ...(order_by && { order_by }) };
    const whole = (await service.ask('report', { ...question, limit: 1000 })).rows.map(keyOf);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await service.ask('report', { ...question, limit: 7, ...(cursor && { cursor }) });
      seen.push(...page.rows.map(keyOf));
      cursor = page.next_cursor;
    } while (cursor);
    expect(seen).toEqual(whole);
    expect(new Set(seen).size).toBe(seen.length);
  },
);

/** What single platforms call a metric that all of them count. */
const SAME: Readonly<Record<string, string>> = {
  spend: 'cost',
  cost_micros: 'cost',
  costInLocalCurrency: 'cost',
  conversion: 'conversions',
  conversions_value: 'conversion_value',
  inline_link_clicks: 'link_clicks',
  landingPageClicks: 'link_clicks',
  video_play_actions: 'video_views',
  video_trueview_views: 'video_views',
  videoViews: 'video_views',
  average_cpc: 'cpc',
  average_cpm: 'cpm',
  conversions_value_per_cost: 'roas',
};

test('every metric of a platform by its own name is taken for what all count alike, or refused with where it is told', async () => {
  const { byAddress, channels } = await findChannels();
  const tool = byAddress.get('workspace')!.find(({ name }) => name === 'report')!;
  const common = new Set<string>();
  const names = new Set([...Object.keys(SAME), ...channels.flatMap(({ reporting }) => reporting?.metrics.names ?? [])]);
  for (const name of names) {
    // What a platform counts in millionths is no limit in whole units.
    const limited = /micros|average_cp/.test(name) ? 'cost' : name;
    const args = { metrics: [name], order_by: `${name} DESC`, min: { [limited]: 1 } };
    const read = await validateArguments(tool, args).catch((error) => error.details);
    if ('metrics' in read) {
      const here = SAME[name] ?? name;
      common.add(here);
      expect(read, name).toMatchObject({
        metrics: [here],
        order_by: `${here} DESC`,
        min: { [SAME[limited] ?? limited]: 1 },
      });
      continue;
    }
    const [problem] = read.problems;
    expect(problem, name).toMatchObject({
      field: 'metrics.0',
      allowed_values: expect.arrayContaining(['cost', 'roas']),
    });
    expect(problem.message).toContain('asked of the report tool of its channel');
  }
  expect([...common].sort()).toEqual(
    'clicks conversion_rate conversion_value conversions cost cost_per_conversion cpc cpm ctr frequency impressions link_clicks reach roas video_views'.split(
      ' ',
    ),
  );
});

test('a channel is named in any case, and a second name for a limited metric is refused', async () => {
  const { rows } = await service.ask('report', {
    ...PAST_DAYS,
    level: 'channel',
    channels: ['Search', 'VIDEO'],
    metrics: ['spend'],
  });
  expect(new Set(rows.map(({ channel }: Any) => channel))).toEqual(new Set(['search', 'video']));
  expect(Number(rows[0].metrics.cost.amount)).toBeGreaterThan(0);
  const twice = { ...PAST_DAYS, min: { cost: 1, spend: 2 } };
  expect(await service.refusal('report', twice)).toMatchObject({ field: 'min.spend', outcome: 'not_applied' });
  for (const name of ['cost_micros', 'average_cpc', 'average_cpm']) {
    const inMillionths = await service.refusal('report', { ...PAST_DAYS, max: { [name]: 5_000_000 } });
    expect(inMillionths).toMatchObject({ field: `max.${name}`, outcome: 'not_applied' });
  }
});

test('a cursor of another question, or a changed one, is refused', async () => {
  const { next_cursor } = await service.ask('report', { ...PAST_DAYS, channels: ['search'], limit: 2 });
  expect(
    await service.refusal('report', { ...PAST_DAYS, channels: ['video'], limit: 2, cursor: next_cursor }),
  ).toMatchObject({
    code: 'invalid_arguments',
    field: 'cursor',
  });
  expect(
    await service.refusal('report', { ...PAST_DAYS, channels: ['search'], limit: 2, cursor: `${next_cursor}x` }),
  ).toMatchObject({ field: 'cursor' });
});

test('a channel that is not connected is told of; missed only by who asked for it', async () => {
  const workspaceId = await service.workspaceId('Acme Japan');
  const whole = await service.ask('report', { ...ALL, workspaceId });
  expect(whole.missing).toMatchObject([
    { channel: 'professional', code: 'not_connected', next_step: expect.stringMatching(/connect/i) },
  ]);
  expect(whole.partial).toBe(false);
  expect(whole.totals.map((one: Any) => one.currency)).toEqual(['JPY']);
  const named = await service.ask('report', { ...ALL, workspaceId, channels: ['professional'] });
  expect(named).toMatchObject({ rows: [], totals: [], partial: true });
});

test('a key that may not use a channel does not reach it through a report', async () => {
  const workspaceId = await service.workspaceId('Acme');
  const { key } = await service.home.keyRing.create({
    workspaceId,
    name: 'narrow',
    actor: 'test',
    channels: ['workspace', 'search'],
  });
  const { result } = await service.call('workspace', 'report', ALL, { key });
  expect(new Set(result.rows.map((row: Any) => row.channel))).toEqual(new Set(['search']));
  expect(result.missing.map((line: Any) => [line.channel, line.code])).toEqual([
    ['professional', 'permission_denied'],
    ['social', 'permission_denied'],
    ['video', 'permission_denied'],
  ]);
  const refused = await service.call('workspace', 'report', { ...ALL, workspaces: 'all' }, { key });
  expect(refused.result.error).toMatchObject({ code: 'permission_denied', field: 'workspaces' });
});

test('accounts can be named, with dashes or prefixes, and an unknown one is refused', async () => {
  const { rows } = await service.ask('report', { ...ALL, accounts: ['357-912-4680', 'social:act_1001000000000002'] });
  expect(new Set(rows.map((row: Any) => `${row.channel} ${row.account}`))).toEqual(
    new Set(['search 3579124680', 'social 1001000000000002']),
  );
  expect(await service.refusal('report', { ...ALL, accounts: ['1234512345'] })).toMatchObject({
    code: 'not_found',
    field: 'accounts',
  });
  // An account of the other company, which the same login reaches: the fence holds.
  const japan = await service.ask('list_accounts', { workspaceId: await service.workspaceId('Acme Japan') });
  const foreign = japan.accounts.find((one: Any) => one.channel === 'search').id;
  expect(await service.refusal('report', { ...ALL, accounts: [foreign] })).toMatchObject({ code: 'not_found' });
});

test.each([
  [{ order_by: 'fame DESC' }, 'order_by'],
  [{ channels: ['radio'] }, 'channels'],
  [{ date_range: 'TODAY' }, 'date_range'],
  [{ convert_to: 'USD' }, 'rates'],
  [{ rates: [{ from: 'EUR', to: 'USD', rate: 1.1, date: '2026-11-01', source: 'ECB' }] }, 'convert_to'],
  [{ convert_to: 'USD', rates: [{ from: 'EUR', to: 'CHF', rate: '1.1', date: '2026-11-01', source: 'ECB' }] }, 'rates'],
  [{ convert_to: 'JPY', rates: [{ from: 'EUR', to: 'JPY', rate: '160', date: '2026-11-01', source: 'ECB' }] }, 'rates'],
  [{ workspaces: 'all', workspaceId: 'ws' }, 'workspaces'],
  [{ metrics: ['reactions'] }, 'metrics.0'],
  [{ start_date: '2026-10-02', end_date: '2026-10-01' }, 'end_date'],
  [{ levels: 'ad' }, 'levels'],
  [{ by: 'week', date_range: 'MAXIMUM' }, 'by'],
] as const)('%j is refused by its name', async (args, field) => {
  const workspaceId = 'workspaceId' in args ? { workspaceId: await service.workspaceId('Acme') } : {};
  expect(await service.refusal('report', { ...args, ...workspaceId })).toMatchObject({
    code: 'invalid_arguments',
    field,
  });
});

test('with rates everything is one sum, echoed with its date and source, and rows keep their own currency', async () => {
  const rates = [{ from: 'EUR', to: 'USD', rate: '1.25', date: '2026-11-01', source: 'a bank' }];
  const native = await service.ask('report', ALL);
  const { rows, totals } = await service.ask('report', { ...ALL, convert_to: 'USD', rates });
  const [eur, usd] = native.totals;
  expect(totals).toHaveLength(1);
  expect(totals[0]).toMatchObject({ currency: 'USD', rates, native: [{ currency: 'EUR' }, { currency: 'USD' }] });
  expect(costOf(totals[0])).toBeCloseTo(costOf(eur) * 1.25 + costOf(usd), 4);
  expect(totals[0].metrics.ctr).toBeCloseTo(
    (eur.metrics.clicks + usd.metrics.clicks) / (eur.metrics.impressions + usd.metrics.impressions),
    6,
  );
  for (const row of rows) {
    expect(row.metrics.cost.currency).toBe(row.currency);
    const factor = row.currency === 'EUR' ? 1.25 : 1;
    expect(Number(row.converted.cost.amount)).toBeCloseTo(costOf(row) * factor, 4);
  }
  const converted = rows.map((row: Any) => Number(row.converted.cost.amount));
  expect(converted).toEqual(converted.toSorted((a: number, b: number) => b - a));
});

test('all workspaces at once name their own, and say how far their days are apart', async () => {
  const { rows, totals, hours_apart, notes, sources } = await service.ask('report', { ...ALL, workspaces: 'all' });
  expect(new Set(rows.map((row: Any) => row.workspace))).toEqual(new Set(['Acme', 'Acme Japan']));
  expect(totals.map((one: Any) => one.currency)).toEqual(['EUR', 'JPY', 'USD']);
  expect(hours_apart).toBeGreaterThanOrEqual(13);
  expect(notes.join(' ')).toMatch(/hours apart: .*Asia\/Tokyo \(UTC\+9\)/);
  expect(sources.every((source: Any) => source.workspaceId.startsWith('ws_'))).toBe(true);
  for (const { metrics } of totals.filter((one: Any) => one.currency === 'JPY'))
    expect(metrics.cost.currency).toBe('JPY');
});

test('numbers of closed days are read once; the reply says how old they are, and fresh asks again', async () => {
  const question = { ...PAST_DAYS, channels: ['search'], metrics: ['cost', 'clicks', 'link_clicks'] };
  const asked = async (args: object) => {
    const { requests } = await service.controlled(`/requests?platform=search`);
    const last = requests.at(-1)?.seq ?? 0;
    const reply = await service.ask('report', { ...question, ...args });
    const after = await service.controlled(`/requests?platform=search&since=${last}`);
    return { reply, requests: after.requests.length };
  };
  const first = await asked({});
  const second = await asked({});
  const third = await asked({ fresh: true });
  expect(first.reply.sources[0].age_s).toBeUndefined();
  expect(second.reply.sources.every((source: Any) => source.age_s >= 0)).toBe(true);
  expect(third.reply.sources[0].age_s).toBeUndefined();
  expect(second.requests).toBeLessThan(first.requests);
  expect(third.requests).toBe(first.requests);
  expect(second.reply.rows).toEqual(first.reply.rows);
});

test.each(['day', 'week', 'month'] as const)('by %s the rows add up to the totals', async (by) => {
  const channels = ['search', 'video', 'professional'];
  const rows: Any[] = [];
  let cursor: string | undefined;
  let totals: Any[] = [];
  do {
    const page = await service.ask('report', { ...ALL, channels, by, ...(cursor && { cursor }) });
    rows.push(...page.rows);
    ({ totals, next_cursor: cursor } = page);
  } while (cursor);
  const name = by === 'day' ? 'date' : by;
  const starts = rows.map((row) => row.segments[name]);
  expect(starts.every((start) => /^\d{4}-\d\d-\d\d$/.test(start))).toBe(true);
  expect(starts).toEqual(starts.toSorted());
  if (by === 'week') expect(starts.every((start) => new Date(start).getUTCDay() === 1)).toBe(true);
  for (const total of totals) {
    const own = rows.filter((row) => row.currency === total.currency);
    expect(own.reduce((sum, row) => sum + row.metrics.clicks, 0)).toBe(total.metrics.clicks);
    expect(own.reduce((sum, row) => sum + costOf(row), 0)).toBeCloseTo(costOf(total), 2);
  }
});

test('days that are still being counted are left out, or marked', async () => {
  const question = { start_date: daysAgo(6), end_date: daysAgo(0), limit: 1000, by: 'day', channels: ['search'] };
  const closed = await service.ask('report', question);
  for (const { period, complete_until } of closed.sources)
    expect((period ?? closed.period).end_date).toBe(complete_until);
  expect(closed.notes.join(' ')).toMatch(/include_incomplete/);
  const open = await service.ask('report', { ...question, include_incomplete: true });
  const until = new Map(open.sources.map((source: Any) => [source.account, source.complete_until]));
  for (const row of open.rows)
    expect(row.marks?.includes('incomplete') ?? false).toBe(row.segments.date > (until.get(row.account) as string));
  // Its days are UTC's, as ours are here.
  const today = { start_date: daysAgo(0), end_date: daysAgo(0), channels: ['professional'] };
  const none = await service.ask('report', today);
  expect(none.rows).toEqual([]);
  expect(none.missing[0].reason).toMatch(/No day of the period is complete yet/);
  const ahead = await service.ask('report', { start_date: daysAgo(-2), end_date: daysAgo(-3), channels: ['search'] });
  expect(ahead.rows).toEqual([]);
  expect(ahead.missing[0].reason).toMatch(/lies in the future/);
});

test('fewer than thirty conversions are marked beside what one costs; what a platform lacks is null and said', async () => {
  const metrics = ['cost', 'conversions', 'cost_per_conversion', 'reach', 'frequency', 'video_views', 'roas'];
  const { rows, totals, notes } = await service.ask('report', { ...ALL, metrics });
  for (const row of rows) expect(row.marks?.includes('few_conversions') ?? false).toBe(row.metrics.conversions < 30);
  for (const row of rows.filter((one: Any) => one.channel === 'search'))
    expect(row.metrics).toMatchObject({ reach: null });
  for (const { metrics: sum } of totals) expect(sum).toMatchObject({ reach: null, frequency: null, video_views: null });
  expect(notes.join(' ')).toMatch(/search platform has no reach, frequency/);
  const one = await service.ask('report', { ...ALL, metrics, accounts: ['video:7100000000000000102'] });
  expect(one.totals[0].metrics.reach).toBeGreaterThan(0);
});

test.each(['account', 'ad_group', 'ad'] as const)(
  'level %s has rows of every channel under its own names',
  async (level) => {
    const { rows, missing } = await service.ask('report', { ...ALL, level, metrics: ['cost', 'impressions'] });
    expect(missing).toEqual([]);
    const kinds = Object.fromEntries(rows.map((row: Any) => [row.channel, row.entity.kind]));
    expect(kinds).toEqual(
      {
        account: { social: 'account', search: 'account', professional: 'account', video: 'advertiser' },
        ad_group: { social: 'ad_set', search: 'ad_group', professional: 'campaign', video: 'ad_group' },
        ad: { social: 'ad', search: 'ad', professional: 'creative', video: 'ad' },
      }[level],
    );
    expect(rows.every((row: Any) => row.entity.id && row.entity.status)).toBe(true);
  },
);

test('what one platform cannot answer is missing there, in the words of its own tool, and answered by the others', async () => {
  const question = { start_date: daysAgo(500), end_date: daysAgo(10), channels: ['video', 'search'] };
  const { rows, missing } = await service.ask('report', question);
  expect(missing).toMatchObject([{ channel: 'video', code: 'unsupported', reason: expect.stringMatching(/365 days/) }]);
  expect(new Set(rows.map((row: Any) => row.channel))).toEqual(new Set(['search']));
});

test('ready calls of every level fit the tools they name', async () => {
  const { byAddress } = await findChannels();
  for (const level of ['campaign', 'ad_group', 'ad'])
    for (const channel of ['social', 'search', 'professional', 'video']) {
      const { next_calls } = await service.ask('report', { ...ALL, level, channels: [channel], metrics: ['cost'] });
      expect(next_calls.length, `${channel} ${level}`).toBeGreaterThan(0);
      for (const call of next_calls) {
        const tool = byAddress.get(call.channel)?.find(({ name }) => name === call.tool);
        await expect(validateArguments(tool!, call.arguments), JSON.stringify(call)).resolves.toBeDefined();
      }
    }
});
