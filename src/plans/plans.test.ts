import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type StillAmbient, stillAmbient } from '../ambient.testing.ts';
import { Audit } from '../audit/audit.ts';
import { seedWorkspace, type TemporaryStore, temporaryStore } from '../store/store.testing.ts';
import { PLAN_STATES, type PlanState } from '../tools/plan-desk.ts';
import { deriveSecrets } from '../vault/secrets.ts';
import { Vault } from '../vault/vault.ts';
import type { PlanDraft, PlanFacts } from './plan.ts';
import { Plans } from './plans.ts';

const HOUR_MS = 3_600_000;

let store: TemporaryStore;
let ambient: StillAmbient;
let plans: Plans;
/** The same plans as another process sees them. */
let elsewhere: Plans;
let place: { organizationId: string; workspaceId: string };
let made = 0;
beforeAll(async () => {
  store = await temporaryStore();
  ambient = stillAmbient();
  const secrets = deriveSecrets(randomBytes(32));
  const audit = new Audit(store, secrets, ambient);
  const vault = new Vault(store, secrets, ambient);
  plans = new Plans(store, vault, audit, ambient, 'here');
  elsewhere = new Plans(store, vault, audit, ambient, 'elsewhere');
});
afterAll(() => store?.discard());
beforeEach(async () => {
  place = await seedWorkspace(store, `Acme ${++made}`);
  await store.db.deleteFrom('processes').execute();
});

const FACTS: PlanFacts = {
  args: { campaign_id: '7', daily_budget: '30' },
  account: '1',
  connection: undefined,
  schema: 's',
  digest: 'd',
  request: { method: 'POST', path: '/7' },
  difference: { daily_budget: { from: '20', to: '30' } },
  platformChecked: false,
  cannotBeUndone: [],
  policyVersion: 1,
  approvalsNeeded: 2,
};
const plan = ({ facts, ...more }: Partial<Omit<PlanDraft, 'facts'>> & { facts?: Partial<PlanFacts> } = {}) =>
  plans.make({
    ...place,
    channel: 'social',
    tool: 'update_social_campaign',
    class: 'raise',
    state: 'waiting',
    requester: 'key_1',
    reason: undefined,
    ...more,
    facts: { ...FACTS, ...facts },
  });
const now = async ({ id }: { id: string }) => (await plans.find(place.workspaceId, id))!;
const by = { actor: 'Ada' };

describe('an approval', () => {
  it('of one person counts once, also from two windows at the same moment', async () => {
    const one = await plan();
    const answers = await Promise.all([plans.approve(one, 'Ada'), plans.approve(one, 'Ada')]);
    expect(answers.sort()).toEqual(['late', 'waiting']);
    expect(await plans.approve(await now(one), 'Ada')).toBe('late');
    expect(await now(one)).toMatchObject({ state: 'waiting', approvals: [{ by: 'Ada' }] });
    expect(await plans.approve(one, 'Bob')).toBe('approved');
  });

  it('of two people at the same moment counts both', async () => {
    const one = await plan();
    const answers = await Promise.all([plans.approve(one, 'Ada'), plans.approve(one, 'Bob')]);
    expect(answers.sort()).toEqual(['approved', 'waiting']);
    expect((await now(one)).approvals).toHaveLength(2);
  });

  it('of another change than the one that was shown does not count', async () => {
    const one = await plan();
    expect(await plans.approve({ ...one, hash: 'f'.repeat(64) }, 'Ada')).toBe('late');
    expect((await now(one)).approvals).toEqual([]);
  });

  it('after 72 hours does not count, whatever the page still shows', async () => {
    const one = await plan({ facts: { approvalsNeeded: 1 } });
    ambient.advance(72 * HOUR_MS);
    expect(await plans.approve(one, 'Ada')).toBe('late');
    expect(await now(one)).toMatchObject({ state: 'expired', approvals: [] });
  });

  it.each(PLAN_STATES.filter((state) => state !== 'waiting'))('of a plan that is %s does not count', async (state) => {
    const one = await plan({ facts: { approvalsNeeded: 1 } });
    await plans.move(one, ['waiting'], state, by);
    expect(await plans.approve(one, 'Ada')).toBe('late');
    expect((await now(one)).state).toBe(state);
  });

  it('is taken back by its own person, as long as others are missing', async () => {
    const one = await plan();
    await plans.approve(one, 'Ada');
    expect(await plans.takeBack(await now(one), 'Bob')).toBe(false);
    const before = await now(one);
    expect(await plans.takeBack(before, 'Ada')).toBe(true);
    expect((await now(one)).approvals).toEqual([]);
    expect(await plans.takeBack(before, 'Ada')).toBe(false);
    await plans.approve(one, 'Ada');
    const waiting = await now(one);
    await plans.approve(one, 'Bob');
    expect(await plans.takeBack(waiting, 'Ada')).toBe(false);
    expect(await plans.takeBack(await now(one), 'Ada')).toBe(false);
    expect(await now(one)).toMatchObject({ state: 'approved', approvals: [{ by: 'Ada' }, { by: 'Bob' }] });
  });
});

describe('a step', () => {
  it.each(PLAN_STATES)('from %s is taken from no other state', async (from) => {
    const one = await plan();
    await plans.move(one, ['waiting'], from, by);
    const others = PLAN_STATES.filter((state) => state !== from);
    expect(await plans.move(one, others, 'applied', by)).toBe(false);
    expect((await now(one)).state).toBe(from);
    expect(await plans.move(one, [from], 'failed', by)).toBe(true);
  });

  it('that two take at the same moment is taken by one', async () => {
    const one = await plan({ state: 'planned' });
    const begun = await Promise.all(
      [plans, elsewhere, plans].map((some) => some.move(one, ['planned'], 'applying', by)),
    );
    expect(begun.filter(Boolean)).toHaveLength(1);
  });
});

describe('the same change asked for again', () => {
  it('is the plan that waits, for the same requester alone', async () => {
    const first = await plan();
    expect((await plan()).id).toBe(first.id);
    expect((await plan({ requester: 'key_2' })).id).not.toBe(first.id);
    const others: Partial<PlanFacts>[] = [
      { args: { ...FACTS.args, daily_budget: '31' } },
      { account: '2' },
      { connection: { id: 'conn_1', mode: 'live', account: undefined, options: {} } },
      { schema: 'another' },
      { digest: 'another' },
      { difference: { daily_budget: { from: '21', to: '30' } } },
      { ancestors: [{ level: 'account', id: '1', values: { status: 'PAUSED' } }] },
      { applyAt: ambient.now() + HOUR_MS },
      { applyAt: ambient.now() + 2 * HOUR_MS },
    ];
    const ids = new Set([first.id]);
    for (const facts of others) ids.add((await plan({ facts })).id);
    expect(ids.size).toBe(1 + others.length);
  });

  it('is a new plan once the old one has lapsed or was decided', async () => {
    const first = await plan();
    ambient.advance(72 * HOUR_MS);
    const second = await plan();
    expect(second.id).not.toBe(first.id);
    await plans.move(second, ['waiting'], 'rejected', by);
    expect((await plan()).id).not.toBe(second.id);
  });

  it('is a new plan where it is only previewed', async () => {
    const first = await plan({ state: 'planned' });
    expect((await plan({ state: 'planned' })).id).not.toBe(first.id);
  });
});

describe('after a process has ended', () => {
  const applying = async (where: Plans) => {
    const one = await plan({ state: 'planned' });
    await where.move(one, ['planned'], 'applying', by);
    return one;
  };

  it('what it was applying is unknown, and what living processes apply goes on', async () => {
    await store.db.insertInto('processes').values({ instance_id: 'elsewhere', beats: 1 }).execute();
    const [own, others] = [await applying(plans), await applying(elsewhere)];
    await plans.abandonStale();
    expect([(await now(own)).state, (await now(others)).state]).toEqual(['applying', 'applying']);
    await store.db.deleteFrom('processes').execute();
    await plans.abandonStale();
    expect([(await now(own)).state, (await now(others)).state]).toEqual(['applying', 'unknown']);
  });

  it('what a job applies belongs to no process, and goes on', async () => {
    const one = await plan({ state: 'planned' });
    await elsewhere.move(one, ['planned'], 'applying', { ...by, isResumed: true });
    await plans.abandonStale();
    expect((await now(one)).state).toBe('applying');
  });
});

describe('what is left to do', () => {
  it('is what people agreed to, and not before the platform wants it', async () => {
    const one = await plan({ state: 'planned' });
    const due = async () => (await plans.approved()).filter(({ workspaceId }) => workspaceId === place.workspaceId);
    expect(await due()).toEqual([]);
    await plans.move(one, ['planned'], 'approved', { ...by, retryAt: ambient.now() + 5_000 });
    expect(await due()).toEqual([]);
    ambient.advance(4_999);
    expect(await due()).toEqual([]);
    ambient.advance(1);
    expect(await due()).toMatchObject([{ id: one.id, retries: 1 }]);
  });
});

describe('a plan that lapsed', () => {
  it.each<[PlanState, number]>([
    ['planned', 15 * 60_000],
    ['waiting', 72 * HOUR_MS],
  ])('when it was %s is over, also when the clock is set back', async (state, lifeMs) => {
    const one = await plan({ state: state as 'planned' | 'waiting' });
    ambient.advance(lifeMs - 1);
    expect((await now(one)).state).toBe(state);
    ambient.advance(1);
    await plans.expire();
    ambient.advance(-lifeMs);
    expect((await now(one)).state).toBe('expired');
  });

  it('was closed by the service, not by the one who approved it before, from the first look on', async () => {
    const one = await plan();
    await plans.approve(one, 'Ada');
    ambient.advance(72 * HOUR_MS);
    const decided = { by: 'service', at: ambient.now() };
    expect(await now(one)).toMatchObject({ state: 'expired', decided });
    expect(await now(one)).toMatchObject({ state: 'expired', decided });
  });

  it('is in no list of what is open; of what is over, only where people were asked', async () => {
    const [preview, asked] = [await plan({ state: 'planned' }), await plan()];
    const ids = (some: { id: string }[]) => some.map(({ id }) => id);
    expect(ids(await plans.open([place.workspaceId], 10))).toEqual([asked.id]);
    ambient.advance(72 * HOUR_MS);
    expect(await plans.open([place.workspaceId], 10)).toEqual([]);
    expect((await now(preview)).state).toBe('expired');
    expect(ids(await plans.closed([place.workspaceId], 10))).toEqual([asked.id]);
  });
});

it('is read newest first and no more than is asked for: of the open, of the closed and of all', async () => {
  const made: string[] = [];
  for (const campaign of ['1', '2', '3']) {
    made.unshift((await plan({ facts: { args: { campaign_id: campaign } } })).id);
    ambient.advance(1);
  }
  const ids = async (read: Promise<{ id: string }[]>) => (await read).map(({ id }) => id);
  const of = [place.workspaceId];
  expect(await ids(plans.open(of, 2))).toEqual(made.slice(0, 2));
  expect(await ids(plans.list(of, 'waiting', 2))).toEqual(made.slice(0, 2));
  await store.db.updateTable('plans').set({ state: 'rejected' }).where('workspace_id', 'in', of).execute();
  expect(await ids(plans.closed(of, 2))).toEqual(made.slice(0, 2));
  expect(await ids(plans.list(of, undefined, 2))).toEqual(made.slice(0, 2));
});

it('is on record with its id, at each step and by whom', async () => {
  const one = await plan();
  await plans.approve(one, 'Ada');
  await plans.approve(one, 'Bob');
  const rows = await store.db.selectFrom('audit_log').selectAll().orderBy('seq').execute();
  const own = rows.filter(({ workspace_id }) => workspace_id === place.workspaceId);
  const told = own.map(({ action, actor, detail }) => [action, actor, JSON.parse(detail).plan]);
  expect(told).toEqual([
    ['plan.make', 'key_1', one.id],
    ['plan.approve', 'Ada', one.id],
    ['plan.approve', 'Bob', one.id],
  ]);
});

it('that was planned anew tells so once for each newer plan', async () => {
  const [one, next, last] = [await plan(), await plan({ requester: 'key_2' }), await plan({ requester: 'key_3' })];
  for (const newer of [next, next, last]) await plans.noteReplanned(await now(one), newer, 'Ada');
  const { note } = await now(one);
  expect([next, last].map(({ id }) => note?.split(id).length)).toEqual([2, 2]);
  const rows = await store.db.selectFrom('audit_log').select(['workspace_id', 'action']).execute();
  const told = rows.filter(({ workspace_id, action }) => workspace_id === place.workspaceId && action === 'plan.anew');
  expect(told).toHaveLength(2);
});

it('is unknown in every other workspace', async () => {
  const one = await plan();
  const other = await seedWorkspace(store, 'Beta');
  expect(await plans.find(other.workspaceId, one.id)).toBeUndefined();
  expect(await plans.list([other.workspaceId], undefined, 10)).toEqual([]);
});

it('is the only one that an approval, its taking back or a note about a newer plan changes', async () => {
  const [one, next, other] = [await plan(), await plan({ requester: 'key_2' }), await plan({ requester: 'key_3' })];
  const before = await now(other);
  await plans.approve(one, 'Ada');
  expect(await now(other)).toEqual(before);
  await plans.approve(other, 'Ada');
  const approved = await now(other);
  await plans.takeBack(await now(one), 'Ada');
  await plans.noteReplanned(await now(one), next, 'Ada');
  expect(await now(other)).toEqual(approved);
});

it('is listed by its state, its channel and from a place on, and beside those no other', async () => {
  const made: { id: string; createdAt: number }[] = [];
  for (const [channel, isLater] of [
    ['social', true],
    ['search', false],
    ['social', true],
    ['social', true],
  ] as const) {
    made.unshift(await plan({ channel, requester: `key_${made.length}` }));
    if (isLater) ambient.advance(1);
  }
  for (const one of made.slice(0, 2)) await plans.move(one as never, ['waiting'], 'rejected', by);
  const [over, open] = [made.slice(0, 2), made.slice(2)].map((some) => some.map(({ id }) => id).sort());
  const of = [place.workspaceId];
  const ids = async (read: Promise<{ id: string }[]>) => (await read).map(({ id }) => id).sort();
  expect(await ids(plans.list(of, 'waiting', 2))).toEqual(open);
  expect(await ids(plans.open(of, 2))).toEqual(open);
  expect(await ids(plans.closed(of, 9))).toEqual(over);
  expect(await ids(plans.list(of, undefined, 9, { channels: ['search'] }))).toEqual([made[2]!.id]);
  const pages: string[] = [];
  for (let [after] = await plans.list(of, undefined, 1); after && pages.length < 9; ) {
    pages.push(after.id);
    [after] = await plans.list(of, undefined, 1, { after });
  }
  expect(pages.toSorted()).toEqual([...over!, ...open!].sort());
  expect(pages).toHaveLength(4);
});

it('is told beside the changes that it takes back: of its own workspace, and once people were asked', async () => {
  const undo = async (requester: string, undoes: number[], state: 'waiting' | 'planned' = 'waiting') =>
    (await plan({ requester, undoes, state })).id;
  const [first, second] = [await undo('key_1', [5, 6]), await undo('key_2', [7])];
  const preview = await undo('key_3', [5], 'planned');
  const own = place;
  place = await seedWorkspace(store, 'Beta');
  const theirs = await undo('key_1', [5]);
  const told = async (workspaceId: string, seqs: number[]) =>
    (await plans.undoing(workspaceId, seqs)).map(({ changeSeq, id }) => [changeSeq, id]);
  expect(await told(own.workspaceId, [5])).toEqual([[5, first]]);
  expect(await told(own.workspaceId, [6, 7])).toEqual(
    expect.arrayContaining([
      [6, first],
      [7, second],
    ]),
  );
  expect(await told(place.workspaceId, [5, 6, 7])).toEqual([[5, theirs]]);
  expect(await told(own.workspaceId, [])).toEqual([]);
  expect([await plans.undoneBy(first), await plans.undoneBy(preview)]).toEqual([[5, 6], [5]]);
});

it.each<[string, PlanState, number]>([
  ['are over', 'rejected', -1],
  ['have time left', 'approved', 200 * HOUR_MS],
])('is closed when it has lapsed, however many %s', async (_, state, expiresInMs) => {
  const like = await plan();
  const row = await store.db.selectFrom('plans').selectAll().where('id', '=', like.id).executeTakeFirstOrThrow();
  const expires_at = ambient.now() + expiresInMs;
  const copies = Array.from({ length: 500 }, (_, at) => ({ ...row, id: `${like.id}_${at}`, state, expires_at }));
  for (const half of [copies.slice(0, 250), copies.slice(250)])
    await store.db.insertInto('plans').values(half).execute();
  const { id } = await plan({ requester: 'key_2' });
  ambient.advance(72 * HOUR_MS);
  await plans.expire();
  const kept = await store.db.selectFrom('plans').select('state').where('id', '=', id).executeTakeFirst();
  await store.db.deleteFrom('plans').where('id', 'like', `${like.id}_%`).execute();
  expect(kept).toEqual({ state: 'expired' });
});
