import { expect, test } from 'vitest';
import { besides, earlierDays } from './comparison.ts';

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
