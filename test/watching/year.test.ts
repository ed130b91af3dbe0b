import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/ambient.ts';
import { FENCE } from '../../src/auth/connections.ts';
import type { AccidentKind } from '../../src/sandbox/accident.ts';
import type { HistoryAccount } from '../../src/watching/history/daily-history.ts';
import { StoredHistory } from '../../src/watching/history/stored-history.ts';
import { accidentOn } from '../sandboxed.ts';
import { startTestService, type TestService } from '../service.ts';
import { movedTime } from './moved-time.ts';

const CHANNELS = ['search', 'social', 'video', 'professional'] as const;
type ChannelName = (typeof CHANNELS)[number];
const FIGURES = ['spend_spike', 'zero_delivery', 'cpa_drift', 'ctr_drop', 'conversions_stopped'];
const YEAR = 365;
const JUMP_DAYS = 14;
/** What test_monitor looks back at most, and what it compares with. */
const HISTORY_DAYS = 215;

// biome-ignore lint/suspicious/noExplicitAny: answers of tools as untyped JSON
type Any = any;

const START = '2026-01-05T15:00:00Z';
const time = movedTime(START);
/** Days since the start. */
const today = () => Math.floor((time.now() - Date.parse(START)) / DAY_MS);
let service: TestService;
/** Accounts to which nothing happens. */
let quiet: string[];

const control = async (path: string, method = 'GET', body?: Record<string, unknown>) => {
  const json = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const reply = await fetch(service.sandbox.controlOrigin + path, { method, ...json });
  if (!reply.ok) throw new Error(await reply.text());
  return reply.json();
};

const ask = async (channel: string, tool: string, args: Record<string, unknown> = {}): Promise<Any> => {
  const { isError, result } = await service.call(channel, tool, args);
  if (isError) throw new Error(`${tool}: ${JSON.stringify(result)}`);
  return result;
};

const accountOf = async (channel: ChannelName) =>
  (await service.home.connections.get(await service.workspaceId('Acme'), channel))!.account!;

/** Lets a connection reach these accounts only. */
async function fence(channel: ChannelName, accounts: readonly string[]): Promise<void> {
  const { connections, directory } = service.home;
  const workspaceId = await service.workspaceId('Acme');
  const { id, mode, account, options } = (await connections.get(workspaceId, channel))!;
  await connections.put({
    workspaceId,
    channel,
    mode,
    account: account!,
    credentials: await connections.credentials(id),
    options: { ...options, [FENCE]: accounts.join() },
  });
  directory.refresh();
}

/** Some hours after midnight of every account, and again when the days have been read. */
async function passDays(days: number): Promise<void> {
  time.move(days * DAY_MS - 2 * HOUR_MS);
  await service.runJobs();
  time.move(2 * HOUR_MS);
  await service.runJobs();
}

/** Jumps over quiet weeks: what was missed is read and judged once. */
async function passUntil(day: number): Promise<void> {
  while (today() < day - 1) {
    time.move(Math.min(JUMP_DAYS, day - 1 - today()) * DAY_MS);
    await service.runJobs();
  }
  if (today() < day) await passDays(day - today());
}

interface Alert {
  kind: string;
  channel: ChannelName;
  state: string;
  /** The day it began. */
  day: number;
  sentence: string;
  just_before: { words: string; who?: string; from: string }[];
}

async function alerts(): Promise<Alert[]> {
  const found: Alert[] = [];
  let cursor: string | undefined;
  do {
    const page = await ask('workspace', 'list_alerts', { limit: 100, ...(cursor && { cursor }) });
    for (const { kind, object, state, since, sentence, just_before } of page.alerts)
      found.push({
        ...{ kind, channel: object.channel, state, sentence, just_before },
        day: Math.floor((Date.parse(since) - Date.parse(START)) / DAY_MS),
      });
    cursor = page.next_cursor;
  } while (cursor);
  return found;
}

/** Something goes wrong on a day; a default monitor has to find it within its window. */
interface Mishap {
  day: number;
  channel: ChannelName;
  what: string;
  begin(): Promise<() => Promise<unknown>>;
  found: string;
  withinDays: number;
  /** What was changed just before, as the alert tells it. */
  before?: RegExp;
}

async function accident(channel: ChannelName, kind: AccidentKind, object?: string) {
  return accidentOn(control, { platform: channel, kind, account: await accountOf(channel), ...(object && { object }) });
}

/** The campaign that spends most. */
async function largest(channel: ChannelName): Promise<string> {
  const { rows } = await ask('workspace', 'report', {
    channels: [channel],
    level: 'campaign',
    date_range: 'LAST_7_DAYS',
  });
  return rows[0].entity.id;
}

const MISHAPS: readonly Mishap[] = [
  {
    ...{ day: 40, channel: 'search', what: 'a tenfold budget', found: 'spend_spike', withinDays: 3 },
    before: /budget .* → /,
    async begin() {
      const id = await largest('search');
      const { campaigns } = await ask('search', 'list_campaigns', { campaign_ids: [id] });
      const { amount } = campaigns[0].budget;
      await ask('search', 'update_campaign', { campaign_id: id, budget: String(Number(amount) * 10) });
      return () => ask('search', 'update_campaign', { campaign_id: id, budget: amount });
    },
  },
  {
    ...{ day: 90, channel: 'video', what: 'a dead pixel', found: 'conversions_stopped', withinDays: 5 },
    begin: () => accident('video', 'pixel_dead'),
  },
  {
    ...{ day: 140, channel: 'social', what: 'a rejected ad', found: 'ad_rejected', withinDays: 1 },
    before: /ad review declined/,
    async begin() {
      const { ads } = await ask('social', 'list_social_ads', { effective_status: ['ACTIVE'], limit: 1 });
      return accident('social', 'ad_rejected', ads[0].id);
    },
  },
  {
    ...{ day: 190, channel: 'professional', what: 'an expired card', found: 'account_problem', withinDays: 1 },
    begin: () => accident('professional', 'payment_failed'),
  },
  {
    ...{ day: 240, channel: 'search', what: 'a removed negative', found: 'ctr_drop', withinDays: 3 },
    before: /criterion removed: keyword/,
    async begin() {
      return accident('search', 'negative_removed', await largest('search'));
    },
  },
  {
    ...{ day: 290, channel: 'social', what: 'a closed account', found: 'account_problem', withinDays: 1 },
    before: /account/,
    begin: () => accident('social', 'account_closed'),
  },
];

/** What was wrong before the year began is told of in its first days: rejected ads, and a campaign that never delivered. */
const SETTLED_BY = 14;
/** How long a mishap lasts once it was found, and how long figures need until they are usual again. */
const MENDED_AFTER_DAYS = 2;
const CALM_AFTER_DAYS = 35;

beforeAll(async () => {
  service = await startTestService({
    platforms: CHANNELS,
    ambient: time.ambient,
    sleep: time.sleep,
    settings: { ADHELM_HISTORY_DAYS: String(HISTORY_DAYS) },
  });
  const { connections, directory } = service.home;
  const japan = await service.workspaceId('Acme Japan');
  for (const { channel } of await connections.list(japan)) await connections.remove(japan, channel);
  directory.refresh();
  const listed = await ask('social', 'list_ad_accounts', { limit: 100 });
  const own = await accountOf('social');
  quiet = listed.ad_accounts.flatMap(({ id, status }: Any) => (status === 'ACTIVE' && id !== own ? [id] : []));
  for (const channel of CHANNELS) await fence(channel, [await accountOf(channel)]);
});
afterAll(() => service?.close());

test('a year: every mishap is found within its window by a default monitor, and nothing else is told of', async () => {
  for (const kind of [...FIGURES, 'ad_rejected', 'account_problem']) await ask('workspace', 'create_monitor', { kind });
  await passDays(1);
  await passDays(1);
  await passUntil(SETTLED_BY);
  const old = await alerts();
  expect.soft(new Set(old.map(({ kind }) => kind))).toEqual(new Set(['ad_rejected', 'zero_delivery']));
  const lasted: { mishap: Mishap; until: number }[] = [];
  for (const mishap of MISHAPS) {
    await passUntil(mishap.day);
    const begun = today();
    const mend = await mishap.begin();
    const isIt = ({ kind, channel, day }: Alert) => kind === mishap.found && channel === mishap.channel && day >= begun;
    let found: Alert | undefined;
    for (let days = 0; days < mishap.withinDays && !found; days += 1) {
      await passDays(1);
      found = (await alerts()).find(isIt);
    }
    expect.soft(found, `${mishap.what} was not found`).toBeDefined();
    if (mishap.before) expect.soft(found?.just_before.map(({ words }) => words).join('; ')).toMatch(mishap.before);
    await passDays(MENDED_AFTER_DAYS);
    await mend();
    lasted.push({ mishap, until: today() + CALM_AFTER_DAYS });
  }
  await passUntil(YEAR);
  const isExplained = ({ channel, day }: Alert) =>
    day <= SETTLED_BY ||
    lasted.some(({ mishap, until }) => mishap.channel === channel && day >= mishap.day && day <= until);
  const all = await alerts();
  expect.soft(all.filter((alert) => !isExplained(alert))).toEqual([]);
  expect.soft(all.filter(({ state, day }) => state !== 'resolved' && day > SETTLED_BY)).toEqual([]);
});

test('the days of twenty quiet accounts: no default monitor would have said a word of them', async () => {
  const own = await accountOf('social');
  expect(quiet.length).toBeGreaterThanOrEqual(20);
  await fence('social', [own, ...quiet]);
  const history = new StoredHistory(service.home.store, time.ambient);
  const workspaceId = await service.workspaceId('Acme');
  const filled = async () => {
    const known = await history.accounts(workspaceId);
    const isFilled = ({ account, firstDay, completeUntil }: HistoryAccount) =>
      quiet.includes(account) && Date.parse(completeUntil) - Date.parse(firstDay) >= (HISTORY_DAYS - 1) * DAY_MS;
    return known.filter(isFilled).length;
  };
  for (let runs = 0; runs < 100 && (await filled()) < quiet.length; runs += 1) {
    time.move(MINUTE_MS);
    await service.runJobs();
  }
  expect(await filled()).toBe(quiet.length);
  for (const kind of FIGURES) {
    const { objects, from, to } = await ask('workspace', 'test_monitor', { kind, channel: 'social', days: 180 });
    expect(Date.parse(to) - Date.parse(from)).toBe(179 * DAY_MS);
    const fired = objects.filter(
      ({ account, days }: Any) => account !== own && days.some(({ state }: Any) => state === 'firing'),
    );
    expect(fired, kind).toEqual([]);
  }
});
