import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type ReportingService, startReportingService } from '../../../../test/reporting-service.ts';

let service: ReportingService;
beforeAll(async () => {
  service = await startReportingService();
});
afterAll(() => service.close());
afterEach(() => service.control('/faults', 'DELETE'));

// biome-ignore lint/suspicious/noExplicitAny: rows of any shape
type Any = any;

const DAYS = { start_date: '2026-10-01', end_date: '2026-10-31' };

test('campaigns of all channels stand in one list, the dearest of each currency first', async () => {
  const { rows, totals, sources, missing, partial } = await service.ask('report', { ...DAYS, limit: 1000 });
  expect(new Set(rows.map((row: Any) => row.channel))).toEqual(new Set(['social', 'search', 'professional', 'video']));
  expect(missing).toEqual([]);
  expect(partial).toBe(false);
  expect(totals.map((one: Any) => one.currency)).toEqual(['EUR', 'USD']);
  for (const currency of ['EUR', 'USD']) {
    const costs = rows
      .filter((row: Any) => row.currency === currency)
      .map((row: Any) => Number(row.metrics.cost.amount));
    expect(costs).toEqual([...costs].sort((a, b) => b - a));
  }
  for (const source of sources)
    expect(source).toMatchObject({ fetched_at: expect.any(String), complete_until: expect.any(String) });
});

test('a row carries what the next call needs, and the professional names are told both ways', async () => {
  const { rows } = await service.ask('report', { ...DAYS, limit: 1000 });
  const group = rows.find((row: Any) => row.channel === 'professional');
  expect(group.entity).toMatchObject({ kind: 'campaign_group', shown_as: 'Campaign', status: expect.any(String) });
  const running = rows.find((row: Any) => row.channel === 'video' && row.entity.budget);
  expect(running.entity.budget).toMatchObject({ period: 'DAILY', currency: running.currency });
});
