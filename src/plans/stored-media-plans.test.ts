import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type StillAmbient, stillAmbient } from '../ambient.testing.ts';
import { Audit } from '../audit/audit.ts';
import { seedWorkspace, type TemporaryStore, temporaryStore } from '../store/store.testing.ts';
import type { MemberState } from '../tools/plan-members.ts';
import { deriveSecrets } from '../vault/secrets.ts';
import { Vault } from '../vault/vault.ts';
import type { MediaPlanContent } from './media-plan.ts';
import type { PlanFacts } from './plan.ts';
import { Plans } from './plans.ts';
import { StoredMediaPlans } from './stored-media-plans.ts';

let store: TemporaryStore;
let ambient: StillAmbient;
let plans: Plans;
let stored: StoredMediaPlans;
let ours: { organizationId: string; workspaceId: string };
let theirs: typeof ours;
beforeAll(async () => {
  store = await temporaryStore();
  ambient = stillAmbient();
  const secrets = deriveSecrets(randomBytes(32));
  const vault = new Vault(store, secrets, ambient);
  plans = new Plans(store, vault, new Audit(store, secrets, ambient), ambient, 'here');
  stored = new StoredMediaPlans(store, vault, ambient);
});
afterAll(() => store?.discard());
beforeEach(async () => {
  ours = await seedWorkspace(store);
  theirs = await seedWorkspace(store, 'Other');
});

const member = (position: number, name: string) => ({ position, channel: 'social', account: '1', campaign: { name } });
const content = (...names: string[]) =>
  ({
    answer: { rows: [{ fate: 'make' }], problems: [] },
    members: names.map((name, at) => member(at, name)),
  }) as unknown as MediaPlanContent;

/** A plan of this sheet that waits for people, with its members. */
async function saved(place: typeof ours, spreadsheetId: string, ...names: string[]) {
  const plan = await plans.make({
    ...{ ...place, channel: '', tool: 'apply_media_plan', class: 'raise', state: 'waiting', requester: spreadsheetId },
    ...{ reason: undefined, facts: { args: {}, approvalsNeeded: 1 } as unknown as PlanFacts },
  });
  const head = { workspaceId: place.workspaceId, spreadsheetId, tab: 'Plan', range: 'A1:G9', name: 'Summer' };
  return stored.save({ ...head, planId: plan.id, createdBy: 'Ada', content: content(...names) });
}

test('a media plan is found by its own id or plan, in its own workspace alone', async () => {
  const [one, other, foreign] = [
    await saved(ours, 's1', 'A'),
    await saved(ours, 's2', 'B'),
    await saved(theirs, 's1', 'C'),
  ];
  const { workspaceId } = ours;
  for (const each of [one, other]) {
    expect(await stored.find(workspaceId, each.id)).toEqual(each);
    expect(await stored.ofPlan(workspaceId, each.planId!)).toEqual(each);
  }
  expect(await stored.find(workspaceId, foreign.id)).toBeUndefined();
  expect(await stored.ofPlan(workspaceId, foreign.planId!)).toBeUndefined();
  const ids = async (...of: string[]) => (await stored.list(of, 9)).map(({ id }) => id).sort();
  expect(await ids(workspaceId)).toEqual([one.id, other.id].sort());
  expect(await ids(theirs.workspaceId)).toEqual([foreign.id]);
});

test('a sheet that was read again changes its own media plan and no other', async () => {
  const [one, other] = [await saved(ours, 's1', 'A'), await saved(ours, 's2', 'B')];
  await stored.renew(one, content('A', 'A2'));
  const names = async (id: string) =>
    (await stored.find(ours.workspaceId, id))?.content.members.map(({ campaign }) => campaign.name);
  expect([await names(one.id), await names(other.id)]).toEqual([['A', 'A2'], ['B']]);
});

test('one member of one plan is moved, from the states that were named', async () => {
  const [one, other] = [await saved(ours, 's1', 'A', 'B'), await saved(ours, 's2', 'C', 'D')];
  const states = async (planId: string) => (await stored.members(planId)).map(({ state, tries }) => [state, tries]);
  const move = (at: number, from: MemberState[], state: MemberState) =>
    stored.moveMember(one.planId!, at, from, { state, campaignId: undefined, made: {}, error: undefined });
  const waiting = [
    ['waiting', 0],
    ['waiting', 0],
  ];
  expect(await move(0, ['made'], 'failed')).toBe(false);
  expect(await states(one.planId!)).toEqual(waiting);
  expect(await move(0, ['waiting'], 'failed')).toBe(true);
  expect(await move(1, ['waiting'], 'made')).toBe(true);
  await stored.moveMember(other.planId!, 0, ['waiting'], {
    ...{ state: 'failed', campaignId: undefined, made: {}, error: undefined },
  });
  const failed = [
    ['failed', 0],
    ['waiting', 0],
  ];
  expect([await states(one.planId!), await states(other.planId!)]).toEqual([
    [
      ['failed', 0],
      ['made', 0],
    ],
    failed,
  ]);
  await store.transaction((tx) => stored.retryFailed(tx, one.planId!));
  expect([await states(one.planId!), await states(other.planId!)]).toEqual([
    [
      ['waiting', 1],
      ['made', 0],
    ],
    failed,
  ]);
});

test('what is remembered of a tab is told of that tab of that sheet in that workspace', async () => {
  const { planId } = await saved(ours, 's1', 'A');
  const places = [
    { ...ours, spreadsheetId: 's1', tab: 'Plan' },
    { ...ours, spreadsheetId: 's1', tab: 'Old' },
    { ...ours, spreadsheetId: 's2', tab: 'Plan' },
    { ...theirs, spreadsheetId: 's1', tab: 'Plan' },
  ];
  for (const [at, { workspaceId, spreadsheetId, tab }] of places.entries()) {
    const place = { workspace_id: workspaceId, spreadsheet_id: spreadsheetId, tab };
    const link = {
      ...place,
      channel: 'social',
      account: '1',
      campaign_id: `${at}`,
      name: 'A',
      row: 4,
      plan_id: planId!,
    };
    await store.transaction((tx) => stored.link(tx, link));
    await stored.keepMapping({ workspaceId, spreadsheetId, tab }, { A: `meaning ${at}` as never }, 'Ada');
  }
  for (const [at, place] of places.entries()) {
    expect((await stored.links(place)).map(({ campaign_id }) => campaign_id)).toEqual([`${at}`]);
    expect(await stored.mapping(place)).toEqual({ A: `meaning ${at}` });
  }
});

test('each workspace has defaults of its own', async () => {
  await stored.keepDefaults(ours.workspaceId, { url: 'https://ours.example' } as never, 'Ada');
  await stored.keepDefaults(theirs.workspaceId, { url: 'https://theirs.example' } as never, 'Ada');
  expect(await stored.defaults(ours.workspaceId)).toEqual({ url: 'https://ours.example' });
  expect(await stored.defaults(theirs.workspaceId)).toEqual({ url: 'https://theirs.example' });
});
