import { expect, test } from 'vitest';
import { besides, earlierDays, keyOf, readEarlier } from './comparison.ts';

const days = (start_date: string, end_date: string) => ({ start_date, end_date });

test('as many days right before, the same days of the month before, the same of the year before', () => {
  const march = days('2026-03-10', '2026-03-16');
  expect(earlierDays(march, 'previous_period')).toEqual(days('2026-03-03', '2026-03-09'));
  expect(earlierDays(march, 'same_days_last_month')).toEqual(days('2026-02-10', '2026-02-16'));
  expect(earlierDays(march, 'previous_year')).toEqual(days('2025-03-10', '2025-03-16'));
  expect(earlierDays(days('2026-03-01', '2026-03-31'), 'same_days_last_month')).toEqual(
    days('2026-02-01', '2026-02-28'),
  );
  expect(earlierDays(days('2024-02-29', '2024-02-29'), 'previous_year')).toEqual(days('2023-02-28', '2023-02-28'));
  expect(earlierDays(days('2026-01-05', '2026-01-05'), 'same_days_last_month')).toEqual(
    days('2025-12-05', '2025-12-05'),
  );
});

test('a change is a part of what was before; null where that was nothing', () => {
  const usd = (amount: string) => ({ amount, currency: 'USD' });
  const now = { clicks: 30, cost: usd('12.00'), ctr: 0.02, word: 'A' };
  expect(besides(now, { clicks: 20, cost: usd('16.00'), ctr: 0, word: 'B' }).change).toEqual({
    clicks: 0.5,
    cost: -0.25,
    ctr: null,
    word: null,
  });
  expect(besides(now, undefined)).toEqual({ before: null });
});

/** A source whose rows are numbers, in these pages; a page without a `next` is the last. */
function source(pages: readonly { items: number[]; ready?: boolean }[], totals?: number) {
  const asked: (string | undefined)[] = [];
  return {
    asked,
    selection: {
      read: (row: number) => ({ clicks: row }),
      show: (values: object) => values,
      showTotals: (values: object) => ({ total: true, ...values }),
    },
    rows: async (_: unknown, position: string | undefined) => {
      asked.push(position);
      const at = Number(position ?? 0);
      const { items, ready } = pages[Math.min(at, pages.length - 1)]!;
      const isLast = at === pages.length - 1;
      return { items, ...(!isLast && { next: `${at + 1}` }), ...(ready !== undefined && { background: { ready } }) };
    },
    totals: async () => totals,
    about: (row: number) => ({
      campaign: { id: `${row}`, name: `at ${Math.random()}` },
      account: null,
      segments: { device: 'all' },
    }),
  };
}
const earlier = async (of: ReturnType<typeof source>) =>
  readEarlier(of as never, days('2026-03-01', '2026-03-02'), { code: 'USD', digits: 2 } as never);

test('earlier rows are read page by page, by what they are about without its name, with their totals', async () => {
  const of = source([{ items: [1, 2] }, { items: [3] }], 6);
  const { complete, rows, totals } = await earlier(of);
  expect([complete, of.asked, totals]).toEqual([true, [undefined, '1'], { total: true, clicks: 6 }]);
  const about = (row: number) => keyOf(of as never, row as never);
  expect([about(3), rows.get(about(3)), rows.size]).toEqual([about(3), { clicks: 3 }, 3]);
  expect(about(1)).not.toBe(about(2));
  expect((await earlier(source([{ items: [] }]))).totals).toEqual({ total: true });
});

test('a row is known by all that is told of its object, except for what changes while the object stays the same', () => {
  const key = (asset: object) => keyOf({ about: () => ({ asset, segments: {} }) } as never, {} as never);
  const asset = { id: '1', ad_id: '2', field_type: 'HEADLINE', targeted: true };
  for (const other of [{ ad_id: '3' }, { field_type: 'DESCRIPTION' }, { targeted: false }, { id: '4' }])
    expect(key({ ...asset, ...other })).not.toBe(key(asset));
  const changing = ['name', 'status', 'performance_label', 'bid_modifier', 'brand', 'objective', 'shown_as'];
  for (const field of changing) expect(key({ ...asset, [field]: 'new' }), field).toBe(key(asset));
});

test('earlier rows that were not all seen are not called complete: ten pages are read, and what is being made is not waited for', async () => {
  const many = source(Array.from({ length: 12 }, (_, at) => ({ items: [at] })));
  expect([(await earlier(many)).complete, many.asked.length]).toEqual([false, 10]);
  const ten = source(Array.from({ length: 10 }, (_, at) => ({ items: [at] })));
  expect([(await earlier(ten)).complete, ten.asked.length]).toEqual([true, 10]);
  const making = source([{ items: [1], ready: false }, { items: [2] }]);
  expect([(await earlier(making)).complete, making.asked.length]).toEqual([false, 1]);
  const made = source([{ items: [1], ready: true }]);
  expect((await earlier(made)).complete).toBe(true);
  expect((await earlier(source([{ items: [1], ready: false }]))).complete).toBe(false);
});

test('what is no number on either side has no change', () => {
  const changed = (now: unknown, before: unknown) => besides({ x: now } as never, { x: before } as never).change!.x;
  expect(changed(3, 2)).toBe(0.5);
  expect(changed({ amount: '3', currency: 'USD' }, { amount: '2', currency: 'USD' })).toBe(0.5);
  expect(changed(1, 3)).toBe(-0.6667);
  for (const [now, before] of [
    [3, null],
    [null, 3],
    [3, 0],
    ['3', 2],
    [{ count: 3 }, 2],
    [3, [2]],
  ])
    expect(changed(now, before)).toBeNull();
  expect(besides({ x: 1 } as never, {} as never).change).toEqual({ x: null });
});
