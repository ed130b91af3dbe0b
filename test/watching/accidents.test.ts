import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../src/ambient.ts';
import type { AccidentKind } from '../../src/sandbox/accident.ts';
import { accidentOn } from '../sandboxed.ts';
import { startTestService, type TestService } from '../service.ts';
import { movedTime } from './moved-time.ts';

const PLATFORMS = ['search', 'social', 'video', 'professional'] as const;
type Platform = (typeof PLATFORMS)[number];

interface Day {
  cost: number;
  impressions: number;
  clicks: number;
  conversions: number;
}

const time = movedTime('2026-06-10T12:00:00Z');
let service: TestService;
beforeAll(async () => {
  service = await startTestService({ platforms: PLATFORMS, ambient: time.ambient, sleep: time.sleep });
});
afterAll(() => service?.close());

const control = async (path: string, method = 'GET', body?: Record<string, unknown>) => {
  const json = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const reply = await fetch(service.sandbox.controlOrigin + path, { method, ...json });
  if (!reply.ok) throw new Error(await reply.text());
  return reply.json();
};

const accountOf = async (platform: Platform) =>
  (await service.home.connections.get(await service.workspaceId('Acme'), platform))!.account!;

const dayBefore = (days: number) => new Date(time.now() - days * DAY_MS).toISOString().slice(0, 10);

/** The figures of an account by day, the closed days of the last two weeks. */
async function daysOf(platform: Platform, level = 'account', campaign?: string): Promise<Map<string, Day>> {
  const account = await accountOf(platform);
  const { isError, result } = await service.call('workspace', 'report', {
    channels: [platform],
    accounts: [account],
    level,
    by: 'day',
    start_date: dayBefore(14),
    end_date: dayBefore(2),
    metrics: ['cost', 'impressions', 'clicks', 'conversions'],
    limit: 100,
    ...(campaign && { campaign_ids: [campaign] }),
  });
  if (isError || result.missing?.length > 0) throw new Error(JSON.stringify(result));
  return new Map(
    result.rows.map(({ segments, metrics }: { segments: { date: string }; metrics: Record<string, unknown> }) => [
      segments.date,
      { ...metrics, cost: Number((metrics.cost as { amount: string }).amount) },
    ]),
  );
}

async function accident(platform: Platform, kind: AccidentKind, object?: string) {
  return accidentOn(control, { platform, kind, account: await accountOf(platform), ...(object && { object }) });
}

const sum = (days: Map<string, Day>, which: (day: string) => boolean, metric: keyof Day) =>
  [...days].filter(([day]) => which(day)).reduce((total, [, day]) => total + (day[metric] ?? 0), 0);

/** Figures before, an accident, a week, and figures after: by a whole day on both sides of the moment. */
async function around(platform: Platform, kind: AccidentKind) {
  const before = await daysOf(platform);
  const moment = time.now();
  const mend = await accident(platform, kind);
  time.move(8 * DAY_MS);
  const after = await daysOf(platform);
  const day = (offset: number) => new Date(moment + offset * DAY_MS).toISOString().slice(0, 10);
  return { before, after, mend, isPast: (one: string) => one <= day(-2), isLater: (one: string) => one >= day(2) };
}

describe.each(PLATFORMS)('%s', (platform) => {
  test('a dead pixel: ads run on and conversions stop, until it is mended; the past stays as it was', async () => {
    const { before, after, mend, isPast, isLater } = await around(platform, 'pixel_dead');
    expect(sum(before, isPast, 'conversions')).toBeGreaterThan(0);
    for (const [day, figures] of after) if (isPast(day) && before.has(day)) expect(figures).toEqual(before.get(day));
    expect(sum(after, isLater, 'clicks')).toBeGreaterThan(100);
    // Leads of the platform's own forms come without a website.
    const fromForms = platform === 'professional' ? 0.5 * sum(before, isPast, 'conversions') : 0;
    expect(sum(after, isLater, 'conversions')).toBeLessThanOrEqual(fromForms);
    await mend();
    time.move(8 * DAY_MS);
    expect(sum(await daysOf(platform), (day) => day >= dayBefore(4), 'conversions')).toBeGreaterThan(0);
  });

  test('an expired card: nothing is shown until it is settled; the past stays as it was', async () => {
    const { before, after, mend, isPast, isLater } = await around(platform, 'payment_failed');
    for (const [day, figures] of after) if (isPast(day) && before.has(day)) expect(figures).toEqual(before.get(day));
    expect(sum(before, isPast, 'impressions')).toBeGreaterThan(1_000);
    expect(sum(after, isLater, 'impressions')).toBe(0);
    await mend();
    time.move(8 * DAY_MS);
    expect(sum(await daysOf(platform), (day) => day >= dayBefore(4), 'impressions')).toBeGreaterThan(1_000);
  });
});

test('search: a removed negative keyword lowers the click rate and raises the cost of a conversion of that campaign', async () => {
  const { result } = await service.call('search', 'list_campaigns', { status: ['ENABLED'] });
  const { id } = result.campaigns[0];
  const before = await daysOf('search', 'campaign', id);
  await accident('search', 'negative_removed', id);
  time.move(14 * DAY_MS);
  const after = await daysOf('search', 'campaign', id);
  const isAny = () => true;
  const isLater = (day: string) => day >= dayBefore(12);
  const rate = (days: Map<string, Day>, which: (day: string) => boolean) =>
    sum(days, which, 'clicks') / sum(days, which, 'impressions');
  const cpa = (days: Map<string, Day>, which: (day: string) => boolean) =>
    sum(days, which, 'cost') / sum(days, which, 'conversions');
  expect(rate(after, isLater) / rate(before, isAny)).toBeLessThan(0.5);
  expect(cpa(after, isLater) / cpa(before, isAny)).toBeGreaterThan(2);
});
