import { expect, test } from 'vitest';
import { type Any, daysAgo, reportingForTests } from '../../../../test/reporting-service.ts';
import { DAY_MS } from '../../../ambient.ts';

const service = reportingForTests();

const NOW = { start_date: daysAgo(39), end_date: daysAgo(10) };
const THEN = { start_date: daysAgo(69), end_date: daysAgo(40) };
const CHANNELS = ['search', 'video', 'professional'];
const METRICS = ['cost', 'clicks', 'conversions', 'cost_per_conversion'];

const keyOf = (row: Any) => `${row.channel} ${row.account} ${row.entity.id}`;

test('both values are those of two reports; difference and ratio follow from them', async () => {
  const question = { channels: CHANNELS, metrics: METRICS, limit: 1000 };
  const [now, then, compared] = await Promise.all([
    service.ask('report', { ...question, ...NOW }),
    service.ask('report', { ...question, ...THEN }),
    service.ask('compare', { ...question, ...NOW }),
  ]);
  const [current, before] = [now, then].map(({ rows }) => new Map(rows.map((row: Any) => [keyOf(row), row.metrics])));
  expect(new Set(compared.rows.map(keyOf))).toEqual(new Set([...current!.keys(), ...before!.keys()]));
  for (const row of compared.rows) {
    const [a, b] = [current!.get(keyOf(row)) as Any, before!.get(keyOf(row)) as Any];
    for (const name of METRICS) {
      expect(row.metrics[name].current).toEqual(a?.[name] ?? null);
      expect(row.metrics[name].before).toEqual(b?.[name] ?? null);
    }
    if (!a || !b) {
      expect(row).toMatchObject({ comparable: false, reason: expect.stringMatching(/no numbers/) });
      expect(row.metrics.cost.difference).toBeNull();
      continue;
    }
    expect(row.comparable).toBe(true);
    expect(row.metrics.clicks.difference).toBe(a.clicks - b.clicks);
    expect(row.metrics.clicks.ratio).toBe(b.clicks === 0 ? null : Number((a.clicks / b.clicks).toPrecision(6)));
    expect(Number(row.metrics.cost.difference.amount)).toBeCloseTo(Number(a.cost.amount) - Number(b.cost.amount), 4);
    const few = a.conversions < 30 || b.conversions < 30;
    if (few) expect(row).toMatchObject({ verdict: null, verdict_reason: expect.stringMatching(/fewer than 30/) });
    else expect(['better', 'worse', 'unchanged']).toContain(row.verdict);
  }
  for (const total of compared.totals) {
    const [a, b] = [now, then].map(({ totals }) => totals.find((one: Any) => one.currency === total.currency));
    expect(total.metrics.cost).toMatchObject({ current: a.metrics.cost, before: b.metrics.cost });
    expect(total.comparable).toBe(true);
  }
});

test('pages of a comparison hold every row once', async () => {
  const question = { ...NOW, channels: CHANNELS, order_by: 'clicks DESC' };
  const whole = (await service.ask('compare', { ...question, limit: 1000 })).rows.map(keyOf);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await service.ask('compare', { ...question, limit: 9, ...(cursor && { cursor }) });
    seen.push(...page.rows.map(keyOf));
    cursor = page.next_cursor;
  } while (cursor);
  expect(seen).toEqual(whole);
});

test.each([
  [{ ...NOW, against: 'previous_year' }, true, undefined],
  [{ ...NOW, against: { start_date: daysAgo(60), end_date: daysAgo(41) } }, false, /30 days are not 20 days/],
  [
    { start_date: daysAgo(2), end_date: daysAgo(0), against: 'previous_period', include_incomplete: true },
    false,
    /still being counted/,
  ],
] as const)('%j is comparable: %s', async (question, comparable, reason) => {
  const { totals, rows } = await service.ask('compare', { ...question, channels: ['search'] });
  for (const total of totals) expect(total.comparable).toBe(comparable);
  if (reason) for (const one of [...totals, ...rows]) expect(one.reason).toMatch(reason);
});

test('the third week is compared with the third, and a cut one with none', async () => {
  const question = { ...NOW, channels: ['search'], by: 'week', metrics: ['cost'], limit: 1000 };
  const { rows, periods } = await service.ask('compare', question);
  expect(periods[0]).toMatchObject({ current: NOW, before: THEN });
  const first = rows.find((row: Any) => row.metrics.cost.before !== null && row.metrics.cost.current !== null);
  expect(first.segments.week).toMatch(/^\d{4}-/);
  expect(rows.some((row: Any) => row.comparable)).toBe(true);
});

test('what to compare with has to be days that go forward', async () => {
  const error = await service.refusal('compare', { ...NOW, against: { start_date: daysAgo(1), end_date: daysAgo(9) } });
  expect(error).toMatchObject({ code: 'invalid_arguments', field: 'against' });
  expect(await service.refusal('compare', { against: 'yesterday' })).toMatchObject({ field: 'against' });
});

test.each(['day', 'week', 'month'])(
  'by %s, every row stands in the later span, once, and says which earlier one it is beside',
  async (by) => {
    const channels = by === 'day' ? ['professional'] : CHANNELS;
    const question = { ...NOW, channels, by, metrics: ['cost'], limit: 1000 };
    const { rows } = await service.ask('compare', question);
    const [current, earlier] = await Promise.all(
      [NOW, THEN].map(async (days) => (await service.ask('report', { ...question, ...days })).rows),
    );
    const labelled = (row: Any, segments: Any) => `${keyOf(row)} ${JSON.stringify(segments)}`;
    const keys = rows.map((row: Any) => labelled(row, row.segments));
    expect(new Set(keys).size).toBe(keys.length);
    if (by === 'day') expect(rows.some((row: Any) => row.metrics.cost.current === null)).toBe(true);
    for (const [side, told] of [
      ['segments', current],
      ['before_segments', earlier],
    ]) {
      const amounts = new Map(told.map((row: Any) => [labelled(row, row.segments), row.metrics.cost]));
      for (const row of rows) {
        const value = row.metrics.cost[side === 'segments' ? 'current' : 'before'];
        expect(value).toEqual(amounts.get(labelled(row, row[side])) ?? null);
        amounts.delete(labelled(row, row[side]));
      }
      expect(amounts.size).toBe(0);
    }
  },
);

test('weeks that are over are comparable beside one that is not, and only that one is marked in a report', async () => {
  const question = { start_date: daysAgo(34), end_date: daysAgo(0), by: 'week', include_incomplete: true, limit: 1000 };
  const [compared, report] = await Promise.all([
    service.ask('compare', { ...question, channels: ['search'] }),
    service.ask('report', { ...question, channels: ['search'] }),
  ]);
  const until = new Map(report.sources.map((source: Any) => [source.account, source.complete_until]));
  const isOver = ({ account, segments }: Any) => {
    const last = new Date(Date.parse(segments.week) + 6 * DAY_MS).toISOString().slice(0, 10);
    return [last, question.end_date].sort()[0]! <= (until.get(account) as string);
  };
  for (const row of report.rows) expect(row.marks?.includes('incomplete') ?? false).toBe(!isOver(row));
  expect(compared.rows.some((row: Any) => row.comparable)).toBe(true);
  for (const row of compared.rows) if (!isOver(row)) expect(row.comparable).toBe(false);
});

test('a sum of accounts with whole days on both sides is comparable beside one of another zone that is not', async () => {
  // In Berlin yesterday has been counted at seven o'clock UTC, in New York it has not.
  await service.control('/clock', 'PUT', { now: `${daysAgo(-1)}T07:00:00Z` });
  const { totals } = await service.ask('compare', {
    channels: ['search'],
    date_range: 'LAST_7_DAYS',
    against: { start_date: daysAgo(13), end_date: daysAgo(7) },
  });
  const comparable = totals.map((total: Any) => [total.currency, total.comparable, total.reason]);
  expect(comparable).toEqual([
    ['EUR', true, undefined],
    ['USD', false, '6 days are not 7 days.'],
  ]);
});

test('the other days answer to the name they have in the reports of channels', async () => {
  const question = { channels: ['video'], metrics: ['cost'], ...NOW };
  const { periods } = await service.ask('compare', { ...question, compare_to: 'same_days_last_month' });
  const { periods: same } = await service.ask('compare', { ...question, against: 'same_days_last_month' });
  expect(periods).toEqual(same);
});
