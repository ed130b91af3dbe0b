import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { DAY_MS } from '../../ambient.ts';
import { toolOf, trains } from '../../pipeline/pipeline.testing.ts';
import type { Channel } from '../../tools/channel.ts';
import { savePlan } from '../budgets/stored-plans.ts';
import { monitorDesk } from './monitor-desk.ts';
import { monitorLine } from './monitor-line.ts';
import { removeOldAlerts } from './retention.ts';
import { suggestedMonitors } from './suggested-monitors.ts';
import { spending, type Watched, watchedBed } from './watched.testing.ts';

const NORMAL = { cost: 100, impressions: 10_000, clicks: 200, conversions: 20 };
const TENFOLD = { cost: 1_000, impressions: 100_000, clicks: 2_000, conversions: 200 };

let bed: Watched;
beforeEach(async () => {
  bed = await watchedBed();
});
afterEach(() => bed.discard());

const set = (...days: ReturnType<typeof spending>[]) => bed.days.splice(0, bed.days.length, ...days);
const told = () => bed.told.map(({ type }) => type);

test('quiet verdicts go after a month, those that fired after a hundred days, ended alerts after 400 days, open ones never', async () => {
  const { db } = bed.store;
  const open = spending('2026-01-14', [TENFOLD], { id: '78', name: 'Open' });
  set(spending('2026-01-14', [TENFOLD]), open);
  const id = await bed.monitor({ kind: 'spend_spike' });
  await bed.judge(id);
  // The other one is not read any more.
  set(spending('2026-01-15', [TENFOLD, NORMAL]));
  const kept = async () => [
    (await db.selectFrom('monitor_verdicts').selectAll().execute()).map(({ state }) => state).sort(),
    (await db.selectFrom('alerts').selectAll().execute()).length,
  ];
  await db
    .updateTable('monitors')
    .set({ spec: JSON.stringify({ ...(await specOf(id)), campaigns: undefined }) })
    .execute();
  await bed.judge(id);
  await db.updateTable('alerts').set({ resolved_at: null, state: 'firing' }).where('subject', 'like', '%78').execute();
  expect(await kept()).toEqual([['firing', 'firing', 'quiet'], 2]);
  const after = (days: number) => removeOldAlerts(bed.store, bed.ambient.now() + days * DAY_MS);
  await after(29);
  expect(await kept()).toEqual([['firing', 'firing', 'quiet'], 2]);
  await after(31);
  expect(await kept()).toEqual([['firing', 'firing'], 2]);
  await after(101);
  expect(await kept()).toEqual([[], 2]);
  await after(401);
  expect(await kept()).toEqual([[], 1]);
});

async function specOf(id: string) {
  const row = await bed.store.db.selectFrom('monitors').select('spec').where('id', '=', id).executeTakeFirstOrThrow();
  return JSON.parse(row.spec);
}

test('a month that will cost more than its plan fires once for its row, and a larger plan ends it', async () => {
  bed.ambient.setClock(Date.UTC(2026, 0, 15, 12));
  bed.pipeline.tools = [toolOf({ ...trains, reporting: {} } as unknown as Channel)];
  set(spending('2026-01-14', [NORMAL]));
  const plan = (amount: string, setAt: number) =>
    savePlan(
      bed.store,
      bed.workspaceId,
      { month: '2026-01', rows: [{ name: 'Acme', amount, currency: 'USD' }], sheet: undefined, setAt },
      'per_1',
      () => {},
    );
  const id = await bed.monitor({ kind: 'overspend' });
  await bed.judge(id);
  expect(await bed.alerts()).toEqual([]);
  await plan('2000', 1);
  await bed.judge(id);
  await bed.judge(id);
  const [alert] = await bed.alerts();
  expect(alert).toMatchObject({ kind: 'overspend', state: 'firing', object: { name: 'Acme' } });
  expect(alert!.next_calls).toMatchObject([{ channel: 'workspace', tool: 'get_pacing' }]);
  expect(told()).toEqual(['alert.firing']);
  await plan('200000', 2);
  set(spending('2026-01-15', [NORMAL, NORMAL]));
  await bed.judge(id);
  expect(told()).toEqual(['alert.firing', 'alert.resolved']);
});

test('a rule of the caller’s own over a whole account adds its campaigns', async () => {
  set(spending('2026-01-14', [NORMAL]), spending('2026-01-14', [NORMAL], { id: '78', name: 'Other' }));
  const own = { metric: 'cost', comparison: 'above', value: '150', currency: 'USD', window_days: 1 } as const;
  const byCampaign = await bed.monitor({ kind: 'own', own: { ...own, level: 'campaign' } });
  const byAccount = await bed.monitor({ kind: 'own', own: { ...own, level: 'account' } });
  await bed.judge(byCampaign);
  expect(await bed.alerts()).toEqual([]);
  await bed.judge(byAccount);
  expect(await bed.alerts()).toMatchObject([{ object: { name: 'North', campaign: undefined } }]);
});

test('a sign-in that ends is offered to be watched, once', async () => {
  const workspace = async () => (await bed.directory.workspace(bed.organizationId, bed.workspaceId))!;
  const desk = async () =>
    monitorDesk({ pipeline: bed.pipeline, call: bed.call(), workspace: await workspace() }, bed.parts);
  expect(await (await desk()).suggested()).toEqual([]);
  await bed.endsOn(new Date(bed.ambient.now() + 60 * DAY_MS).toISOString());
  const [one] = await (await desk()).suggested();
  expect(one).toMatchObject({ arguments: { kind: 'token_expiry', channel: 'trains' } });
  await bed.monitor({ kind: 'spend_spike' });
  expect(await (await desk()).suggested(), 'another kind watches no sign-in').toEqual([one]);
  await bed.monitor({ ...one!.arguments });
  expect(await (await desk()).suggested()).toEqual([]);
});

test('a new campaign is offered to be watched, unless a monitor looks at it, at its account or at all', async () => {
  const make = toolOf({ ...trains, levels: [{ argument: 'train_id', tool: 'update_train' }] } as never, {
    ...{ name: 'create_train', access: 'write', output: z.looseObject({}) },
    run: async () => ({ train: { id: '7', name: 'Express' } }),
  });
  const channel = { ...make.channel, reporting: {} };
  bed.pipeline.tools = [{ ...make, channel } as never];
  await bed.run(make, {});
  const { organizationId, workspaceId, pipeline } = bed;
  const workspace = (await bed.directory.workspace(organizationId, workspaceId))!;
  const beside = (...specs: object[]) =>
    suggestedMonitors({ pipeline, call: bed.call(), workspace }, specs.map((spec) => ({ spec })) as never);
  const offered = {
    arguments: { kind: 'zero_delivery', channel: 'trains', account: '1234567890', campaigns: ['7'] },
    purpose: 'Be told when the new campaign “Express” is not shown',
  };
  expect(await beside()).toEqual([offered]);
  const spec = (more: object) => ({ kind: 'zero_delivery', ...more });
  const others = [{ channel: 'boats' }, { account: '2' }, { campaigns: ['8'] }, { kind: 'ctr_drop' }];
  const watching = [{}, { channel: 'trains' }, { account: '1234567890' }, { campaigns: ['8', '7'] }];
  for (const other of others) expect(await beside(spec(other)), JSON.stringify(other)).toEqual([offered]);
  for (const own of watching) expect(await beside(spec(own)), JSON.stringify(own)).toEqual([]);
});

test('the line of a monitor is of the campaign that fires, its last day above where it fires', async () => {
  const quiet = spending('2026-01-14', [NORMAL], { id: '78', name: 'Quiet' });
  set(quiet, spending('2026-01-14', [TENFOLD]));
  const id = await bed.monitor({ kind: 'spend_spike' });
  expect(await monitorLine({ store: bed.store, history: bed.parts.history }, id)).toBeUndefined();
  await bed.judge(id);
  const line = (await monitorLine({ store: bed.store, history: bed.parts.history }, id))!;
  expect(line.values).toHaveLength(28);
  expect(line.values.at(-1)).toBeGreaterThan(line.threshold!);
  expect(line.values.at(-2) ?? 0).toBeLessThan(line.threshold!);
  set(quiet);
  expect(await monitorLine({ store: bed.store, history: bed.parts.history }, id), 'it is gone').toBeUndefined();
  set();
  expect(await monitorLine({ store: bed.store, history: bed.parts.history }, id), 'so is its account').toBeUndefined();
});

test('what fires again within a day goes on with its alert, and a day later begins a new one', async () => {
  const states = async (endsInDays: number) => {
    await bed.endsOn(new Date(bed.ambient.now() + endsInDays * DAY_MS).toISOString());
    await bed.judge(id);
    const rows = await bed.store.db.selectFrom('alerts').select('state').orderBy('since').execute();
    return rows.map(({ state }) => state);
  };
  await bed.endsOn(new Date(bed.ambient.now() + 60 * DAY_MS).toISOString());
  const id = await bed.monitor({ kind: 'token_expiry', channel: 'trains' });
  expect(await states(1)).toEqual(['firing']);
  expect(await states(60)).toEqual(['resolved']);
  bed.ambient.advance(DAY_MS - 60_000);
  expect(await states(1)).toEqual(['firing']);
  expect(await states(60)).toEqual(['resolved']);
  bed.ambient.advance(DAY_MS + 60_000);
  expect(await states(1)).toEqual(['resolved', 'firing']);
});
