import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../src/ambient.ts';
import { plusDays } from '../../src/reports/days.ts';
import { shownMetrics } from '../../src/reports/totals.ts';
import { moneyOfQuantity } from '../../src/tools/report/quantity.ts';
import type { CampaignDays } from '../../src/watching/history/daily-history.ts';
import { ensureHistoryJobs } from '../../src/watching/history/history-jobs.ts';
import { OWN_REPORTS } from '../reporting-service.ts';
import { type HistoryService, startHistoryService } from './filled-history.ts';

// biome-ignore lint/suspicious/noExplicitAny: rows of any shape
type Any = any;

const CHANNELS = Object.keys(OWN_REPORTS);
const DAYS_KEPT = 70;
const SUMS = ['cost', 'impressions', 'clicks', 'conversions', 'conversion_value', 'link_clicks', 'video_views'];

let service: HistoryService;
beforeAll(async () => {
  service = await startHistoryService({ settings: { ADHELM_HISTORY_DAYS: String(DAYS_KEPT) } });
});
afterAll(() => service.close());

/** The rows of `report` for days of one account, by campaign and day. */
async function reported(workspaceId: string, channel: string, account: string, from: string, to: string) {
  const question = { workspaceId, channels: [channel], accounts: [`${channel}:${account}`], by: 'day', metrics: SUMS };
  const days = { start_date: from, end_date: to, fresh: true, limit: 1000 };
  const rows = new Map<string, Any>();
  let cursor: string | undefined;
  do {
    const page = await service.ask('report', { ...question, ...days, ...(cursor && { cursor }) });
    for (const row of page.rows) rows.set(`${row.entity.id} ${row.segments.date}`, row);
    cursor = page.next_cursor;
  } while (cursor);
  return rows;
}

async function expectAsReported(kept: readonly CampaignDays[], workspaceId: string, from: string, to: string) {
  const { channel, account, currency } = kept[0]!.account;
  const rows = await reported(workspaceId, channel, account, from, to);
  expect(rows.size, `${channel} ${account}`).toBeGreaterThan(0);
  for (const { campaign, days } of kept)
    for (const { day, parts } of days) {
      const row = rows.get(`${campaign.id} ${day}`);
      rows.delete(`${campaign.id} ${day}`);
      if (!row)
        expect(
          Object.values(parts).every((part) => part === 0n),
          `${campaign.id} ${day}`,
        ).toBe(true);
      else expect(shownMetrics(parts, SUMS, currency), `${campaign.id} ${day}`).toEqual(row.metrics);
    }
  expect([...rows.keys()]).toEqual([]);
}

test.each(CHANNELS)(
  '%s: the newest days are read first, then back, and each is what report says of it',
  async (channel) => {
    const workspaceId = await service.workspaceId('Acme');
    expect(await service.run(channel)).toBeLessThan(60_000);
    const [first] = (await service.history.accounts(workspaceId)).filter((one) => one.channel === channel);
    expect(first!.firstDay).toBe(plusDays(first!.completeUntil, -34));
    expect(first!.notFresh).toBeUndefined();
    await service.fill(channel);
    const accounts = (await service.history.accounts(workspaceId)).filter((one) => one.channel === channel);
    for (const { firstDay, completeUntil, notFresh } of accounts)
      expect([firstDay, notFresh]).toEqual([plusDays(completeUntil, 1 - DAYS_KEPT), undefined]);
    for (const { account, firstDay, completeUntil } of accounts.slice(0, 2)) {
      const kept = await service.history.campaigns(workspaceId, { channel, account });
      if (kept.length > 0) await expectAsReported(kept, workspaceId, firstDay, completeUntil);
    }
  },
);

test('yen are kept as reports count them', async () => {
  const workspaceId = await service.workspaceId('Acme Japan');
  const channels = (await service.home.connections.list(workspaceId))
    .map((one) => one.channel)
    .filter((one) => CHANNELS.includes(one));
  expect(channels.length).toBeGreaterThan(0);
  for (const channel of channels) {
    await service.run(channel, 'Acme Japan');
    const kept = await service.history.campaigns(workspaceId, { channel });
    const { account, currency, firstDay, completeUntil } = kept[0]!.account;
    expect(currency).toEqual({ code: 'JPY', digits: 0 });
    const own = kept.filter((one) => one.account.account === account);
    await expectAsReported(own, workspaceId, firstDay, completeUntil);
    const cost = own.flatMap(({ days }) => days.map(({ parts }) => parts.cost as bigint)).find((one) => one > 0n)!;
    expect(moneyOfQuantity(cost, 'JPY', 0).amount).toMatch(/^\d+$/);
  }
});

test('conversions that arrive later restate their days, and what was said first is kept', async () => {
  const workspaceId = await service.workspaceId('Acme');
  const at = (await service.history.accounts(workspaceId)).find((one) => one.channel === 'social')!;
  const events = Array.from({ length: 60 }, (_, n) => ({
    event: 'purchase',
    event_id: `late-${n}`,
    happened_at: `${plusDays(at.completeUntil, -1)}T18:00:00Z`,
    value: { amount: '12.50', currency: 'USD' },
    person: { email: `customer${n}@example.com`, country: 'US' },
    url: 'https://acme.example/thanks',
    browser: { user_agent: 'Mozilla/5.0', ip: '203.0.113.9' },
    source: 'web',
  }));
  const sent = await service.ask('send_conversions', { events });
  console.log(sent.counts);
  await service.pass(DAY_MS);
  for (const channel of CHANNELS) {
    await service.fill(channel);
    const kept = await service.history.campaigns(workspaceId, { channel });
    const restated = kept.flatMap(({ campaign, days }) =>
      days.filter(({ first }) => first).map((day) => ({ campaign: campaign.id, ...day })),
    );
    console.log(channel, kept[0]!.account.completeUntil, restated.slice(0, 3));
  }
});
