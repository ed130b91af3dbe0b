import { beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../../ambient.ts';
import { good, sandboxed } from '../sandboxed.testing.ts';

const { call, refusal, requests, fault, clearFaults, advanceClock, control, japan, morning } = sandboxed();
// Daily budgets are locked for the last minutes of the advertiser's day.
beforeAll(morning);

// biome-ignore lint/suspicious/noExplicitAny: tests read replies of any shape
type Any = any;
const ids = (items: Any[]) => items.map(({ id }) => id);
const switches = async () => (await requests()).filter(({ path }) => path.includes('/status/update/')).length;

test('switches many in one request, with a result a row', async () => {
  const { ad_groups } = await call('list_ad_groups', { limit: 100 });
  const manual = ad_groups.filter(({ automation }: Any) => automation === 'MANUAL');
  const before = await switches();
  const reply = await call('bulk_update', { ad_group_ids: [...ids(manual), '42'], status: 'DISABLE' });
  expect(reply).toMatchObject({ changed: manual.length, refused: 1, unknown: 0 });
  expect(reply.results[0]).toMatchObject({
    id: manual[0].id,
    name: manual[0].name,
    outcome: 'changed',
    applied: { status: { from: 'ENABLE', to: 'DISABLE' } },
  });
  expect(reply.results.at(-1)).toMatchObject({ id: '42', outcome: 'refused', error: { code: 'not_found' } });
  expect(await switches()).toBe(before + 1);
  const again = await call('bulk_update', { ad_group_ids: ids(manual), status: 'DISABLE' });
  expect(again).toMatchObject({ changed: 0, refused: 0 });
  expect(await switches()).toBe(before + 1);
});

test('Smart+ ads go to their own address, and other kinds and levels are left as ready calls', async () => {
  const { ads } = await call('list_ads', { limit: 100 });
  const smart = ads.filter(({ automation }: Any) => automation === 'SMART_PLUS');
  const manual = ads.filter(({ automation }: Any) => automation === 'MANUAL').slice(0, 2);
  const [campaign] = (await call('list_campaigns', { name_contains: 'Store traffic' })).campaigns;
  const before = await switches();
  const asked = { campaign_ids: [campaign.id], ad_ids: ids([...smart, ...manual]), status: 'DISABLE' };
  const reply = await call('bulk_update', asked);
  expect(reply).toMatchObject({ changed: 1, results: [{ id: campaign.id, outcome: 'changed' }] });
  expect(await switches()).toBe(before + 1);
  expect(reply.next_calls.map((one: Any) => one.arguments)).toEqual([
    expect.objectContaining({ ad_ids: ids(smart), status: 'DISABLE' }),
    expect.objectContaining({ ad_ids: ids(manual), status: 'DISABLE' }),
  ]);
  for (const { tool, arguments: args } of reply.next_calls) expect((await call(tool, args)).refused).toBe(0);
  const now = (await call('list_ads', { ad_ids: ids([...smart, ...manual]) })).ads;
  expect(new Set(now.map(({ status }: Any) => status))).toEqual(new Set(['DISABLE']));
  await call('bulk_update', { campaign_ids: [campaign.id], status: 'ENABLE' });
});

test('what is off already asks for no request, and what runs is switched off at once', async () => {
  const { ad_groups } = await call('list_ad_groups', { limit: 100 });
  const { ads } = await call('list_ads', { limit: 100 });
  const [group] = ad_groups.filter(({ automation }: Any) => automation === 'MANUAL');
  const [ad] = ads.filter(({ automation }: Any) => automation === 'MANUAL');
  await call('update_ad_group', { ad_group_id: group.id, status: 'DISABLE' });
  await call('update_ad', { ad_id: ad.id, status: 'ENABLE' });
  const reply = await call('bulk_update', { ad_group_ids: [group.id], ad_ids: [ad.id], status: 'DISABLE' });
  expect(reply).toMatchObject({ changed: 1, results: [{ outcome: 'unchanged' }, { id: ad.id, outcome: 'changed' }] });
  expect(reply).not.toHaveProperty('next_calls');
});

test.each([
  ['USD', '33.33', '34.33'],
  ['JPY', '3333', '3433'],
])('three percent of a budget in %s are rounded to its coin, and the amount is told', async (currency, was, is) => {
  const where = currency === 'JPY' ? await japan() : {};
  const [{ campaign_id }] = (await call('list_ad_groups', { ...where, name_contains: 'All ages' })).ad_groups;
  const location_ids = [currency === 'JPY' ? '1861060' : '6252001'];
  const made = await call('create_ad_group', { ...where, ...good.adGroup, campaign_id, location_ids, budget: was });
  const reply = await call('bulk_update', { ...where, ad_group_ids: [made.ad_group.id], percent: 3 });
  expect(reply.results[0].applied).toEqual({ budget_from_midnight: { from: null, to: { amount: is, currency } } });
});

test('percent of campaigns and ad groups: one is sent, the others are calls with amounts', async () => {
  const { campaigns } = await call('list_campaigns', { limit: 100 });
  const held = campaigns.filter(({ budget, automation }: Any) => budget && automation === 'MANUAL').slice(0, 2);
  const [group] = (await call('list_ad_groups', { name_contains: 'Partner apps' })).ad_groups;
  const [without] = campaigns.filter(({ budget }: Any) => !budget);
  const reply = await call('bulk_update', {
    campaign_ids: ids([...held, without]),
    ad_group_ids: [group.id],
    percent: 10,
  });
  const raised = (one: Any) => Math.round(Number(one.budget.amount) * 110) / 100;
  expect(reply).toMatchObject({ changed: 1, refused: 1 });
  expect(reply.results[0].applied.budget.to.amount).toBe(raised(held[0]).toFixed(2));
  expect(reply.results[1].error.message).toContain('no budget of its own');
  expect(reply.next_calls).toMatchObject([
    { tool: 'update_campaign', arguments: { campaign_id: held[1].id, budget: raised(held[1]) } },
    { tool: 'bulk_update', arguments: { budgets: [{ ad_group_id: group.id, budget: raised(group) }] } },
  ]);
  for (const { tool, arguments: args } of reply.next_calls) await call(tool, args);
  expect((await call('list_campaigns', { campaign_ids: [held[1].id] })).campaigns[0].budget.amount).toBe(
    raised(held[1]).toFixed(2),
  );
  const { ads } = await call('list_ads', { limit: 1 });
  expect((await refusal('bulk_update', { ad_ids: ids(ads), percent: 10 })).field).toBe('percent');
});

test('budgets of many ad groups in one request, each with its result, daily ones from midnight on', async () => {
  const { ad_groups } = await call('list_ad_groups', { limit: 100 });
  const { campaigns } = await call('list_campaigns', { limit: 100 });
  const sharing = campaigns.filter((one: Any) => one.budget_optimize_on).map(({ id }: Any) => id);
  const own = ad_groups.filter((one: Any) => one.automation === 'MANUAL' && !sharing.includes(one.campaign_id));
  const kind = (mode: RegExp) => own.filter(({ budget_mode }: Any) => mode.test(budget_mode)).slice(0, 2);
  const [daily, total] = [kind(/DAY|DAILY/), kind(/TOTAL/)];
  const asked = (groups: Any[], budget: number) => groups.map(({ id }) => ({ ad_group_id: id, budget }));
  const sent = async () => (await requests()).filter(({ path }) => path.includes('adgroup/budget/update')).length;
  const before = await sent();
  const reply = await call('bulk_update', { budgets: [...asked(daily, 77), { ad_group_id: '42', budget: 50 }] });
  expect(await sent()).toBe(before + 1);
  expect(reply).toMatchObject({ changed: daily.length, refused: 1, unknown: 0 });
  expect(reply.results[0]).toMatchObject({
    id: daily[0].id,
    applied: { budget_from_midnight: { to: { amount: '77.00', currency: 'USD' } } },
  });
  expect(reply.notes[0]).toContain('midnight');
  await advanceClock(DAY_MS);
  const [now] = (await call('list_ad_groups', { ad_group_ids: [daily[0].id] })).ad_groups;
  expect(now.budget).toEqual({ amount: '77.00', currency: 'USD' });
  const low = await call('bulk_update', { budgets: asked(daily, 1) });
  expect(low).toMatchObject({ changed: 0, refused: daily.length });
  expect(low.results[0].error.message).toContain('at least');
  if (total.length > 0) {
    const at_once = await call('bulk_update', { budgets: asked(total, 90_000) });
    expect(at_once.results[0].applied.budget.to).toEqual({ amount: '90000.00', currency: 'USD' });
    const mixed = await call('bulk_update', { budgets: asked([...daily, ...total], 90_000) });
    expect(mixed.next_calls).toHaveLength(1);
  }
  const twice = asked([daily[0], daily[0]], 50);
  expect(await refusal('bulk_update', { budgets: twice })).toMatchObject({ field: 'budgets.1.ad_group_id' });
});

test('lifetime budgets in bulk last for their days, and no budget falls below 105 percent of what is spent', async () => {
  const [{ campaign_id }] = (await call('list_ad_groups', { name_contains: 'All ages' })).ad_groups;
  const { now } = await control('/clock');
  const day = (days: number) => new Date(Date.parse(now) + days * DAY_MS).toISOString();
  const { ad_group } = await call('create_ad_group', {
    ...good.adGroup,
    campaign_id,
    budget_mode: 'BUDGET_MODE_TOTAL',
    budget: 500,
    start_time: day(1),
    end_time: day(4),
  });
  const rows = async (args: Any) => (await call('bulk_update', args)).results;
  const [low] = await rows({ budgets: [{ ad_group_id: ad_group.id, budget: 59 }] });
  expect(low).toMatchObject({
    outcome: 'refused',
    error: { message: expect.stringMatching(/at least 80.00 USD for 4/) },
  });
  const [high] = await rows({ ad_group_ids: [ad_group.id], percent: 3 });
  expect(high.applied.budget.to).toEqual({ amount: '515.00', currency: 'USD' });
  const [film] = (await call('list_campaigns', { name_contains: 'Launch film' })).campaigns;
  const [spent] = await rows({ budgets: [{ campaign_id: film.id, budget: 60 }] });
  expect(spent).toMatchObject({ outcome: 'refused', error: { message: expect.stringContaining('105 %') } });
});

test('a lost answer is looked up row by row, and a deleted campaign is refused beforehand', async () => {
  const { campaigns } = await call('list_campaigns', { status: 'ALL', limit: 100 });
  const manual = campaigns.filter(({ automation }: Any) => automation === 'MANUAL');
  await fault('cut_after', 'POST .*campaign/status/update/', { times: 5 });
  const reply = await call('bulk_update', { campaign_ids: ids(manual), status: 'DELETE' });
  const living = manual.filter(({ status }: Any) => status !== 'DELETE').length;
  expect(reply).toMatchObject({ changed: living, refused: manual.length - living, unknown: 0 });
  expect(await refusal('bulk_update', { status: 'ENABLE' })).toMatchObject({ code: 'invalid_arguments' });
});

const updates = async () => (await requests()).filter(({ path }) => path.endsWith('/adgroup/update/')).length;

/** Three new ad groups with a daily budget, in a new campaign. */
async function newGroups(campaign_name: string): Promise<Any[]> {
  const { campaign } = await call('create_campaign', { ...good.campaign, campaign_name });
  const made: Any[] = [];
  for (let count = 0; count < 3; count += 1)
    made.push((await call('create_ad_group', { ...good.adGroup, campaign_id: campaign.id })).ad_group);
  return made;
}
const endOf = ([first]: Any[], days: number) =>
  `${new Date(Date.parse(first.start_time) + days * DAY_MS).toISOString().slice(0, 19)}Z`;

test('ends of many ad groups: a request and a result each, and only where the end is another', async () => {
  const some = await newGroups('Ends');
  const end_time = endOf(some, 40);
  const before = await updates();
  const reply = await call('bulk_update', { ad_group_ids: [...ids(some), '42'], end_time });
  expect(reply).toMatchObject({ changed: 3, refused: 1, unknown: 0 });
  expect(reply.results[0]).toMatchObject({ id: some[0].id, applied: { end_time: { to: end_time } } });
  expect(await updates()).toBe(before + 3);
  const listed = (await call('list_ad_groups', { ad_group_ids: ids(some) })).ad_groups;
  expect(listed.map((one: Any) => one.end_time)).toEqual([end_time, end_time, end_time]);
  expect(await call('bulk_update', { ad_group_ids: ids(some), end_time })).toMatchObject({ changed: 0, refused: 0 });
  expect(await updates()).toBe(before + 3);
  const open = await call('bulk_update', { ad_group_ids: ids(some), end_time: 'none' });
  expect(open).toMatchObject({ changed: 3, refused: 0 });
  const early = await call('bulk_update', { ad_group_ids: [some[0].id], end_time: '2001-01-01T00:00:00Z' });
  const why = expect.stringContaining('after its start');
  expect(early.results[0]).toMatchObject({ outcome: 'refused', error: { message: why } });
  const mixed = { ad_group_ids: ids(some), campaign_ids: ['1'], end_time };
  expect(await refusal('bulk_update', mixed)).toMatchObject({ field: 'campaign_ids' });
});

test('after a failure that the next request would meet too, the rest of the ends is not sent and said so', async () => {
  const some = await newGroups('Ends that fail');
  await fault('throttle', 'POST .*/adgroup/update/', { skip: 1, times: 20 });
  const reply = await call('bulk_update', { ad_group_ids: ids(some), end_time: endOf(some, 50) });
  await clearFaults();
  expect(reply.results.map(({ outcome }: Any) => outcome)).toEqual(['changed', 'refused', 'refused']);
  const why = expect.stringContaining('Not sent');
  expect(reply.results[2]).toMatchObject({ outcome: 'refused', error: { code: 'rate_limited', message: why } });
});
