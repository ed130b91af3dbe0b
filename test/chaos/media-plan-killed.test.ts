import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { findChannels } from '../../src/build.ts';
import { type HandMade, handMadePlan, keepSheet } from '../../src/media-plans/launch/launch.testing.ts';
import { Admission } from '../../src/pipeline/admission.ts';
import type { JobPlace } from '../../src/pipeline/call.ts';
import { seed } from '../seed.ts';
import { until } from '../start/command-line.ts';
import { Dice } from './dice.ts';
import { killedService } from './killed-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: replies of any shape
type Any = any;

/** The service killed again and again while it makes a media plan: no campaign is made twice, and none that was made is lost. */
const { call, target, home, letTimePass } = killedService({ jobs: 'on' });

const CAMPAIGNS = 12;
const KILLS = 3;

const campaign = (name: string): HandMade => ({
  channel: 'search',
  account: '',
  name,
  calls: [
    {
      ...{ key: 'campaign', level: 'campaign', name, tool: 'create_campaign', makes: ['campaign', 'id'], from: {} },
      arguments: { name, budget: '20', contains_eu_political_advertising: false },
    },
    {
      ...{ key: 'group 1', level: 'group', name: 'All', tool: 'create_ad_group', makes: ['ad_group', 'id'], from: {} },
      arguments: { campaign_id: { made: 'campaign' }, name: 'All', cpc_bid: '1' },
    },
  ],
});

/** Kept as the check of a sheet would keep it, by this process. */
async function planned(): Promise<string> {
  const { plans, mediaPlans, policies, directory, keyRing, connections } = home();
  const { byAddress } = await findChannels();
  const key = await home().store.db.selectFrom('api_keys').select('id').executeTakeFirstOrThrow();
  const principal = (await keyRing.principalOf(key.id))!;
  const workspace = await new Admission(directory).workspace(principal, undefined);
  const { account } = (await connections.get(workspace.id, 'search'))!;
  const members = Array.from({ length: CAMPAIGNS }, (_, at) => ({
    ...campaign(`Launched ${at}`),
    account: account!.replaceAll('-', ''),
  }));
  await keepSheet(home(), workspace.id, tmpdir());
  const pipeline = { plans, mediaPlans, policies, tools: [...byAddress.values()].flat() };
  return (await handMadePlan({ pipeline, workspace, call: { principal } } as unknown as JobPlace, members)).id;
}

const acknowledged = async (id: string): Promise<Map<string, string>> =>
  new Map(
    (await home().mediaPlans.members(id)).flatMap(({ position, made }) =>
      Object.entries(made).map(([key, one]) => [`${position} ${key}`, one] as const),
    ),
  );

test('every campaign is made once at most, and every id that was acknowledged is kept', async () => {
  const dice = new Dice(seed);
  const id = await planned();
  expect((await call('workspace', 'apply_plan', { plan_id: id })).plan.state).toBe('applying');
  const known = new Map<string, string>();
  let kills = 0;
  const look = async () => (await home().plans.find(await workspaceOf(id), id))!.state;
  while (kills < KILLS && (await look()) === 'applying') {
    const before = (await acknowledged(id)).size;
    // Somewhere in the middle: after at least one more call.
    await until(async () => ((await acknowledged(id)).size > before ? true : undefined)).catch(() => undefined);
    await sleep(dice.between(0, 60));
    await target().kill();
    kills += 1;
    for (const [key, made] of await acknowledged(id)) known.set(key, made);
    await letTimePass('media_plan');
    target().restart();
    await target().url();
  }
  expect(kills).toBe(KILLS);
  await until(async () => ((await look()) === 'applying' ? undefined : true));
  const { plan } = await call('workspace', 'get_plan', { plan_id: id });
  const { made, unknown, failed } = plan.progress;
  expect({ failed, all: made + unknown }).toEqual({ failed: 0, all: CAMPAIGNS });
  expect(unknown, 'at most the call that was under way at each kill').toBeLessThanOrEqual(KILLS);
  const kept = await acknowledged(id);
  for (const [key, one] of known) expect(kept.get(key), key).toBe(one);
  const { campaigns } = await call('search', 'list_campaigns', { name_contains: 'Launched', limit: 100 });
  const ids = Map.groupBy(campaigns as Any[], ({ name }) => name);
  for (const { name, state, campaign_id, made: parts } of plan.members as Any[]) {
    const there = (ids.get(name) ?? []).map((one) => one.id);
    expect(there.length, `${name} (${state})`).toBeLessThanOrEqual(1);
    if (campaign_id !== undefined) expect(there).toEqual([campaign_id]);
    if (state !== 'made') continue;
    const { ad_groups } = await call('search', 'list_ad_groups', { campaign_id });
    expect(ad_groups.map((one: Any) => one.id)).toEqual([parts[1].id]);
  }
}, 300_000);

async function workspaceOf(id: string): Promise<string> {
  const row = await home().store.db.selectFrom('plans').select('workspace_id').where('id', '=', id).executeTakeFirst();
  return row!.workspace_id;
}
