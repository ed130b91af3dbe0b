import { expect, test } from 'vitest';
import { questionProblems } from './question.ts';

type Asked = Parameters<typeof questionProblems>[0];
const problems = (asked: object) =>
  questionProblems({ level: 'campaign', by: 'none', ...asked } as Asked).map(
    ({ field, message }) => `${field} ${message}`,
  );
const rate = (from: string, to = 'USD') => ({ from, to, rate: '1.1' });

test.each([
  [{}, []],
  [{ order_by: 'cost DESC' }, []],
  [{ convert_to: 'USD', rates: [rate('EUR'), rate('JPY')] }, []],
  [{ convert_to: 'USD' }, ['rates is required with convert_to: we know no rates and guess none']],
  [{ rates: [rate('EUR')] }, ['convert_to is required with rates']],
  [{ convert_to: 'USD', rates: [rate('EUR', 'GBP')] }, ['rates EUR to GBP leads past convert_to (USD)']],
  [{ convert_to: 'USD', rates: [rate('EUR'), rate('EUR')] }, ['rates has two rates from EUR']],
  [{ date_range: 'TODAY' }, ['date_range TODAY is not over: it needs include_incomplete: true']],
  [{ date_range: 'TODAY', include_incomplete: true }, []],
  [{ workspaces: 'all', workspaceId: 'ws_1' }, ['workspaces cannot be given together with workspaceId']],
])('of the question %j is said %j', (asked, said) => {
  expect(problems(asked)).toEqual(said);
});

test('no metric to order by is refused with those that there are', () => {
  expect(problems({ order_by: 'fame' })).toEqual([expect.stringMatching(/^order_by must be a metric, .* cost/)]);
});

test.each([
  ['week', '2025-01-06', '2026-03-01', false],
  ['week', '2025-01-06', '2026-03-02', true],
  ['month', '2021-01-01', '2025-12-05', false],
  ['month', '2021-01-01', '2025-12-06', true],
  ['day', '2021-01-01', '2025-12-06', false],
  ['none', '2021-01-01', '2025-12-06', false],
])('by %s from %s to %s is too many spans: %s', (by, start_date, end_date, isRefused) => {
  const words = `by ${by} makes more than 60 spans of these days; ask for fewer days`;
  expect(problems({ by, start_date, end_date })).toEqual(isRefused ? [words] : []);
});
