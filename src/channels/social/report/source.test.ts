import { expect, test } from 'vitest';
import { Failure } from '../../../errors.ts';
import type { Params, SocialClient } from '../client.ts';
import { InsightRow } from '../resources/insights.ts';
import { readAccount } from './account-creatives.ts';
import { entitiesOf } from './entities.ts';
import type { InsightArguments } from './request.ts';
import { Insights } from './source.ts';

const NOW = Date.parse('2026-02-10T12:00:00Z');
const facts = { currency: { code: 'USD', digits: 2 }, timeZone: 'UTC' };
const args = { level: 'campaign', limit: 10, metrics: ['cost'] } as InsightArguments;
const row = (spend: string) => InsightRow.parse({ date_start: '2026-02-01', date_stop: '2026-02-09', spend });

/** What deleted objects are told to have cost, where lists and the whole account spent this. */
async function deleted(listed: string, whole: string, end_date = '2026-02-10', more = {}) {
  const asked: string[] = [];
  const client = {
    session: { platformNow: () => NOW },
    page: async (_: string, query: Params) => {
      asked.push((query.time_range as { until: string }).until);
      return { items: [row(query.filtering === undefined ? whole : listed)] };
    },
  } as unknown as SocialClient;
  const insights = new Insights(client, '1', { ...args, ...more }, { progress: () => {} }, facts);
  await insights.totals({ days: { start_date: '2026-02-01', end_date } });
  return { notes: insights.notes, asked };
}

test('deleted objects are told by what the whole account spent more, over days that are over', async () => {
  const { notes, asked } = await deleted('10.00', '12.50');
  expect(notes).toEqual([expect.stringContaining('2.50 USD')]);
  expect(asked.toSorted()).toEqual(['2026-02-09', '2026-02-09', '2026-02-10']);
  expect((await deleted('10.00', '12.50', '2026-02-05')).asked).toEqual(Array(3).fill('2026-02-05'));
});

test('nothing is told of deleted objects where none cost anything, or where a filter leaves others out', async () => {
  expect((await deleted('10.00', '10.00')).notes).toEqual([]);
  expect((await deleted('10.00', '9.99')).notes).toEqual([]);
  const { notes, asked } = await deleted('10.00', '12.50', '2026-02-10', { campaign_ids: ['1'] });
  expect([notes, asked]).toEqual([[], ['2026-02-10']]);
});

test('the statuses of many objects are read a hundred at a time: an address has an end', async () => {
  const sizes: number[] = [];
  const client = {
    list: async (_: unknown, __: string, { query }: { query: { filtering: { value: string[] }[] } }) => {
      sizes.push(query.filtering[0]!.value.length);
      return { items: [] };
    },
  } as unknown as SocialClient;
  await entitiesOf(
    client,
    '1',
    'campaign',
    Array.from({ length: 250 }, (_, at) => `${at}`),
  );
  expect(sizes).toEqual([100, 100, 50]);
});

test('archived ads are evidence too, and a report that is not finished in time is no empty one', async () => {
  const asked: Params[] = [];
  const client = {
    session: { platformNow: () => NOW, wait: async () => {} },
    async *pages(_: unknown, __: string, query: Params) {
      asked.push(query);
      yield [];
    },
    page: async () => {
      throw new Failure({
        code: 'upstream_unavailable',
        message: 'too large',
        nextStep: '',
        upstream: { code: 1, subcode: 1487534 },
      } as never);
    },
    ask: async () => ({ report_run_id: '7' }),
    get: async () => ({ async_status: 'Job Running', async_percent_completion: 40 }),
  } as unknown as SocialClient;
  const reading = readAccount(client, '1', {
    limit: 5,
    days: { start_date: '2026-02-01', end_date: '2026-02-09' },
    progress: () => {},
  });
  await expect(reading).rejects.toThrow('did not finish');
  expect(asked.some(({ effective_status }) => JSON.stringify(effective_status)?.includes('ARCHIVED'))).toBe(true);
});
