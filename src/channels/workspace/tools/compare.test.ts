import { afterAll, beforeAll, expect, test } from 'vitest';
import { daysAgo, type ReportingService, startReportingService } from '../../../../test/reporting-service.ts';

let service: ReportingService;
beforeAll(async () => {
  service = await startReportingService();
});
afterAll(() => service.close());

// biome-ignore lint/suspicious/noExplicitAny: rows of any shape
type Any = any;

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
