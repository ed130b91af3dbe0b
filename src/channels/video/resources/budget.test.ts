import { expect, test } from 'vitest';
import { DAY_MS } from '../../../ambient.ts';
import { sandboxed } from '../sandboxed.testing.ts';

/** Every budget rule at its limit, in dollars and yen: refused before anything is sent, with the amount that is allowed. */
const { call, refusal, ledger, control, japan } = sandboxed();

// biome-ignore lint/suspicious/noExplicitAny: tests read replies of any shape
type Any = any;

const CURRENCIES = {
  USD: { least: 0.01, ratio: 1, digits: 2, location: '6252001', evening: '22:00', where: async () => ({}) },
  JPY: { least: 1, ratio: 100, digits: 0, location: '1861060', evening: '12:00', where: japan },
} as const;
type Code = keyof typeof CURRENCIES;
const CODES = Object.keys(CURRENCIES) as Code[];

let made = 0;

/** A refusal made here, without a changing request to the platform. */
async function unsent(tool: string, args: Any): Promise<Any> {
  const before = (await ledger()).length;
  const error = await refusal(tool, args);
  expect(error).toMatchObject({ code: 'invalid_arguments', outcome: 'not_applied' });
  expect([error.upstream, (await ledger()).length]).toEqual([undefined, before]);
  return error;
}

/** The same tool around one edge: `edge` is accepted, a coin beyond it is not, and neither is half a coin. */
async function edges(code: Code, tool: string, args: () => Promise<Any>, floor: number): Promise<void> {
  const { least, ratio, digits, where } = CURRENCIES[code];
  const shown = (amount: number) => amount.toFixed(digits);
  const [lowest, ceiling] = [floor * ratio, 10_000_000 * ratio];
  const given = { ...(await args()), ...(await where()) };
  const refused = async (budget: string) => {
    const { field, message } = await unsent(tool, { ...given, budget });
    expect(field).toBe('budget');
    return message;
  };
  expect(await refused(shown(lowest - least))).toContain(`at least ${shown(lowest)} ${code}`);
  expect(await refused(shown(ceiling))).toContain(`less than ${shown(ceiling)} ${code}`);
  expect(await refused(String(lowest + least / 10))).toContain('steps of');
  for (const budget of [shown(lowest), shown(ceiling - least)]) {
    const reply = await call(tool, { ...(await args()), ...(await where()), budget });
    expect((reply.campaign ?? reply.ad_group).budget).toEqual({ amount: budget, currency: code });
  }
}

const campaign = (budget_mode: string, more = {}) => ({
  campaign_name: `C${++made}`,
  objective: 'TRAFFIC',
  budget_mode,
  ...more,
});
const day = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const LIFETIME_DAYS = 4;

async function group(code: Code, budget_mode: string) {
  const { where, location } = CURRENCIES[code];
  const { id: campaign_id } = (
    await call('create_campaign', { ...campaign('BUDGET_MODE_INFINITE'), ...(await where()) })
  ).campaign;
  const run = budget_mode === 'BUDGET_MODE_TOTAL' && { start_time: day(1), end_time: day(LIFETIME_DAYS) };
  const goal = { optimization_goal: 'CLICK', location_ids: [location] };
  return { campaign_id, ad_group_name: `G${++made}`, budget_mode, ...goal, ...run };
}

test.each(CODES.flatMap((code) => ['BUDGET_MODE_DAY', 'BUDGET_MODE_TOTAL'].map((mode) => [code, mode] as const)))(
  'campaigns in %s with %s, made and changed',
  async (code, mode) => {
    const { where, ratio } = CURRENCIES[code];
    await edges(code, 'create_campaign', async () => campaign(mode), 50);
    const { id: campaign_id } = (
      await call('create_campaign', { ...campaign(mode, { budget: 70 * ratio }), ...(await where()) })
    ).campaign;
    await edges(code, 'update_campaign', async () => ({ campaign_id }), 50);
    const store = { objective: 'PRODUCT_SALES', product_source: 'STORE' };
    await edges(code, 'create_campaign', async () => campaign(mode, store), 10);
  },
);

test.each(
  CODES.flatMap((code) =>
    [
      ['BUDGET_MODE_DAY', 20],
      ['BUDGET_MODE_DYNAMIC_DAILY_BUDGET', 20],
      ['BUDGET_MODE_TOTAL', 20 * LIFETIME_DAYS],
    ].map(([mode, floor]) => [code, mode as string, floor as number] as const),
  ),
)('ad groups in %s with %s, made and changed', async (code, mode, floor) => {
  const { where, ratio } = CURRENCIES[code];
  await edges(code, 'create_ad_group', () => group(code, mode), floor);
  const args = { ...(await group(code, mode)), budget: 90 * ratio, ...(await where()) };
  const { id: ad_group_id } = (await call('create_ad_group', args)).ad_group;
  await edges(code, 'update_ad_group', async () => ({ ad_group_id }), floor);
});

test('a lifetime budget that stays has to last for a longer run', async () => {
  const args = { ...(await group('USD', 'BUDGET_MODE_TOTAL')), budget: 80 };
  const { id: ad_group_id } = (await call('create_ad_group', args)).ad_group;
  const error = await unsent('update_ad_group', { ad_group_id, end_time: day(6) });
  expect(error.message).toMatch(/at least 1[0-4]0.00 USD for [67] days/);
});

test.each(CODES)('a mode never changes, and a budget where another holds it is refused, in %s', async (code) => {
  const there = await CURRENCIES[code].where();
  const find = async (list: string, key: string, name: string) =>
    (await call(list, { name_contains: name, ...there }))[key][0].id;
  const campaign_id = await find('list_campaigns', 'campaigns', 'Autumn sale');
  const mode = await unsent('update_campaign', { campaign_id, budget_mode: 'BUDGET_MODE_TOTAL', ...there });
  expect(mode).toMatchObject({ code: 'invalid_arguments', field: 'budget_mode' });
  const infinite = await find('list_campaigns', 'campaigns', 'Store traffic');
  const own = await unsent('update_campaign', { campaign_id: infinite, budget: 50_000, ...there });
  expect(own.next_step).toContain('update_ad_group');
  const ad_group_id = await find('list_ad_groups', 'ad_groups', 'Runners');
  const shared = await unsent('update_ad_group', { ad_group_id, budget: 50_000, ...there });
  expect(shared.next_step).toContain('update_campaign');
});

test.each(CODES)('a bid has its greatest value and lies below the budgets, in %s', async (code) => {
  const { where, ratio, least, digits } = CURRENCIES[code];
  const args = { ...(await group(code, 'BUDGET_MODE_DAY')), budget: 200 * ratio, ...(await where()) };
  const message = async (bid: number, more = {}) =>
    (await unsent('create_ad_group', { ...args, ...more, bid: bid.toFixed(digits) })).message;
  expect(await message(30 * ratio + least)).toContain(`at most ${(30 * ratio).toFixed(digits)} ${code}`);
  expect(await message(20 * ratio, { budget: 20 * ratio })).toContain(`less than ${(20 * ratio).toFixed(digits)}`);
  expect((await call('create_ad_group', { ...args, bid: 30 * ratio })).ad_group.bid.amount).toBe(
    (30 * ratio).toFixed(digits),
  );
});

/** Stops the clock in the evening, so that everything has run since midnight. */
async function late({ evening }: { evening: string }): Promise<void> {
  const { now } = await control('/clock');
  const then = Date.parse(`${String(now).slice(0, 10)}T${evening}:00Z`);
  const next = then > Date.parse(now) ? then : then + DAY_MS;
  await control('/clock', 'PUT', { now: new Date(next).toISOString(), frozen: true });
}

test.each(
  CODES.flatMap((code) => [
    [code, 'campaign today', 'list_campaigns', 'campaigns', 'Autumn sale', 'update_campaign', 'campaign_id'] as const,
    [code, 'campaign ever', 'list_campaigns', 'campaigns', 'Launch film', 'update_campaign', 'campaign_id'] as const,
    [code, 'ad group today', 'list_ad_groups', 'ad_groups', 'All ages', 'update_ad_group', 'ad_group_id'] as const,
  ]),
)('%s, %s: never below 105 percent of what is spent', async (code, _, list, key, name, tool, field) => {
  await late(CURRENCIES[code]);
  const { where, digits, least } = CURRENCIES[code];
  const there = await where();
  const [{ id }] = (await call(list, { name_contains: name, ...there }))[key];
  const low = { campaign: 50, ad_group: 20 }[tool.slice('update_'.length)]! * CURRENCIES[code].ratio;
  const error = await unsent(tool, { [field]: id, budget: low, ...there });
  expect(error.message).toContain('105 %');
  const [, bound] = /at least ([\d.]+)/.exec(error.message) ?? [];
  const short = (Number(bound) - least).toFixed(digits);
  expect((await unsent(tool, { [field]: id, budget: short, ...there })).message).toContain(`at least ${bound}`);
  expect((await call(tool, { [field]: id, budget: bound, ...there })).applied.budget.to.amount).toBe(bound);
});
