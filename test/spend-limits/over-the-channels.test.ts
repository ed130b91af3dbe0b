import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../src/ambient.ts';
import type { Holding, Holdings } from '../../src/tools/exposure.ts';
import { passingTime } from '../passing-time.ts';
import { type ReportingService, startReportingService } from '../reporting-service.ts';

const { ambient, sleep } = passingTime();
let service: ReportingService;
let organizationId: string;
let workspaceId: string;
beforeAll(async () => {
  service = await startReportingService({ ambient, sleep, fewAccounts: true });
  ({ id: workspaceId, organizationId } = (await service.home.directory.find('Acme'))!);
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.control('/faults', 'DELETE');
  const { book } = service.home.spendLimits;
  for (const { scope, scopeId, kind, currency } of await book.list(organizationId))
    await book.remove(
      scope === 'key'
        ? { scope, organizationId, workspaceId, keyId: scopeId }
        : scope === 'workspace'
          ? { scope, organizationId, workspaceId }
          : { scope, organizationId },
      kind,
      currency,
      'Ada',
    );
});

const CHANNELS = ['social', 'search', 'professional', 'video'] as const;
type Channel = (typeof CHANNELS)[number];

/** The tool that changes an object of a level, and what its arguments are called. */
const TOOLS: Readonly<Record<string, { tool: string; id: string; budget: string; on: string; off: string }>> = {
  'social campaign': {
    tool: 'update_social_campaign',
    id: 'campaign_id',
    budget: 'daily_budget',
    on: 'ACTIVE',
    off: 'PAUSED',
  },
  'social ad_set': { tool: 'update_ad_set', id: 'ad_set_id', budget: 'daily_budget', on: 'ACTIVE', off: 'PAUSED' },
  'search campaign': { tool: 'update_campaign', id: 'campaign_id', budget: 'budget', on: 'ENABLED', off: 'PAUSED' },
  'professional campaign': {
    tool: 'update_professional_campaign',
    id: 'campaign_id',
    budget: 'daily_budget_amount',
    on: 'ACTIVE',
    off: 'PAUSED',
  },
  'video campaign': { tool: 'update_campaign', id: 'campaign_id', budget: 'budget', on: 'ENABLE', off: 'DISABLE' },
  'video ad_group': { tool: 'update_ad_group', id: 'ad_group_id', budget: 'budget', on: 'ENABLE', off: 'DISABLE' },
};

interface Found {
  channel: Channel;
  account: string;
  currency: string;
  object: Holding & { budget: NonNullable<Holding['budget']> };
}

/** Longer than a snapshot is used, a platform that failed is left alone, and social counts edits. */
const pass = () => sleep(HOUR_MS + MINUTE_MS, new AbortController().signal);

/** An object that runs on a daily budget of its own, as it is now. */
async function running(channel: Channel): Promise<Found> {
  await pass();
  await service.ask('get_spend_limits');
  const rows = await service.home.store.db
    .selectFrom('spend_snapshots')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('channel', '=', channel)
    .execute();
  for (const { account, holdings } of rows) {
    const { objects, currency } = JSON.parse(holdings) as Holdings;
    const isOn = (id: string | undefined): boolean => {
      const one = objects.find((other) => other.id === id);
      return id === undefined || (one?.on === true && one.end === undefined && isOn(one.parent));
    };
    const object = objects.find(
      ({ id, level, budget }) =>
        `${channel} ${level}` in TOOLS &&
        budget?.kind === 'daily' &&
        !budget.peak &&
        (budget.id === undefined || channel === 'search') &&
        isOn(id) &&
        objects.filter((other) => other.budget?.id !== undefined && other.budget.id === budget.id).length < 2,
    );
    if (object) return { channel, account, currency, object: object as Found['object'] };
  }
  throw new Error(`nothing runs on ${channel}`);
}

function change({ channel, object }: Found, fields: { budget?: number; isOn?: boolean; preview?: true }, key?: string) {
  const { tool, id, budget, on, off } = TOOLS[`${channel} ${object.level}`]!;
  const args = {
    [id]: object.id,
    ...(fields.budget !== undefined && { [budget]: fields.budget.toFixed(2) }),
    ...(fields.preview && { preview: true }),
    ...(fields.isOn !== undefined && { status: fields.isOn ? on : off }),
  };
  return service.call(channel, tool, args, key === undefined ? {} : { key });
}

async function usedIn(currency: string, kind = 'daily'): Promise<number> {
  const { limits } = await service.ask('get_spend_limits');
  const row = limits.find((one: Record<string, string>) => one.kind === kind && one.currency === currency);
  return Number(row.used);
}

const limit = (kind: 'daily' | 'step' | 'day_step', amount: number, currency: string) =>
  service.home.spendLimits.book.set(
    { scope: 'workspace', organizationId, workspaceId },
    kind,
    currency,
    String(Math.round(amount * 100) / 100),
    'Ada',
  );

const effectsOn = async (channel: Channel) =>
  (await service.controlled(`/ledger?platform=${channel}`)).effects.length as number;

describe.each(CHANNELS)('on %s', (channel) => {
  test('a raise over the limit is refused before anything is sent, and one within it is made', async () => {
    const found = await running(channel);
    const amount = Number(found.object.budget.amount);
    const used = await usedIn(found.currency);
    await limit('daily', used + 10, found.currency);
    const before = await effectsOn(channel);
    const over = await change(found, { budget: amount + 10.01 });
    expect(over.result.error).toMatchObject({ code: 'over_limit', outcome: 'not_applied' });
    expect(over.result.error.message).toContain('The workspace "Acme" may spend at most');
    expect(await effectsOn(channel)).toBe(before);
    const { isError, result } = await change(found, { budget: amount + 5 });
    expect(isError, JSON.stringify(result)).toBe(false);
    expect(await usedIn(found.currency)).toBeCloseTo(used + 5, 2);
  });

  test('pauses and cuts pass under a limit that is passed, and switching on again does not', async () => {
    const found = await running(channel);
    const amount = Number(found.object.budget.amount);
    await limit('daily', 0.01, found.currency);
    const cut = await change(found, { budget: amount - 1 });
    expect(cut.isError, JSON.stringify(cut.result)).toBe(false);
    const paused = await change(found, { isOn: false });
    expect(paused.isError, JSON.stringify(paused.result)).toBe(false);
    expect((await change(found, { isOn: true })).result.error).toMatchObject({ code: 'over_limit' });
    await limit('daily', 1_000_000, found.currency);
    const back = await change(found, { isOn: true });
    expect(back.isError, JSON.stringify(back.result)).toBe(false);
  });
});

describe.each(CHANNELS)('an undo on %s', (channel) => {
  test('that raises what may be spent obeys the limit, and is made within it', async () => {
    const found = await running(channel);
    const amount = Number(found.object.budget.amount);
    await limit('daily', 1_000_000, found.currency);
    // Video wants 105 % of what is spent today.
    expect((await change(found, { budget: amount * 2 })).result).not.toHaveProperty('error');
    expect((await change(found, { budget: amount * 2 - 5 })).result).not.toHaveProperty('error');
    const [{ change_id }] = (await service.ask('list_history', { channel, limit: 1 })).changes;
    await limit('daily', (await usedIn(found.currency)) + 4, found.currency);
    const before = await effectsOn(channel);
    const shown = await service.ask('undo_change', { change_id });
    expect(shown.plans[0].plan.exposure.refused).toMatchObject({ code: 'over_limit' });
    const [refused] = (await service.ask('undo_change', { change_id, preview: false })).plans;
    expect(refused).toMatchObject({ error: { code: 'over_limit' }, plan: { state: 'failed' } });
    expect(await effectsOn(channel)).toBe(before);
    await limit('daily', 1_000_000, found.currency);
    const [made] = (await service.ask('undo_change', { change_id, preview: false })).plans;
    expect(made.plan.state, JSON.stringify(made)).toBe('applied');
    expect(await effectsOn(channel)).toBeGreaterThan(before);
  });
});

test('a preview tells what the change costs and which limit would refuse it, and holds nothing', async () => {
  const found = await running('video');
  const amount = Number(found.object.budget.amount);
  const used = await usedIn(found.currency);
  await limit('daily', used + 10, found.currency);
  const { result } = await change(found, { budget: amount + 20, preview: true });
  const { daily, refused } = result.plan.exposure;
  expect(Number(daily.to) - Number(daily.from)).toBeCloseTo(20, 2);
  expect(refused).toMatchObject({ code: 'over_limit' });
  const within = await change(found, { budget: amount + 10, preview: true });
  expect(within.result.plan.exposure).not.toHaveProperty('refused');
  const { limits } = await service.ask('get_spend_limits');
  for (const { held = '0' } of limits) expect(held).toBe('0');
});

test.each([
  ['that is down', 'unavailable'],
  ['whose token has expired', 'expired_token'],
])('one channel %s refuses raises on the others; pauses and cuts are made', async (_, kind) => {
  const found = await running('social');
  const amount = Number(found.object.budget.amount);
  await limit('daily', 1_000_000, found.currency);
  await pass();
  await service.control('/faults', 'POST', { platform: 'video', kind, match: '.*', times: 1_000 });
  const { error } = (await change(found, { budget: amount + 1 })).result;
  expect(error).toMatchObject({ code: 'cap_unverifiable', outcome: 'not_applied' });
  expect(error.message).toContain('video');
  expect((await change(found, { budget: amount - 0.5 })).result).not.toHaveProperty('error');
  expect((await change(found, { isOn: false })).result).not.toHaveProperty('error');
  const { unreadable } = await service.ask('get_spend_limits');
  expect(unreadable).toEqual([expect.objectContaining({ channel: 'video' })]);
  await service.control('/faults', 'DELETE');
  await pass();
  // One request at a time is let through to a platform that has failed.
  await service.ask('get_spend_limits');
  expect((await change(found, { isOn: true })).result).not.toHaveProperty('error');
});

/** What fails in each of them: the reports, without which the month is not known, or every reading. */
const UNREADABLE = {
  social: 'insights',
  search: 'googleAds:search',
  professional: 'adAnalytics',
  video: 'report/integrated',
} as const;

describe.each(CHANNELS)('while the account cannot be read on %s', (channel) => {
  test('a raise is refused, a pause is made, and so is a cut of an object that can be read itself', async () => {
    const found = await running(channel);
    // Video wants 105 % of what is spent today.
    const amount = Number(found.object.budget.amount) * 2;
    await limit('daily', 1_000_000, found.currency);
    expect((await change(found, { budget: amount })).result).not.toHaveProperty('error');
    await pass();
    const fault = { platform: channel, kind: 'server_error', match: UNREADABLE[channel], times: 1_000 };
    await service.control('/faults', 'POST', fault);
    const before = await effectsOn(channel);
    const raised = (await change(found, { budget: amount + 1 })).result.error;
    const cut = (await change(found, { budget: amount - 1 })).result.error;
    if (channel === 'search') {
      // One address answers every question there, so that the campaign is as dark as its account.
      for (const error of [raised, cut])
        expect(error).toMatchObject({ code: 'upstream_unavailable', outcome: 'not_applied' });
      expect(await effectsOn(channel)).toBe(before);
    } else {
      expect(raised).toMatchObject({ code: 'cap_unverifiable', outcome: 'not_applied' });
      expect(cut).toBeUndefined();
      expect(await effectsOn(channel)).toBe(before + 1);
      expect((await change(found, { isOn: false })).result).not.toHaveProperty('error');
    }
    await service.control('/faults', 'DELETE');
    await pass();
    await service.ask('get_spend_limits');
    expect((await change(found, { isOn: true })).result).not.toHaveProperty('error');
  });
});

test('an account in a currency without a limit may be cut and not raised', async () => {
  const found = await running('professional');
  const amount = Number(found.object.budget.amount);
  await limit('daily', 1_000_000, found.currency === 'USD' ? 'EUR' : 'USD');
  const { error } = (await change(found, { budget: amount + 1 })).result;
  expect(error).toMatchObject({ code: 'over_limit' });
  expect(error.message).toContain(`none in ${found.currency}`);
  expect((await change(found, { budget: amount - 0.5 })).isError).toBe(false);
});

test('a change of unknown outcome keeps its room until a reading shows what became of it', async () => {
  const found = await running('search');
  const amount = Number(found.object.budget.amount);
  const used = await usedIn(found.currency);
  await limit('daily', used + 10, found.currency);
  // One mutate before it is only checked.
  const cut = { platform: 'search', kind: 'cut_after', match: 'mutate', skip: 1, times: 9, ms: 2_000 };
  await service.control('/faults', 'POST', cut);
  const answer = change(found, { budget: amount + 8 });
  await vi.waitFor(async () => {
    expect((await service.controlled('/faults')).faults).toMatchObject([{ times: 8 }]);
  }, 20_000);
  // From now on no read succeeds. The change has made all its own and goes through.
  await service.control('/faults', 'POST', {
    platform: 'search',
    kind: 'server_error',
    match: 'googleAds:search',
    times: 99,
  });
  const lost = (await answer).result.error;
  expect(lost, JSON.stringify(lost)).toMatchObject({ outcome: 'unknown' });
  expect((await change(found, { budget: amount + 5 })).result.error.message).toContain('is held by changes under way');
  await service.control('/faults', 'DELETE');
  await pass();
  // It was made, and counts once.
  expect(await usedIn(found.currency)).toBeCloseTo(used + 8, 2);
  expect((await change(found, { budget: amount + 10.01 })).result.error).toMatchObject({ code: 'over_limit' });
  expect((await change(found, { budget: amount + 10 })).isError).toBe(false);
});

test('fifty callers with two keys raise at the same time, and the limit holds', async () => {
  const found = await running('search');
  const amount = Number(found.object.budget.amount);
  const used = await usedIn(found.currency);
  await limit('daily', used + 10, found.currency);
  const keys = await Promise.all(
    ['one', 'two'].map((name) => service.home.keyRing.create({ workspaceId, name, actor: 'Ada' } as never)),
  );
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) => change(found, { budget: amount + 1 + (at % 9) }, keys[at % 2]!.key)),
  );
  const codes = answers.map(({ isError, result }) => (isError ? result.error.code : 'made'));
  expect(new Set(codes)).toEqual(new Set(['made', 'over_limit']));
  await pass();
  expect(await usedIn(found.currency)).toBeLessThanOrEqual(used + 10);
});
