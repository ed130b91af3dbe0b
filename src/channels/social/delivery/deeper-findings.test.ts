import { expect, test } from 'vitest';
import { Failure } from '../../../errors.ts';
import type { SocialClient } from '../client.ts';
import { AD_HEALTH, AD_SET_HEALTH, AUDIENCES, Campaign, PRODUCT_SET } from '../wire.ts';
import { audienceFindings, bidFindings, learningFindings, productFindings } from './deeper-findings.ts';

const running = { account_id: '1', name: 'x', status: 'ACTIVE', effective_status: 'ACTIVE' };
const adSet = (more: object = {}) => AD_SET_HEALTH.schema.parse({ ...running, id: '3', campaign_id: '2', ...more });

const gone = new Failure({ code: 'not_found', message: 'gone', nextStep: '' });
const away = new Failure({ code: 'upstream_unavailable', message: 'away', nextStep: '', retryable: true });

/** Audiences and product sets by their state, and what a look at the reach answers with. */
function platform(states: Record<string, number | Failure>, reach: object = {}) {
  const state = (id: string) => {
    const held = states[id] ?? gone;
    if (held instanceof Failure) throw held;
    return held;
  };
  return {
    node: async (kind: unknown, id: string) =>
      kind === PRODUCT_SET
        ? { product_count: state(id) }
        : kind === AUDIENCES && { delivery_status: { code: state(id) } },
    get: async () => ({
      data: { users_lower_bound: 0, users_upper_bound: 900, estimate_ready: true, ...reach },
    }),
  } as unknown as SocialClient;
}

const aimed = (custom_audiences: string[], excluded: string[] = []) =>
  adSet({
    targeting: {
      custom_audiences: custom_audiences.map((id) => ({ id })),
      excluded_custom_audiences: excluded.map((id) => ({ id })),
    },
  });

test('an audience that cannot be used stops an ad set only when no other is left, and its size is not asked then', async () => {
  const client = platform({ good: 200, small: 300 });
  const found = (ids: string[]) => audienceFindings(client, aimed(ids));
  expect(await found(['good', 'small'])).toMatchObject([
    { stops: false, mend: { arguments: { targeting: { custom_audiences: [{ id: 'good' }] } } } },
  ]);
  const without = await found(['small', 'lost']);
  expect(without).toMatchObject([
    { stops: true, message: expect.stringContaining('status 300') },
    { stops: true, message: 'The audience lost is deleted' },
  ]);
  expect(
    without.some(({ mend }) => mend),
    'no call may open it to everybody',
  ).toBe(false);
});

test('of excluded audiences only deleted ones are reported: one that is too small does no harm', async () => {
  const found = await audienceFindings(
    platform({ small: 300 }, { users_upper_bound: 5_000 }),
    aimed([], ['small', 'lost']),
  );
  expect(found).toMatchObject([
    {
      message: 'The excluded audience lost is deleted',
      mend: { arguments: { targeting: { excluded_custom_audiences: [{ id: 'small' }] } } },
    },
  ]);
});

test('what could not be read is no deleted audience and no deleted product set', async () => {
  await expect(audienceFindings(platform({ a: away }), aimed(['a']))).rejects.toBe(away);
  const ad = AD_HEALTH.schema.parse({
    ...running,
    id: '5',
    adset_id: '3',
    campaign_id: '2',
    creative: { id: '9', product_set_id: 'p' },
  });
  await expect(productFindings(platform({ p: away }), [ad])).rejects.toBe(away);
});

test('few people are told as a hint, and only of an estimate that is ready and told', async () => {
  const about = async (reach: object) =>
    (await audienceFindings(platform({}, reach), adSet())).map(({ stops }) => stops);
  expect(await about({})).toEqual([false]);
  expect(await about({ users_upper_bound: 1_000 })).toEqual([false]);
  expect(await about({ users_upper_bound: 1_001 })).toEqual([]);
  expect(await about({ estimate_ready: false })).toEqual([]);
  expect(await about({ users_upper_bound: -1 })).toEqual([]);
});

test('an empty product set stops only when every ad shows one', async () => {
  const ad = (id: string, product_set_id?: string) =>
    AD_HEALTH.schema.parse({
      ...running,
      id,
      adset_id: '3',
      campaign_id: '2',
      ...(product_set_id && { creative: { id: '9', product_set_id } }),
    });
  const client = platform({ empty: 0, full: 3 });
  const stops = async (...ads: ReturnType<typeof ad>[]) => (await productFindings(client, ads)).map((one) => one.stops);
  expect(await stops(ad('1', 'empty'), ad('2', 'full'))).toEqual([false]);
  expect(await stops(ad('1', 'empty'), ad('2'))).toEqual([false]);
  expect(await stops(ad('1', 'empty'), ad('2', 'gone'))).toEqual([true, true]);
});

test('learning is told of ad sets that run, until they have learned', () => {
  const told = (status: string, stage?: string) =>
    learningFindings(adSet({ status, ...(stage && { learning_stage_info: { status: stage } }) })).map(
      (one) => one.stops,
    );
  expect(told('ACTIVE', 'LEARNING')).toEqual([false]);
  expect(told('ACTIVE', 'FAIL')).toEqual([false]);
  expect(told('ACTIVE', 'SUCCESS')).toEqual([]);
  expect(told('PAUSED', 'LEARNING')).toEqual([]);
  expect(told('ACTIVE')).toEqual([]);
});

test('a bid is blamed only where it caps and nothing was shown, at the level that holds the strategy', () => {
  const campaign = (more: object = {}) => Campaign.parse({ ...running, id: '2', ...more });
  const capped = adSet({ bid_strategy: 'COST_CAP', bid_amount: 5 });
  const level = (...[set, above, shown]: [ReturnType<typeof adSet>, ReturnType<typeof campaign>, number | undefined]) =>
    bidFindings(set, above, 'USD', shown).map((one) => one.level);
  expect(level(capped, campaign(), 0)).toEqual(['ad_set']);
  expect(level(capped, campaign({ daily_budget: '500' }), 0)).toEqual(['campaign']);
  expect(level(capped, campaign(), 1)).toEqual([]);
  expect(level(capped, campaign(), undefined)).toEqual([]);
  expect(level(adSet({ bid_strategy: 'LOWEST_COST_WITH_MIN_ROAS', bid_amount: 5 }), campaign(), 0)).toEqual([]);
});
