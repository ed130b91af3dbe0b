import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/ambient.ts';
import { shownMetrics } from '../../src/reports/totals.ts';
import { plusDays } from '../../src/tools/days.ts';
import { moneyOfQuantity } from '../../src/tools/report/quantity.ts';
import { chartOf } from '../../src/watching/history/campaign-chart.ts';
import type { CampaignDays, HistoryDay } from '../../src/watching/history/daily-history.ts';
import { ensureHistoryJobs } from '../../src/watching/history/history-jobs.ts';
import { OWN_REPORTS } from '../reporting-service.ts';
import { fenceTo, type HistoryService, startHistoryService } from './filled-history.ts';

// biome-ignore lint/suspicious/noExplicitAny: rows of any shape
type Any = any;

const CHANNELS = Object.keys(OWN_REPORTS);
const DAYS_KEPT = 70;
/** What the platform has added to each sum since it first told of the day, in millionths. */
function restatement({ parts, first = parts }: HistoryDay): Readonly<Record<string, bigint>> {
  const sums = Object.entries(parts).filter((sum): sum is [string, bigint] => typeof sum[1] === 'bigint');
  const added = sums.map(([name, now]) => [name, now - ((first[name] ?? now) as bigint)] as const);
  return Object.fromEntries(added.filter(([, more]) => more !== 0n));
}

const SUMS = ['cost', 'impressions', 'clicks', 'conversions', 'conversion_value', 'link_clicks', 'video_views'];

let service: HistoryService;
beforeAll(async () => {
  service = await startHistoryService({ settings: { ADHELM_HISTORY_DAYS: String(DAYS_KEPT) } });
  await fenceTo(service, 'social', 3);
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
  await service.ask('send_conversions', { events });
  await service.pass(DAY_MS);
  for (const channel of CHANNELS) await service.fill(channel);
  for (const channel of ['professional', 'video']) {
    const kept = await service.history.campaigns(workspaceId, { channel });
    const restated = kept.flatMap((series) => series.days.filter(({ first }) => first).map((day) => ({ series, day })));
    expect(restated.length, channel).toBeGreaterThan(0);
    for (const { series, day } of restated) {
      expect(
        Object.keys(restatement(day)).every((name) => name.startsWith('conversion')),
        channel,
      ).toBe(true);
      expect(restatement(day).conversions).toBeGreaterThan(0n);
      const { points } = chartOf(series, 'conversions', 28);
      const point = points.find((one) => one.day === day.day)!;
      expect(point.restated).toBe(Number(restatement(day).conversions) / 1e6);
    }
    const { account, completeUntil } = kept[0]!.account;
    const own = await service.history.campaigns(workspaceId, { channel, account, from: plusDays(completeUntil, -20) });
    await expectAsReported(own, workspaceId, plusDays(completeUntil, -20), completeUntil);
  }
});

test('each account’s day is kept when it has closed in its own zone', async () => {
  const workspaceId = await service.workspaceId('Acme');
  const closed = async () => {
    await service.fill('video');
    const accounts = (await service.history.accounts(workspaceId)).filter((one) => one.channel === 'video');
    return Object.fromEntries(accounts.map((one) => [one.timeZone, one.completeUntil]));
  };
  const { clock } = await service.controlled('/');
  const today = plusDays(clock.now.slice(0, 10), 3);
  // Eleven hours after midnight a day is complete: in Berlin at 10 or 9 UTC, in New York at 16 or 15.
  await service.control('/clock', 'PUT', { now: `${today}T13:00:00Z` });
  const [yesterday, dayBefore] = [plusDays(today, -1), plusDays(today, -2)];
  expect(await closed()).toEqual({ 'Europe/Berlin': yesterday, 'America/New_York': dayBefore });
  await service.control('/clock', 'PUT', { now: `${today}T17:00:00Z` });
  expect(await closed()).toEqual({ 'Europe/Berlin': yesterday, 'America/New_York': yesterday });
});

test('a reading that fails changes no figure, says why, and is made up for later', async () => {
  const workspaceId = await service.workspaceId('Acme');
  const of = async () => (await service.history.accounts(workspaceId)).filter((one) => one.channel === 'search');
  await service.fill('search');
  const kept = await service.history.campaigns(workspaceId, { channel: 'search' });
  const [before] = await of();
  await service.pass(DAY_MS);
  await service.control('/faults', 'POST', { platform: 'search', kind: 'server_error', times: 1000 });
  const inMs = await service.run('search');
  expect(inMs).toBeGreaterThan(60_000);
  expect(inMs).toBeLessThan(HOUR_MS);
  const [failed] = await of();
  expect(failed!.notFresh).toMatch(/^The last reading failed: upstream_unavailable: .+ Days are known until/);
  expect(failed!.completeUntil).toBe(before!.completeUntil);
  expect((await service.history.campaigns(workspaceId, { channel: 'search' })).map(({ days }) => days)).toEqual(
    kept.map(({ days }) => days),
  );
  await service.control('/faults', 'DELETE');
  // The breaker of the connection lets nothing through for a while.
  await service.pass(HOUR_MS);
  await service.fill('search');
  const [after] = await of();
  expect([after!.notFresh, after!.completeUntil]).toEqual([undefined, plusDays(before!.completeUntil, 1)]);
});

test('a run that platforms hold up ends after ten minutes', async () => {
  const after = AbortSignal.timeout.bind(AbortSignal);
  const over = new Error('ten minutes are over');
  const timeout = vi
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation((ms) => (ms === 10 * MINUTE_MS ? AbortSignal.abort(over) : after(ms)));
  try {
    await expect(service.run('social')).rejects.toThrow(over);
  } finally {
    timeout.mockRestore();
  }
});

test('an account that the workspace is no longer limited to stays as it was and is not judged by', async () => {
  const workspaceId = await service.workspaceId('Acme');
  const notFresh = async () =>
    (await service.history.accounts(workspaceId)).filter((one) => one.channel === 'social').map((one) => one.notFresh);
  await service.fill('social');
  expect(await notFresh()).toEqual([undefined, undefined, undefined]);
  await fenceTo(service, 'social', 2);
  await service.fill('social');
  expect(await notFresh()).toEqual([undefined, undefined, expect.stringMatching(/not_found: .* any more/)]);
});

test('two runs at once keep a day once', async () => {
  const workspaceId = await service.workspaceId('Acme');
  await service.fill('professional');
  await service.pass(DAY_MS);
  await Promise.all([service.run('professional'), service.run('professional')]);
  const kept = await service.history.campaigns(workspaceId, { channel: 'professional' });
  const { account, completeUntil } = kept[0]!.account;
  const newest = kept
    .filter((one) => one.account.account === account)
    .map((one) => ({ ...one, days: one.days.slice(-1) }));
  expect(newest.flatMap(({ days }) => days.filter(({ first }) => first))).toEqual([]);
  await expectAsReported(newest, workspaceId, completeUntil, completeUntil);
});

test('a campaign is live while it and something in it are on, and is not after it was paused', async () => {
  const workspaceId = await service.workspaceId('Acme');
  await service.fill('social');
  const live = async () =>
    (await service.history.campaigns(workspaceId, { channel: 'social' })).filter(({ campaign }) => campaign.isLive);
  const [chosen] = await live();
  const { id, liveSince, status } = chosen!.campaign;
  expect([status, liveSince! <= chosen!.account.completeUntil]).toEqual(['ACTIVE', true]);
  const { isError, result } = await service.call('social', 'update_social_campaign', {
    campaign_id: id,
    status: 'PAUSED',
  });
  expect(isError, JSON.stringify(result)).toBe(false);
  await service.pass(DAY_MS);
  await service.fill('social');
  expect((await live()).map(({ campaign }) => campaign.id)).not.toContain(id);
});

test('every connection with numbers has its job, and one that is disconnected has none', async () => {
  const { store, connections } = service.home;
  const keys = async () =>
    (await store.db.selectFrom('jobs').select('key').where('kind', '=', 'history').orderBy('key').execute()).map(
      ({ key }) => key,
    );
  await store.db.deleteFrom('jobs').where('kind', '=', 'history').execute();
  await ensureHistoryJobs(service.pipeline);
  const once = await keys();
  expect(new Set(once.map((key) => key.split(' ')[1]))).toEqual(new Set(CHANNELS));
  await ensureHistoryJobs(service.pipeline);
  expect(await keys()).toEqual(once);
  const workspaceId = await service.workspaceId('Acme Japan');
  expect(await service.runJobs()).toBeGreaterThanOrEqual(once.length);
  const ran = store.db.selectFrom('jobs').select(['run_at', 'last_error']).where('kind', '=', 'history');
  for (const { run_at, last_error } of await ran.where('workspace_id', '=', workspaceId).execute())
    expect([run_at > Date.now(), last_error]).toEqual([true, null]);
  await connections.remove(workspaceId, 'search');
  expect(await keys()).toEqual(once.filter((key) => key !== `${workspaceId} search sandbox`));
  service.home.directory.refresh();
  expect(await service.run('search', 'Acme Japan')).toBeUndefined();
  const [gone] = await service.history.accounts(workspaceId);
  expect(gone!.notFresh).toMatch(/no longer connected/);
});

test('a sandbox whose clock was set back is read anew', async () => {
  const workspaceId = await service.workspaceId('Acme');
  const { clock } = await service.controlled('/');
  const before = plusDays(clock.now.slice(0, 10), -40);
  await service.control('/clock', 'PUT', { now: `${before}T20:00:00Z` });
  await service.fill('professional');
  const found = (await service.history.accounts(workspaceId)).filter((one) => one.channel === 'professional');
  expect(new Set(found.map((one) => one.completeUntil))).toEqual(new Set([plusDays(before, -1)]));
});
